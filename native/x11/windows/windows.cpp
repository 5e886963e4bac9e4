#include "native/x11/windows/windows.hpp"

#include <algorithm>
#include <map>

#include "native/x11/connection/property.hpp"
#include "native/x11/windows/window_details.hpp"

namespace native::x11 {
namespace {

constexpr std::size_t kMaxListed = 4096;
// Maximum depth below the root at which a window manager without EWMH may have its clients.
constexpr int kMaxFrameDepth = 3;

std::vector<xcb_window_t> children_of(Ask<xcb_query_tree_reply>& asked) {
  const auto reply = asked.wait();
  if (!reply) return {};
  const auto children =
      items<xcb_window_t>(*reply, xcb_query_tree_children(reply.get()), reply->children_len);
  return {children.begin(), children.end()};
}

std::vector<bool> managed(Connection& connection, const std::vector<Candidate>& candidates) {
  std::vector<AskProperty> asked;
  for (const Candidate& candidate : candidates) {
    asked.push_back(ask_property(connection, candidate.window, connection.atom(Atom::kWmState), 8));
  }
  std::vector<bool> result;
  for (AskProperty& ask : asked) result.push_back(number_of(ask.wait().get()).has_value());
  return result;
}

std::vector<Candidate> below(Connection& connection, const std::vector<Candidate>& parents) {
  std::vector<Ask<xcb_query_tree_reply>> asked;
  for (const Candidate& parent : parents) {
    asked.emplace_back(connection.raw(), xcb_query_tree(connection.raw(), parent.window));
  }
  std::vector<Candidate> result;
  for (std::size_t i = 0; i < parents.size(); ++i) {
    for (const xcb_window_t child : children_of(asked[i])) {
      if (result.size() < kMaxListed) result.push_back({child, parents[i].top});
    }
  }
  return result;
}

// Returns the client windows (those with WM_STATE) in the order of the root's children that contain
// them; a child that contains none represents itself.
std::vector<Candidate> from_tree(Connection& connection, const ManagerState& manager) {
  std::vector<Candidate> level;
  for (const xcb_window_t window : manager.tree) {
    if (level.size() < kMaxListed) level.push_back({window, window});
  }
  const std::vector<Candidate> tops = level;
  std::map<xcb_window_t, xcb_window_t> client_of_top;
  for (int depth = 0; depth < kMaxFrameDepth && !level.empty(); ++depth) {
    const std::vector<bool> is_client = managed(connection, level);
    std::vector<Candidate> open;
    for (std::size_t i = 0; i < level.size(); ++i) {
      if (is_client[i]) client_of_top.emplace(level[i].top, level[i].window);
    }
    for (const Candidate& candidate : level) {
      if (client_of_top.count(candidate.top) == 0) open.push_back(candidate);
    }
    // No window has WM_STATE, so there is no window manager and every child is an application's
    // window.
    if (depth > 0 && client_of_top.empty()) break;
    level = below(connection, open);
  }
  std::vector<Candidate> result;
  for (const Candidate& top : tops) {
    const auto client = client_of_top.find(top.window);
    result.push_back({client == client_of_top.end() ? top.window : client->second, top.window});
  }
  return result;
}

// Keeps the candidates that look like application windows, as there is no list of clients: mapped
// ones that are not pop-ups.
std::vector<Candidate> shown(Connection& connection, const std::vector<Candidate>& candidates) {
  std::vector<Ask<xcb_get_window_attributes_reply>> asked;
  for (const Candidate& candidate : candidates) {
    asked.emplace_back(connection.raw(),
                       xcb_get_window_attributes(connection.raw(), candidate.window));
  }
  std::vector<Candidate> result;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto reply = asked[i].wait();
    if (!reply || reply->override_redirect != 0) continue;
    const bool framed = candidates[i].window != candidates[i].top;
    if (framed || reply->map_state == XCB_MAP_STATE_VIEWABLE) result.push_back(candidates[i]);
  }
  return result;
}

// Returns the window of the list that is `inner` or an ancestor of it.
const Window* holder(Connection& connection, const std::vector<Window>& windows,
                     xcb_window_t inner) {
  for (int depth = 0; depth < 16 && inner > XCB_INPUT_FOCUS_POINTER_ROOT; ++depth) {
    const auto found = std::find_if(windows.begin(), windows.end(),
                                    [&](const Window& window) { return window.id == inner; });
    if (found != windows.end()) return &*found;
    Ask<xcb_query_tree_reply> asked(connection.raw(), xcb_query_tree(connection.raw(), inner));
    const auto reply = asked.wait();
    if (!reply || reply->parent == connection.root()) break;
    inner = reply->parent;
  }
  return nullptr;
}

// Returns the listed window that is `top`, a child of the root, or is inside it.
const Window* held_by(Connection& connection, const std::vector<Window>& windows,
                      xcb_window_t top) {
  for (const Window& window : windows) {
    xcb_window_t walker = static_cast<xcb_window_t>(window.id);
    for (int depth = 0; depth < 16 && walker != top; ++depth) {
      Ask<xcb_query_tree_reply> asked(connection.raw(), xcb_query_tree(connection.raw(), walker));
      const auto reply = asked.wait();
      if (!reply || reply->parent == XCB_WINDOW_NONE || reply->parent == connection.root()) break;
      walker = reply->parent;
    }
    if (walker == top) return &window;
  }
  return nullptr;
}

// Returns the child of the root that contains the focused window, because a frame above it may have
// the client.
xcb_window_t top_of(Connection& connection, xcb_window_t inner) {
  for (int depth = 0; depth < 16 && inner > XCB_INPUT_FOCUS_POINTER_ROOT; ++depth) {
    Ask<xcb_query_tree_reply> asked(connection.raw(), xcb_query_tree(connection.raw(), inner));
    const auto reply = asked.wait();
    if (!reply || reply->parent == XCB_WINDOW_NONE) return XCB_WINDOW_NONE;
    if (reply->parent == connection.root()) return inner;
    inner = reply->parent;
  }
  return XCB_WINDOW_NONE;
}

const Window* focused(Connection& connection, const ManagerState& manager,
                      const std::vector<Window>& windows) {
  if (manager.knows_active) return holder(connection, windows, manager.active);
  if (const Window* window = holder(connection, windows, manager.focus)) return window;
  const xcb_window_t top = top_of(connection, manager.focus);
  return top == XCB_WINDOW_NONE ? nullptr : held_by(connection, windows, top);
}

std::vector<Window> list(Connection& connection, const ManagerState& manager) {
  std::vector<Window> windows =
      describe_windows(connection, manager, find_candidates(connection, manager));
  if (const Window* window = focused(connection, manager, windows)) {
    windows[static_cast<std::size_t>(window - windows.data())].active = true;
  }
  return windows;
}

}  // namespace

