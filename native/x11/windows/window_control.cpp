#include "native/x11/windows/window_control.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/x11/connection/event_queue.hpp"
#include "native/x11/connection/property.hpp"
#include "native/x11/windows/activate.hpp"
#include "native/x11/windows/displays.hpp"
#include "native/x11/windows/manager.hpp"
#include "native/x11/windows/manager_request.hpp"
#include "native/x11/windows/placement.hpp"
#include "native/x11/windows/size_limits.hpp"
#include "native/x11/windows/window_details.hpp"
#include "native/x11/windows/window_rest.hpp"

namespace native::x11 {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kIconic = 3;  // ICCCM 4.1.3.1
constexpr std::uint32_t kRemove = 0;  // EWMH, _NET_WM_STATE
constexpr std::uint32_t kAdd = 1;
constexpr std::uint32_t kStaticGravity = 10;
constexpr std::uint32_t kPlaceFlags = 0xF << 8 | kFromPager << 12;  // x, y, width and height
// How long a window manager may take before what it has not done counts as refused.
constexpr auto kPatience = std::chrono::seconds(2);

// Selects what reports changes of the window, for as long as one operation takes.
class Watching {
 public:
  Watching(Connection& connection, xcb_window_t window, Deadline deadline)
      : connection_(connection),
        window_(window),
        until_(std::min<Deadline>(patience(deadline), Clock::now() + kPatience)),
        to_root_(connection, connection.root(),
                 XCB_EVENT_MASK_PROPERTY_CHANGE | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY),
        to_window_(connection, window,
                   XCB_EVENT_MASK_STRUCTURE_NOTIFY | XCB_EVENT_MASK_PROPERTY_CHANGE) {
    place_of(connection, window);  // throws for one that is gone
  }

  Deadline until() const { return until_; }

  // Waits until `done`. Throws "EFFECT_NOT_SEEN" when it is not in time.
  void wait(const char* what, const std::function<bool()>& done) {
    while (!done()) {
      if (next_event(connection_, until_)) continue;
      if (done()) return;
      throw Error("EFFECT_NOT_SEEN", "window " + std::to_string(window_) + " was not " + what,
                  "Look at it: the window, or the window manager, may not allow this.",
                  {{"window", static_cast<std::int64_t>(window_)}});
    }
  }

