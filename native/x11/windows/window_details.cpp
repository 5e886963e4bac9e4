#include "native/x11/windows/window_details.hpp"

#include <algorithm>
#include <optional>

#include "native/x11/connection/property.hpp"
#include "native/x11/windows/displays.hpp"
#include "native/x11/windows/process_ids.hpp"
#include "native/x11/windows/window_names.hpp"

namespace native::x11 {
namespace {

constexpr std::uint32_t kIconicState = 3;  // ICCCM 4.1.3.1
constexpr std::uint32_t kAllDesktops = 0xFFFFFFFF;

// The pending requests about every window.
struct Questions {
  Questions(Connection& connection, const ManagerState& manager, xcb_window_t window)
      : attributes(connection.raw(), xcb_get_window_attributes(connection.raw(), window)),
        geometry(connection.raw(), xcb_get_geometry(connection.raw(), window)),
        position(connection.raw(),
                 xcb_translate_coordinates(connection.raw(), window, connection.root(), 0, 0)),
        net_name(ask(connection, window, Atom::kNetWmName)),
        app_class(ask_property(connection, window, XCB_ATOM_WM_CLASS, 1024)),
        type(ask(connection, window, Atom::kNetWmWindowType, 64)),
        state(ask(connection, window, Atom::kNetWmState, 256)),
        desktop(ask(connection, window, Atom::kNetWmDesktop, 4)),
        frame(ask(connection, window, Atom::kNetFrameExtents, 16)),
        shadow(ask(connection, window, Atom::kGtkFrameExtents, 16)),
        owner(ask_property(connection, window, XCB_ATOM_WM_TRANSIENT_FOR, 4)) {
    if (!manager.knows_hidden) icccm_state.emplace(ask(connection, window, Atom::kWmState, 8));
  }

  static AskProperty ask(Connection& connection, xcb_window_t window, Atom atom,
                         std::uint32_t bytes = 4096) {
    return ask_property(connection, window, connection.atom(atom), bytes);
  }

