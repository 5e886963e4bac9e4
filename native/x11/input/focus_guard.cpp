#include "native/x11/input/focus_guard.hpp"

#include <algorithm>
#include <vector>

#include "native/desktop/input.hpp"
#include "native/linux/process_info.hpp"
#include "native/x11/connection/property.hpp"
#include "native/x11/windows/placement.hpp"
#include "native/x11/windows/window_names.hpp"

namespace native::x11 {
namespace {

// More levels than any toolkit nests windows or any program dialogs.
constexpr int kMaxDepth = 64;
constexpr int kMaxDialogs = 8;
constexpr std::size_t kMaxFrameParts = 64;

}  // namespace

FocusGuard::FocusGuard(Connection& connection, const Act& act)
    : connection_(connection), owners_(connection), whole_process_(act.whole_process) {
  if (act.window == 0) return;
  if (act.window > 0xFFFFFFFF) throw_window_gone(act.window);
  window_ = static_cast<xcb_window_t>(act.window);
  if (!exists(window_)) throw_window_gone(act.window);
  process_ = owners_.of(window_);
}

bool FocusGuard::exists(xcb_window_t window) {
  xcb_connection_t* c = connection_.raw();
  return Ask<xcb_get_window_attributes_reply>(c, xcb_get_window_attributes(c, window)).wait() !=
         nullptr;
}

// Returns XCB_WINDOW_NONE for the root and for a window that is gone.
xcb_window_t FocusGuard::parent_of(xcb_window_t window) {
  xcb_connection_t* c = connection_.raw();
  const auto reply = Ask<xcb_query_tree_reply>(c, xcb_query_tree(c, window)).wait();
  return reply ? reply->parent : static_cast<xcb_window_t>(XCB_WINDOW_NONE);
}

bool FocusGuard::is_client(xcb_window_t window) {
  AskProperty asked = ask_property(connection_, window, connection_.atom(Atom::kWmState), 4);
  const auto reply = asked.wait();
  return reply && reply->type != XCB_ATOM_NONE;
}

// Returns the root's child that contains a window.
xcb_window_t FocusGuard::top_of(xcb_window_t window) {
  for (int depth = 0; depth < kMaxDepth; ++depth) {
    const xcb_window_t parent = parent_of(window);
    if (parent == XCB_WINDOW_NONE) return XCB_WINDOW_NONE;
    if (parent == connection_.root()) return window;
    window = parent;
  }
  return XCB_WINDOW_NONE;
}

// Returns the application's window that contains a window: the managed one, else the root's child.
xcb_window_t FocusGuard::client_of(xcb_window_t window) {
  for (int depth = 0; depth < kMaxDepth; ++depth) {
    if (window == window_ || is_client(window)) return window;
    const xcb_window_t parent = parent_of(window);
    if (parent == XCB_WINDOW_NONE) return XCB_WINDOW_NONE;
    if (parent == connection_.root()) return window;
    window = parent;
  }
  return XCB_WINDOW_NONE;
}

// Returns the managed window within a frame, else the window itself.
xcb_window_t FocusGuard::client_below(xcb_window_t top) {
  if (top == window_ || is_client(top)) return top;
  xcb_connection_t* c = connection_.raw();
  const auto reply = Ask<xcb_query_tree_reply>(c, xcb_query_tree(c, top)).wait();
  if (!reply) return top;
  const auto children =
      items<xcb_window_t>(*reply, xcb_query_tree_children(reply.get()), reply->children_len);
  std::vector<AskProperty> asked;
  for (const xcb_window_t child : children.first(std::min(children.size(), kMaxFrameParts)))
    asked.push_back(ask_property(connection_, child, connection_.atom(Atom::kWmState), 4));
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const auto state = asked[i].wait();
    if (children[i] == window_ || (state && state->type != XCB_ATOM_NONE)) return children[i];
  }
  return top;
}

bool FocusGuard::belongs(xcb_window_t client) {
  if (client == window_) return true;
  if (whole_process_ && process_ != 0 && owners_.of(client) == process_) return true;
  xcb_window_t dialog = client;
  for (int i = 0; i < kMaxDialogs; ++i) {
    AskProperty asked = ask_property(connection_, dialog, XCB_ATOM_WM_TRANSIENT_FOR, 4);
    dialog = number_of(asked.wait().get()).value_or(XCB_WINDOW_NONE);
    if (dialog == window_) return true;
    if (dialog == XCB_WINDOW_NONE || dialog == connection_.root()) break;
  }
  // A menu, or a list that drops down.
  xcb_connection_t* c = connection_.raw();
  const auto reply =
      Ask<xcb_get_window_attributes_reply>(c, xcb_get_window_attributes(c, client)).wait();
  return reply && reply->override_redirect != 0 && process_ != 0 && owners_.of(client) == process_;
}