 private:
  Connection& connection_;
  xcb_window_t window_;
  Deadline until_;
  EventSelection to_root_;
  EventSelection to_window_;
};

std::vector<std::uint32_t> numbers(Connection& connection, xcb_window_t window, Atom property) {
  AskProperty asked = ask_property(connection, window, connection.atom(property));
  return numbers_of(asked.wait().get());
}

bool has_state(Connection& connection, xcb_window_t window, Atom state) {
  const std::vector<std::uint32_t> states = numbers(connection, window, Atom::kNetWmState);
  return std::find(states.begin(), states.end(), connection.atom(state)) != states.end();
}

// Some window managers call windows of other workspaces iconic, too.
bool is_minimised(Connection& connection, xcb_window_t window, const ManagerState& manager) {
  if (manager.knows_hidden) return has_state(connection, window, Atom::kNetWmStateHidden);
  const std::vector<std::uint32_t> state = numbers(connection, window, Atom::kWmState);
  return !state.empty() && state[0] == kIconic;
}

bool is_maximised(Connection& connection, xcb_window_t window) {
  return has_state(connection, window, Atom::kNetWmStateMaximizedVert) &&
         has_state(connection, window, Atom::kNetWmStateMaximizedHorz);
}

void require_manager(const ManagerState& manager) {
  if (manager.present) return;
  throw Error("UNSUPPORTED", "no window manager runs on this display",
              "Start a window manager with EWMH.", {{"reason", "no window manager"}});
}

void set_maximised(Connection& connection, xcb_window_t window, bool maximised,
                   Watching& watching) {
  if (is_maximised(connection, window) == maximised) return;
  ask_manager(connection, window, Atom::kNetWmState,
              {maximised ? kAdd : kRemove, connection.atom(Atom::kNetWmStateMaximizedVert),
               connection.atom(Atom::kNetWmStateMaximizedHorz), kFromPager});
  watching.wait(maximised ? "maximised" : "restored",
                [&] { return is_maximised(connection, window) == maximised; });
  wait_for_rest(connection, window, watching.until());
}

// Returns where a window stands, without client-side shadow: that changes with its state.
Rect area_of(Connection& connection, xcb_window_t window) {
  return shrink(place_of(connection, window), shadow_of(connection, window));
}

// `area`: without client-side shadow.
void ask_for_place(Connection& connection, xcb_window_t window, const Rect& area,
                   const ManagerState& manager) {
  const Rect place = grow(area, shadow_of(connection, window));
  const auto x = static_cast<std::uint32_t>(place.x);
  const auto y = static_cast<std::uint32_t>(place.y);
  const auto width = static_cast<std::uint32_t>(place.width);
  const auto height = static_cast<std::uint32_t>(place.height);
  if (manager.present) {
    ask_manager(connection, window, Atom::kNetMoveresizeWindow,
                {kPlaceFlags | kStaticGravity, x, y, width, height});
    return;
  }
  const std::uint32_t values[] = {x, y, width, height};
  xcb_configure_window(connection.raw(), window,
                       XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y | XCB_CONFIG_WINDOW_WIDTH |
                           XCB_CONFIG_WINDOW_HEIGHT,
                       values);
}

// Returns whether a window stands as it was asked to, but for its size in steps, such as those of a
// terminal (ICCCM 4.1.2.3).
bool is_nearest(Connection& connection, xcb_window_t window, const Rect& wanted, const Rect& now) {
  const SizeLimits limits = read_size_limits(connection, window);
  const int width = wanted.width - now.width;
  const int height = wanted.height - now.height;
  return now.x == wanted.x && now.y == wanted.y && width >= 0 && width < limits.step_width &&
         height >= 0 && height < limits.step_height;
}

int distance(const Rect& a, const Rect& b) { return std::abs(a.x - b.x) + std::abs(a.y - b.y); }

// Returns the windows that are dialogs of this one.
std::vector<xcb_window_t> dialogs_of(Connection& connection, xcb_window_t window) {
  std::vector<xcb_window_t> dialogs;
  const ManagerState manager = read_manager(connection);
  std::vector<AskProperty> asked;
  for (const xcb_window_t client : manager.clients)
    asked.push_back(ask_property(connection, client, XCB_ATOM_WM_TRANSIENT_FOR, 4));
  for (std::size_t i = 0; i < asked.size(); ++i)
    if (number_of(asked[i].wait().get()) == window) dialogs.push_back(manager.clients[i]);
  return dialogs;
}

// Returns whether the window is closed: destroyed, or hidden by its application.
bool is_closed(Connection& connection, xcb_window_t window, bool managed) {
  xcb_connection_t* c = connection.raw();
  Ask<xcb_get_window_attributes_reply> asked(c, xcb_get_window_attributes(c, window));
  const auto reply = asked.wait();
  if (!reply) return true;
  return managed && reply->map_state != XCB_MAP_STATE_VIEWABLE &&
         numbers(connection, window, Atom::kWmState).empty();
}

void ask_to_close(Connection& connection, xcb_window_t window, const ManagerState& manager) {
  if (manager.present) {
    ask_manager(connection, window, Atom::kNetCloseWindow, {XCB_CURRENT_TIME, kFromPager});
    return;
  }
  const std::vector<std::uint32_t> protocols = numbers(connection, window, Atom::kWmProtocols);
  const xcb_atom_t wanted = connection.atom(Atom::kWmDeleteWindow);
  if (std::find(protocols.begin(), protocols.end(), wanted) == protocols.end())
    throw Error("UNSUPPORTED", "window " + std::to_string(window) + " cannot be asked to close",
                "Use a menu or a key of the program.", {{"reason", "protocol"}});
  xcb_client_message_event_t event{};
  event.response_type = XCB_CLIENT_MESSAGE;
  event.format = 32;
  event.window = window;
  event.type = connection.atom(Atom::kWmProtocols);
  event.data.data32[0] = wanted;
  xcb_send_event(connection.raw(), 0, window, XCB_EVENT_MASK_NO_EVENT,
                 reinterpret_cast<const char*>(&event));
}

}  // namespace

