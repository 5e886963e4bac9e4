#include "native/x11/clipboard/selection_server.hpp"

#include <algorithm>
#include <utility>

#include "native/x11/connection/event_queue.hpp"
#include "native/x11/connection/server_grab.hpp"

namespace native::x11 {
namespace {

constexpr std::uint32_t kMaxPairs = 64;  // conversions of one MULTIPLE

std::vector<std::string_view> names_of(const Targets& targets) {
  std::vector<std::string_view> names = {
      "CLIPBOARD", "TARGETS",           "MULTIPLE",     "TIMESTAMP",      "INCR",
      "ATOM_PAIR", "CLIPBOARD_MANAGER", "SAVE_TARGETS", "_PEEKABOO_TIME", "_PEEKABOO_SELECTION"};
  for (const OfferedTarget& each : targets.all()) {
    names.push_back(each.name);
    names.push_back(each.type);
  }
  return names;
}

// Server times are numbers of a circle.
bool is_before(xcb_timestamp_t a, xcb_timestamp_t b) {
  return static_cast<std::int32_t>(a - b) < 0;
}

}  // namespace

SelectionServer::SelectionServer(Connection& connection, Selection selection,
                                 std::shared_ptr<const ClipboardContent> content)
    : connection_(connection),
      targets_(std::move(content)),
      atoms_(connection, names_of(targets_)),
      selection_(selection_atom(selection, atoms_.of("CLIPBOARD"))),
      window_(connection),
      transfers_(connection, atoms_.of("INCR")) {
  for (const OfferedTarget& each : targets_.all()) offered_.emplace(atoms_.of(each.name), each);
}

bool SelectionServer::take_selection(xcb_window_t from, Deadline deadline) {
  since_ =
      window_.server_time(atoms_.of("_PEEKABOO_TIME"), deadline, [](const xcb_generic_event_t&) {});
  std::optional<ServerGrab> grab;
  if (from != XCB_WINDOW_NONE) {
    grab.emplace(connection_);
    if (owner_of(connection_, selection_) != from) return false;
  }
  xcb_set_selection_owner(connection_.raw(), window_.id(), selection_, since_);
  return owner_of(connection_, selection_) == window_.id();
}

void SelectionServer::ask_manager() {
  const xcb_atom_t manager = atoms_.of("CLIPBOARD_MANAGER");
  if (lost_ || owner_of(connection_, manager) == XCB_WINDOW_NONE) {
    answer_ = false;
    return;
  }
  std::vector<xcb_atom_t> wanted;
  for (const auto& [atom, target] : offered_) wanted.push_back(atom);
  const xcb_atom_t property = atoms_.of("_PEEKABOO_SELECTION");
  put_atoms(window_.id(), property, wanted, XCB_ATOM_ATOM);
  xcb_convert_selection(connection_.raw(), window_.id(), manager, atoms_.of("SAVE_TARGETS"),
                        property, since_);
}

std::optional<bool> SelectionServer::take_answer() { return std::exchange(answer_, std::nullopt); }

void SelectionServer::take(const xcb_generic_event_t& event) {
  switch (event_kind(event)) {
    case XCB_SELECTION_REQUEST:
      return answer(reinterpret_cast<const xcb_selection_request_event_t&>(event));
    case XCB_SELECTION_CLEAR: {
      const auto& clear = reinterpret_cast<const xcb_selection_clear_event_t&>(event);
      if (clear.selection == selection_ && clear.owner == window_.id()) lost_ = true;
      return;
    }
    case XCB_SELECTION_NOTIFY: {
      const auto& notify = reinterpret_cast<const xcb_selection_notify_event_t&>(event);
      if (notify.selection == atoms_.of("CLIPBOARD_MANAGER"))
        answer_ = notify.property != XCB_ATOM_NONE;
      return;
    }
    default:
      transfers_.take(event);
  }
}

void SelectionServer::answer(const xcb_selection_request_event_t& request) {
  // Clients from before ICCCM give no property.
  const xcb_atom_t property = request.property == XCB_ATOM_NONE ? request.target : request.property;
  const bool ours = request.owner == window_.id() && request.selection == selection_ &&
                    (request.time == XCB_CURRENT_TIME || !is_before(request.time, since_));
  const bool several = request.target == atoms_.of("MULTIPLE");
  const bool done = ours && (several ? convert_several(request.requestor, property)
                                     : convert(request.requestor, request.target, property));
  xcb_selection_notify_event_t notify{};
  notify.response_type = XCB_SELECTION_NOTIFY;
  notify.time = request.time;
  notify.requestor = request.requestor;
  notify.selection = request.selection;
  notify.target = request.target;
  notify.property = done ? property : static_cast<xcb_atom_t>(XCB_ATOM_NONE);
  xcb_send_event(connection_.raw(), 0, request.requestor, XCB_EVENT_MASK_NO_EVENT,
                 reinterpret_cast<const char*>(&notify));
}

bool SelectionServer::convert(xcb_window_t window, xcb_atom_t target, xcb_atom_t property) {
  if (target == atoms_.of("TARGETS")) {
    std::vector<xcb_atom_t> all = {atoms_.of("TARGETS"), atoms_.of("MULTIPLE"),
                                   atoms_.of("TIMESTAMP"), atoms_.of("SAVE_TARGETS")};
    for (const OfferedTarget& each : targets_.all()) all.push_back(atoms_.of(each.name));
    put_atoms(window, property, all, XCB_ATOM_ATOM);
    return true;
  }
  if (target == atoms_.of("TIMESTAMP")) {
    put_atoms(window, property, {since_}, XCB_ATOM_INTEGER);
    return true;
  }
  const auto found = offered_.find(target);
  if (found == offered_.end()) return false;
  return transfers_.begin(window, property, atoms_.of(found->second.type), found->second.bytes);
}

// Converts each pair of a target and a property (ICCCM 2.6.2), and marks those that failed.
bool SelectionServer::convert_several(xcb_window_t window, xcb_atom_t property) {
  xcb_connection_t* c = connection_.raw();
  Ask<xcb_get_property_reply> asked(
      c, xcb_get_property(c, 0, window, property, XCB_GET_PROPERTY_TYPE_ANY, 0, 2 * kMaxPairs));
  const auto reply = asked.wait();
  if (!reply || reply->format != 32 || reply->value_len % 2 != 0) return false;
  const auto given =
      items<xcb_atom_t>(*reply, xcb_get_property_value(reply.get()), reply->value_len);
  std::vector<xcb_atom_t> pairs(given.begin(), given.end());
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
    const bool nested = pairs[i] == atoms_.of("MULTIPLE") || pairs[i + 1] == XCB_ATOM_NONE;
    if (nested || !convert(window, pairs[i], pairs[i + 1])) pairs[i + 1] = XCB_ATOM_NONE;
  }
  put_atoms(window, property, pairs, atoms_.of("ATOM_PAIR"));
  return true;
}

void SelectionServer::put_atoms(xcb_window_t window, xcb_atom_t property,
                                const std::vector<xcb_atom_t>& atoms, xcb_atom_t type) {
  xcb_change_property(connection_.raw(), XCB_PROP_MODE_REPLACE, window, property, type, 32,
                      static_cast<std::uint32_t>(atoms.size()), atoms.data());
}

}  // namespace native::x11