std::vector<Candidate> find_candidates(Connection& connection, const ManagerState& manager) {
  std::vector<Candidate> candidates;
  if (manager.lists_clients) {
    for (const xcb_window_t window : manager.clients) {
      if (candidates.size() < kMaxListed) candidates.push_back({window, XCB_WINDOW_NONE});
    }
  } else {
    candidates = shown(connection, from_tree(connection, manager));
  }
  std::reverse(candidates.begin(), candidates.end());
  return candidates;
}

xcb_window_t find_focused(Connection& connection, const ManagerState& manager,
                          const std::vector<Window>& windows) {
  const Window* window = focused(connection, manager, windows);
  return window ? static_cast<xcb_window_t>(window->id)
                : static_cast<xcb_window_t>(XCB_WINDOW_NONE);
}

std::vector<Window> list_windows(Connection& connection) {
  return list(connection, read_manager(connection));
}

std::optional<Window> find_frontmost(Connection& connection) {
  const ManagerState manager = read_manager(connection);
  const std::vector<Window> windows = list(connection, manager);
  for (const Window& window : windows) {
    if (window.active) return window;
  }
  if (manager.present) return std::nullopt;
  Ask<xcb_query_pointer_reply> asked(connection.raw(),
                                     xcb_query_pointer(connection.raw(), connection.root()));
  const auto pointer = asked.wait();
  if (pointer && pointer->child != XCB_WINDOW_NONE) {
    if (const Window* window = held_by(connection, windows, pointer->child)) return *window;
  }
  for (const Window& window : windows) {
    if (window.on_screen) return window;
  }
  return std::nullopt;
}

}  // namespace native::x11