Rect place_window(Connection& connection, xcb_window_t window, const WindowControl::Place& place,
                  Deadline deadline) {
  Watching watching(connection, window, deadline);
  const ManagerState manager = read_manager(connection);
  Rect now = area_of(connection, window);
  const Rect wanted{place.x.value_or(now.x), place.y.value_or(now.y),
                    place.width.value_or(now.width), place.height.value_or(now.height)};
  check_size(wanted);
  // A window that is off every display may be resized.
  if (place.x || place.y) check_place(wanted, display_areas(connection));
  if (manager.present) set_maximised(connection, window, false, watching);
  now = area_of(connection, window);
  if (is_nearest(connection, window, wanted, now)) return now;
  ask_for_place(connection, window, wanted, manager);
  const Rect before = now;
  watching.wait("moved", [&] {
    now = area_of(connection, window);
    return now != before;
  });
  if (now != wanted) wait_for_rest(connection, window, watching.until());
  now = area_of(connection, window);
  if (now.x == wanted.x && now.y == wanted.y) return now;
  // Some window managers (openbox) count a border that a window had before it got a frame.
  const Rect corrected{2 * wanted.x - now.x, 2 * wanted.y - now.y, wanted.width, wanted.height};
  const Rect first = now;
  ask_for_place(connection, window, corrected, manager);
  wait_for_rest(connection, window, watching.until());
  now = area_of(connection, window);
  if (distance(now, wanted) < distance(first, wanted)) return now;
  // Others (xfwm4) keep title bars on the screen, and lose them by the correction.
  ask_for_place(connection, window, {first.x, first.y, wanted.width, wanted.height}, manager);
  wait_for_rest(connection, window, watching.until());
  return area_of(connection, window);
}

void set_window_state(Connection& connection, xcb_window_t window, WindowState state,
                      Deadline deadline) {
  place_of(connection, window);  // throws for one that is gone
  const ManagerState manager = read_manager(connection);
  require_manager(manager);
  if (state != WindowState::kMinimised && is_minimised(connection, window, manager))
    activate_window(connection, window, deadline);
  Watching watching(connection, window, deadline);
  if (state != WindowState::kMinimised) {
    set_maximised(connection, window, state == WindowState::kMaximised, watching);
    return;
  }
  if (is_minimised(connection, window, manager)) return;
  ask_manager(connection, window, Atom::kWmChangeState, {kIconic});
  watching.wait("minimised", [&] { return is_minimised(connection, window, manager); });
}

void close_window(Connection& connection, xcb_window_t window, Deadline deadline) {
  Watching watching(connection, window, deadline);
  const ManagerState manager = read_manager(connection);
  const std::vector<xcb_window_t> before = dialogs_of(connection, window);
  ask_to_close(connection, window, manager);
  const bool managed = !numbers(connection, window, Atom::kWmState).empty();
  watching.wait("closed", [&] {
    if (is_closed(connection, window, managed)) return true;
    for (const xcb_window_t dialog : dialogs_of(connection, window)) {
      if (std::find(before.begin(), before.end(), dialog) != before.end()) continue;
      throw Error("EFFECT_NOT_SEEN",
                  "window " + std::to_string(window) + " asks something before it closes",
                  "Answer in its dialog, window " + std::to_string(dialog) + ".",
                  {{"window", static_cast<std::int64_t>(window)},
                   {"dialog", static_cast<std::int64_t>(dialog)}});
    }
    return false;
  });
}

void move_to_workspace(Connection& connection, xcb_window_t window, int workspace,
                       Deadline deadline) {
  Watching watching(connection, window, deadline);
  require_manager(read_manager(connection));
  const std::vector<std::uint32_t> count =
      numbers(connection, connection.root(), Atom::kNetNumberOfDesktops);
  check_workspace(workspace, count.empty() ? 0 : static_cast<int>(std::min(count[0], 1000U)));
  const auto wanted = static_cast<std::uint32_t>(workspace);
  ask_manager(connection, window, Atom::kNetWmDesktop, {wanted, kFromPager});
  watching.wait("moved to the workspace", [&] {
    const std::vector<std::uint32_t> now = numbers(connection, window, Atom::kNetWmDesktop);
    return !now.empty() && now[0] == wanted;
  });
}

}  // namespace native::x11
