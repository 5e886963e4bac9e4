#include "native/x11/windows/manager.hpp"

#include <algorithm>

#include "native/x11/connection/property.hpp"

namespace native::x11 {
namespace {

constexpr std::uint32_t kMaxListBytes = 4 * 65536;

bool contains(const std::vector<std::uint32_t>& values, std::uint32_t value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

}  // namespace

ManagerState read_manager(Connection& connection) {
  xcb_connection_t* c = connection.raw();
  const xcb_window_t root = connection.root();
  const auto ask = [&](Atom atom, std::uint32_t bytes) {
    return ask_property(connection, root, connection.atom(atom), bytes);
  };
  AskProperty check_window = ask(Atom::kNetSupportingWmCheck, 4);
  AskProperty supported = ask(Atom::kNetSupported, 4096);
  AskProperty stacking = ask(Atom::kNetClientListStacking, kMaxListBytes);
  AskProperty list = ask(Atom::kNetClientList, kMaxListBytes);
  AskProperty active = ask(Atom::kNetActiveWindow, 4);
  AskProperty desktop = ask(Atom::kNetCurrentDesktop, 4);
  Ask<xcb_query_tree_reply> tree(c, xcb_query_tree(c, root));
  Ask<xcb_get_input_focus_reply> focus(c, xcb_get_input_focus(c));

  ManagerState state;
  const xcb_window_t check = number_of(check_window.wait().get()).value_or(XCB_WINDOW_NONE);
  // The window must name itself, because a window manager that died leaves the root's properties
  // behind.
  AskProperty self =
      ask_property(connection, check, connection.atom(Atom::kNetSupportingWmCheck), 4);
  const std::vector<std::uint32_t> features = numbers_of(supported.wait().get());
  state.clients = numbers_of(stacking.wait().get());
  const std::vector<std::uint32_t> unordered = numbers_of(list.wait().get());
  if (state.clients.empty()) state.clients = unordered;
  state.active = number_of(active.wait().get()).value_or(XCB_WINDOW_NONE);
  if (const auto number = number_of(desktop.wait().get()))
    state.current_desktop = static_cast<int>(*number);
  if (const auto reply = tree.wait()) {
    const auto children =
        items<xcb_window_t>(*reply, xcb_query_tree_children(reply.get()), reply->children_len);
    state.tree.assign(children.begin(), children.end());
  }
  if (const auto reply = focus.wait()) state.focus = reply->focus;
  state.present = check != XCB_WINDOW_NONE && number_of(self.wait().get()) == check;
  if (!state.present) {
    state.clients.clear();
    state.active = XCB_WINDOW_NONE;
    state.current_desktop = -1;
    return state;
  }
  state.check = check;
  state.lists_clients = contains(features, connection.atom(Atom::kNetClientListStacking)) ||
                        contains(features, connection.atom(Atom::kNetClientList));
  state.knows_hidden = contains(features, connection.atom(Atom::kNetWmStateHidden));
  state.knows_active = contains(features, connection.atom(Atom::kNetActiveWindow));
  return state;
}

}  // namespace native::x11
