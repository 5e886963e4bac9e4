#include "native/x11/windows/activate.hpp"

#include <algorithm>
#include <chrono>
#include <string>

#include "native/desktop/error.hpp"
#include "native/x11/connection/event_queue.hpp"
#include "native/x11/connection/property.hpp"
#include "native/x11/windows/manager.hpp"
#include "native/x11/windows/manager_request.hpp"
#include "native/x11/windows/placement.hpp"
#include "native/x11/windows/window_rest.hpp"

namespace native::x11 {
namespace {

enum class State { kGone, kHidden, kShown };

State state_of(Connection& connection, xcb_window_t window) {
  Ask<xcb_get_window_attributes_reply> asked(connection.raw(),
                                             xcb_get_window_attributes(connection.raw(), window));
  const auto reply = asked.wait();
  if (!reply) return State::kGone;
  return reply->map_state == XCB_MAP_STATE_VIEWABLE ? State::kShown : State::kHidden;
}

// Shows the window's workspace first, as pagers do, because some window managers (openbox) ignore
// requests to activate a window of another workspace.
void ask_to_activate(Connection& connection, xcb_window_t window, const ManagerState& manager) {
  constexpr std::uint32_t kAllDesktops = 0xFFFFFFFF;
  AskProperty asked = ask_property(connection, window, connection.atom(Atom::kNetWmDesktop), 4);
  const std::uint32_t desktop = number_of(asked.wait().get()).value_or(kAllDesktops);
  if (manager.current_desktop >= 0 && desktop != kAllDesktops &&
      desktop != static_cast<std::uint32_t>(manager.current_desktop)) {
    ask_manager(connection, connection.root(), Atom::kNetCurrentDesktop,
                {desktop, XCB_CURRENT_TIME});
  }
  ask_manager(connection, window, Atom::kNetActiveWindow,
              {kFromPager, XCB_CURRENT_TIME, manager.active});
}

// Maps the window, which is the request of ICCCM to end the iconic state: a window manager decides
// about it, without one it takes effect at once.
void raise_directly(Connection& connection, xcb_window_t window) {
  xcb_connection_t* c = connection.raw();
  const std::uint32_t above = XCB_STACK_MODE_ABOVE;
  xcb_map_window(c, window);
  xcb_configure_window(c, window, XCB_CONFIG_WINDOW_STACK_MODE, &above);
}

// Returns false for a window that accepts no keyboard input (ICCCM 4.1.7, "No Input"); it can only
// be raised.
bool takes_focus(Connection& connection, xcb_window_t window) {
  constexpr std::uint32_t kInputHint = 1;
  AskProperty hints_asked = ask_property(connection, window, XCB_ATOM_WM_HINTS, 8);
  AskProperty protocols_asked =
      ask_property(connection, window, connection.atom(Atom::kWmProtocols), 256);
  const std::vector<std::uint32_t> hints = numbers_of(hints_asked.wait().get());
  const std::vector<std::uint32_t> protocols = numbers_of(protocols_asked.wait().get());
  if (hints.size() < 2 || (hints[0] & kInputHint) == 0 || hints[1] != 0) return true;
  return std::find(protocols.begin(), protocols.end(), connection.atom(Atom::kWmTakeFocus)) !=
         protocols.end();
}

bool confirmed(const ManagerState& now, xcb_window_t window, bool focusable) {
  if (!focusable && now.lists_clients) return !now.clients.empty() && now.clients.back() == window;
  return now.knows_active ? now.active == window : now.focus == window;
}

[[noreturn]] void throw_unconfirmed(xcb_window_t window, const ManagerState& manager) {
  const std::string who = manager.present ? "the window manager" : "the display server";
  throw Error("TIMEOUT",
              "window " + std::to_string(window) + " was activated, but " + who +
                  " did not confirm it in time",
              "Capture it in the background instead; the window may refuse the focus.",
              {{"reason", "not confirmed"}, {"window", std::to_string(window)}});
}

}  // namespace

void activate_window(Connection& connection, xcb_window_t window, Deadline deadline) {
  const Deadline until = patience(deadline);
  const EventSelection to_root(connection, connection.root(),
                               XCB_EVENT_MASK_PROPERTY_CHANGE | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY);
  const EventSelection to_window(connection, window,
                                 XCB_EVENT_MASK_STRUCTURE_NOTIFY | XCB_EVENT_MASK_PROPERTY_CHANGE |
                                     XCB_EVENT_MASK_FOCUS_CHANGE |
                                     XCB_EVENT_MASK_VISIBILITY_CHANGE);
  ManagerState manager = read_manager(connection);
  const State before = state_of(connection, window);
  if (before == State::kGone) throw_window_gone(window);
  const bool focusable = takes_focus(connection, window);
  bool manager_asked = manager.knows_active;
  bool focus_asked = false;
  if (manager_asked) {
    ask_to_activate(connection, window, manager);
  } else {
    raise_directly(connection, window);
  }
  for (;;) {
    manager = read_manager(connection);
    const State state = state_of(connection, window);
    if (state == State::kGone) throw_window_gone(window);
    if (manager_asked && !manager.knows_active) {
      // The window manager died with our request.
      manager_asked = false;
      raise_directly(connection, window);
    } else if (!manager_asked && !focus_asked && state == State::kShown) {
      // Not earlier, because a window that is not mapped cannot get the focus.
      xcb_set_input_focus(connection.raw(), XCB_INPUT_FOCUS_POINTER_ROOT, window, XCB_CURRENT_TIME);
      focus_asked = true;
      continue;
    }
    if (state == State::kShown && confirmed(manager, window, focusable)) {
      if (before == State::kHidden) wait_for_rest(connection, window, until);
      return;
    }
    if (!next_event(connection, until)) throw_unconfirmed(window, manager);
  }
}

}  // namespace native::x11