  Ask<xcb_get_window_attributes_reply> attributes;
  Ask<xcb_get_geometry_reply> geometry;
  Ask<xcb_translate_coordinates_reply> position;
  AskProperty net_name, app_class, type, state, desktop, frame, shadow, owner;
  std::optional<AskProperty> icccm_state;
};

// Requests only for windows that the first replies left without a title or a process.
struct LateQuestions {
  std::size_t place;
  std::optional<AskProperty> name, visible_name, pid;
};

std::string type_of(Connection& connection, const xcb_get_property_reply_t* reply,
                    bool override_redirect) {
  for (const std::uint32_t value : numbers_of(reply)) {
    std::string name = connection.atoms().type_name(value);
    if (!name.empty()) return name;
  }
  return override_redirect ? "override" : "normal";
}

bool has(const std::vector<std::uint32_t>& values, xcb_atom_t value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

// Returns false when the window is gone or can never be visible.
bool fill(Connection& connection, const ManagerState& manager, const std::vector<Rect>& displays,
          ProcessIds& owners, Questions& questions, Window& window) {
  const auto attributes = questions.attributes.wait();
  const auto geometry = questions.geometry.wait();
  const auto position = questions.position.wait();
  window.title = modern_title(questions.net_name.wait().get());
  fill_class(window, questions.app_class.wait().get());
  const std::vector<std::uint32_t> states = numbers_of(questions.state.wait().get());
  std::optional<std::uint32_t> icccm_state;
  if (questions.icccm_state) icccm_state = number_of(questions.icccm_state->wait().get());
  const auto desktop = number_of(questions.desktop.wait().get());
  const Extents frame = extents_of(questions.frame.wait().get());
  const Extents shadow = extents_of(questions.shadow.wait().get());
  const auto type = questions.type.wait();
  window.transient_for = number_of(questions.owner.wait().get()).value_or(0);
  if (!attributes || !geometry || !position) return false;
  if (attributes->_class == XCB_WINDOW_CLASS_INPUT_ONLY) return false;

  const Rect whole{position->dst_x, position->dst_y, geometry->width, geometry->height};
  window.type = type_of(connection, type.get(), attributes->override_redirect != 0);
  window.bounds = shrink(whole, shadow);
  const int border = geometry->border_width;
  window.frame = shadow.left + shadow.right + shadow.top + shadow.bottom > 0
                     ? window.bounds
                     : grow(grow(whole, {border, border, border, border}), frame);
  window.pop_up = attributes->override_redirect != 0;
  window.pid = owners.of(static_cast<std::uint32_t>(window.id));
  if (desktop && *desktop != kAllDesktops) window.desktop = static_cast<int>(*desktop);
  const bool hidden = has(states, connection.atom(Atom::kNetWmStateHidden)) &&
                      !has(states, connection.atom(Atom::kNetWmStateShaded));
  window.minimised = manager.knows_hidden ? hidden : icccm_state == kIconicState;
  const bool here = window.desktop < 0 || manager.current_desktop < 0 ||
                    window.desktop == manager.current_desktop;
  const bool visible = std::any_of(displays.begin(), displays.end(), [&](const Rect& display) {
    return !intersection(display, window.bounds).empty();
  });
  window.on_screen =
      attributes->map_state == XCB_MAP_STATE_VIEWABLE && !window.minimised && here && visible;
  return true;
}

LateQuestions ask_late(Connection& connection, const Window& window, std::size_t place) {
  const auto id = static_cast<xcb_window_t>(window.id);
  LateQuestions late{place, {}, {}, {}};
  if (window.title.empty()) {
    late.name.emplace(ask_property(connection, id, XCB_ATOM_WM_NAME));
    late.visible_name.emplace(Questions::ask(connection, id, Atom::kNetWmVisibleName));
  }
  if (window.pid == 0) late.pid.emplace(Questions::ask(connection, id, Atom::kNetWmPid, 4));
  return late;
}

void fill_late(Connection& connection, LateQuestions& late, Window& window) {
  if (late.name)
    window.title =
        legacy_title(connection, late.name->wait().get(), late.visible_name->wait().get());
  if (late.pid) window.pid = number_of(late.pid->wait().get()).value_or(0);
}

}  // namespace

Extents extents_of(const xcb_get_property_reply_t* reply) {
  const std::vector<std::uint32_t> values = numbers_of(reply);
  if (values.size() < 4) return {};
  constexpr std::uint32_t kWidest = 4096;
  if (std::any_of(values.begin(), values.begin() + 4,
                  [](std::uint32_t v) { return v > kWidest; })) {
    return {};
  }
  return {static_cast<int>(values[0]), static_cast<int>(values[1]), static_cast<int>(values[2]),
          static_cast<int>(values[3])};
}

Extents shadow_of(Connection& connection, xcb_window_t window) {
  AskProperty asked = ask_property(connection, window, connection.atom(Atom::kGtkFrameExtents), 16);
  return extents_of(asked.wait().get());
}

Rect grow(const Rect& rect, const Extents& by) {
  return {rect.x - by.left, rect.y - by.top, rect.width + by.left + by.right,
          rect.height + by.top + by.bottom};
}

Rect shrink(const Rect& rect, const Extents& by) {
  const Rect result{rect.x + by.left, rect.y + by.top, rect.width - by.left - by.right,
                    rect.height - by.top - by.bottom};
  return result.empty() ? rect : result;
}

std::vector<Window> describe_windows(Connection& connection, const ManagerState& manager,
                                     const std::vector<Candidate>& candidates) {
  ProcessIds owners(connection);
  std::vector<Questions> questions;
  questions.reserve(candidates.size());
  for (const Candidate& candidate : candidates)
    questions.emplace_back(connection, manager, candidate.window);
  const std::vector<Rect> displays = display_areas(connection);
  std::vector<Window> result;
  std::vector<LateQuestions> late;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    Window window;
    window.id = candidates[i].window;
    if (!fill(connection, manager, displays, owners, questions[i], window)) continue;
    if (window.title.empty() || window.pid == 0)
      late.push_back(ask_late(connection, window, result.size()));
    result.push_back(std::move(window));
  }
  for (LateQuestions& each : late) fill_late(connection, each, result[each.place]);
  return result;
}

}  // namespace native::x11