xcb_window_t FocusGuard::receiver(xcb_window_t focus, std::int64_t typed) {
  if (focus == known_focus_ && known_client_ != XCB_WINDOW_NONE) return known_client_;
  if (focus == XCB_INPUT_FOCUS_POINTER_ROOT) {
    xcb_connection_t* c = connection_.raw();
    const auto pointer =
        Ask<xcb_query_pointer_reply>(c, xcb_query_pointer(c, connection_.root())).wait();
    focus = pointer ? pointer->child : static_cast<xcb_window_t>(XCB_WINDOW_NONE);
  }
  if (focus == XCB_WINDOW_NONE || focus == connection_.root()) return XCB_WINDOW_NONE;
  const xcb_window_t client = client_of(focus);
  if (client == XCB_WINDOW_NONE) return XCB_WINDOW_NONE;
  // A window manager takes the focus itself while it has no window to give it to.
  const bool unmanaged = client != window_ && !is_client(client);
  if (window_ == XCB_WINDOW_NONE) {
    window_ = client;
    process_ = owners_.of(client);
    whole_process_ = true;
  } else if (!belongs(client)) {
    if (!exists(window_)) throw_window_gone(window_);
    other_ = client;
    if (unmanaged) return XCB_WINDOW_NONE;
    throw focus_refused(named(window_), named(client), typed);
  }
  known_focus_ = focus;
  known_client_ = client;
  return client;
}

void FocusGuard::throw_nobody(std::int64_t typed) {
  throw focus_refused(named(window_), named(other_), typed);
}

void FocusGuard::check_grab(std::int64_t typed) {
  xcb_connection_t* c = connection_.raw();
  const auto tree = Ask<xcb_query_tree_reply>(c, xcb_query_tree(c, connection_.root())).wait();
  if (tree && process_ != 0) {
    for (const xcb_window_t top :
         items<xcb_window_t>(*tree, xcb_query_tree_children(tree.get()), tree->children_len)) {
      if (owners_.of(top) != process_) continue;
      const auto reply =
          Ask<xcb_get_window_attributes_reply>(c, xcb_get_window_attributes(c, top)).wait();
      if (reply && reply->override_redirect != 0 && reply->map_state == XCB_MAP_STATE_VIEWABLE)
        return;
    }
  }
  throw Error(
      "FOCUS_REFUSED",
      "another program has grabbed the keyboard, so keys would not reach window " +
          std::to_string(window_) + "; " + std::to_string(typed) + " arrived before",
      "Close its menu, dialog or screen lock, then try again.",
      {{"reason", "grabbed"}, {"window", static_cast<std::int64_t>(window_)}, {"typed", typed}});
}

void FocusGuard::check_running(xcb_window_t client, std::int64_t typed) {
  const std::int64_t pid = owners_.of(client);
  const auto status = process_status("/proc", static_cast<pid_t>(pid));
  if (status && (status->state == 'T' || status->state == 't'))
    throw input_not_taken(client, "its process " + std::to_string(pid) + " is stopped", typed);
}

void FocusGuard::check_place(int x, int y) {
  xcb_connection_t* c = connection_.raw();
  const auto at =
      Ask<xcb_translate_coordinates_reply>(
          c, xcb_translate_coordinates(c, connection_.root(), connection_.root(),
                                       static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)))
          .wait();
  const xcb_window_t top = at ? at->child : static_cast<xcb_window_t>(XCB_WINDOW_NONE);
  const bool any = window_ == XCB_WINDOW_NONE;
  const xcb_window_t own = any ? top : top_of(window_);
  if (!any && own == XCB_WINDOW_NONE) throw_window_gone(window_);
  if (top == XCB_WINDOW_NONE && any) return;
  const xcb_window_t client =
      top == XCB_WINDOW_NONE ? static_cast<xcb_window_t>(XCB_WINDOW_NONE) : client_below(top);
  if (top != own && (client == XCB_WINDOW_NONE || !belongs(client)))
    throw window_covered(named(window_), named(client), x, y);
  check_running(client, 0);
}

NamedWindow FocusGuard::named(xcb_window_t window) {
  if (window == XCB_WINDOW_NONE) return {};
  AskProperty asked = ask_property(connection_, window, XCB_ATOM_WM_CLASS, 1024);
  Window described;
  fill_class(described, asked.wait().get());
  return {window, described.app_class};
}

}  // namespace native::x11
