#include "native/x11/events/window_watch.hpp"

#include <algorithm>

#include "native/x11/connection/event_queue.hpp"
#include "native/x11/windows/windows.hpp"

namespace native::x11 {
namespace {

constexpr std::size_t kMaxAtOnce = 256;  // windows described together

xcb_window_t xid(std::uint64_t id) { return static_cast<xcb_window_t>(id); }

void select_events(Connection& connection, xcb_window_t window, std::uint32_t mask) {
  xcb_change_window_attributes(connection.raw(), window, XCB_CW_EVENT_MASK, &mask);
}

}  // namespace

void WindowWatch::want(const Wanted& wanted, bool quietly, std::vector<Event>& out) {
  const Wanted before = wanted_;
  wanted_ = wanted;
  const bool was_needed = before.windows || before.focus || before.titles || before.moves;
  if (needed() && was_needed) return look_at_all(false, before, out);
  if (needed()) return look_at_all(quietly, quietly ? Wanted() : wanted, out);
  select_root();
  if (!was_needed) return;
  for (const xcb_window_t window : listed_) select_events(connection_, window, 0);
  ledger_ = WindowLedger();
  listed_.clear();
  changed_.clear();
  list_ = focus_ = false;
}

void WindowWatch::select_root() {
  // A change of the monitor layout arrives as a move of the root.
  std::uint32_t mask = wanted_.displays ? XCB_EVENT_MASK_STRUCTURE_NOTIFY : XCB_EVENT_MASK_NO_EVENT;
  if (!needed()) return select_events(connection_, connection_.root(), mask);
  mask |= XCB_EVENT_MASK_PROPERTY_CHANGE;
  if (!manager_.lists_clients) mask |= XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY;
  if (!manager_.knows_active && wanted_.focus) mask |= XCB_EVENT_MASK_FOCUS_CHANGE;
  select_events(connection_, connection_.root(), mask);
  if (manager_.present) select_events(connection_, manager_.check, XCB_EVENT_MASK_STRUCTURE_NOTIFY);
}

std::uint32_t WindowWatch::window_mask() const {
  std::uint32_t mask = 0;
  if (wanted_.titles) mask |= XCB_EVENT_MASK_PROPERTY_CHANGE;
  if (wanted_.moves) mask |= XCB_EVENT_MASK_STRUCTURE_NOTIFY;
  if (wanted_.focus && !manager_.knows_active) mask |= XCB_EVENT_MASK_FOCUS_CHANGE;
  return mask;
}

void WindowWatch::select(xcb_window_t window) { select_events(connection_, window, window_mask()); }

std::vector<Window> WindowWatch::describe(const std::vector<xcb_window_t>& windows) {
  std::vector<Candidate> candidates;
  for (const xcb_window_t window : windows) candidates.push_back({window, XCB_WINDOW_NONE});
  return describe_windows(connection_, manager_, candidates);
}

// Reads the window manager's state. Selects the root's events before reading, because a change in
// between would go unnoticed; a window manager that started or ended meanwhile is selected and read
// again.
void WindowWatch::read() {
  for (int attempt = 0; attempt < 3; ++attempt) {
    select_root();
    const ManagerState before = manager_;
    manager_ = read_manager(connection_);
    const bool same = before.check == manager_.check &&
                      before.lists_clients == manager_.lists_clients &&
                      before.knows_active == manager_.knows_active;
    if (same) return;
    flipped_ = true;
    for (const xcb_window_t window : listed_) select(window);
  }
}

// Checks everything: at first, and after every change of what is wanted or a new connection.
void WindowWatch::look_at_all(bool quietly, const Wanted& before, std::vector<Event>& out) {
  read();
  flipped_ = false;
  std::vector<xcb_window_t> windows;
  for (const Candidate& candidate : find_candidates(connection_, manager_))
    windows.push_back(candidate.window);
  listed_ = std::set<xcb_window_t>(windows.begin(), windows.end());
  for (const xcb_window_t window : windows) select(window);
  without_face_ = listed_;
  for (const std::uint64_t id : ledger_.ids())
    if (listed_.count(xid(id)) == 0) ledger_.closed(id, out);
  for (Window& window : describe(windows)) {
    without_face_.erase(xid(window.id));
    const Window* known = ledger_.find(window.id);
    // Another display server gives the same ids to other windows.
    if (known && (known->pid != window.pid || known->app_class != window.app_class)) {
      ledger_.closed(window.id, out);
      known = nullptr;
    }
    if (known)
      ledger_.seen(std::move(window), before.titles, before.moves, out);
    else if (quietly)
      ledger_.note(std::move(window));
    else
      ledger_.opened(std::move(window), out);
  }
  const xcb_window_t focused = find_focused(connection_, manager_, ledger_.windows());
  if (before.focus)
    ledger_.focused(focused, out);
  else
    ledger_.note_focus(focused);
  list_ = focus_ = false;
  changed_.clear();
}

void WindowWatch::take(const xcb_generic_event_t& event) {
  if (!needed()) return;
  const auto list_by_tree = [this] { list_ = list_ || !manager_.lists_clients; };
  switch (event_kind(event)) {
    case XCB_PROPERTY_NOTIFY: {
      const auto& notice = reinterpret_cast<const xcb_property_notify_event_t&>(event);
      const auto is = [&](Atom atom) { return notice.atom == connection_.atom(atom); };
      if (notice.window != connection_.root()) {
        const bool title = is(Atom::kNetWmName) || notice.atom == XCB_ATOM_WM_NAME;
        if (title && wanted_.titles && ledger_.knows(notice.window)) changed_.insert(notice.window);
      } else if (is(Atom::kNetActiveWindow)) {
        focus_ = focus_ || wanted_.focus;
      } else if (is(Atom::kNetClientList) || is(Atom::kNetClientListStacking) ||
                 is(Atom::kNetSupportingWmCheck) || is(Atom::kNetSupported)) {
        list_ = true;
      }
      return;
    }
    case XCB_CONFIGURE_NOTIFY: {
      const auto& notice = reinterpret_cast<const xcb_configure_notify_event_t&>(event);
      if (wanted_.moves && ledger_.knows(notice.window)) changed_.insert(notice.window);
      return;
    }
    case XCB_DESTROY_NOTIFY:
      if (reinterpret_cast<const xcb_destroy_notify_event_t&>(event).window == manager_.check)
        list_ = true;
      return list_by_tree();
    case XCB_MAP_NOTIFY:
    case XCB_UNMAP_NOTIFY:
    case XCB_REPARENT_NOTIFY:
      return list_by_tree();
    case XCB_FOCUS_IN:
    case XCB_FOCUS_OUT:
      focus_ = focus_ || (wanted_.focus && !manager_.knows_active);
      return;
    default:
      return;
  }
}

void WindowWatch::collect(std::size_t room, std::vector<Event>& out) {
  if (!needed() || room == 0) return;
  const std::size_t limit = out.size() + room;
  if (list_) look_at_list(limit, out);
  if (!changed_.empty()) look_at_changed(limit, out);
  if (focus_) look_at_focus(limit, out);
}

void WindowWatch::look_at_list(std::size_t limit, std::vector<Event>& out) {
  read();
  std::set<xcb_window_t> now;
  std::vector<xcb_window_t> fresh;
  for (const Candidate& candidate : find_candidates(connection_, manager_)) {
    now.insert(candidate.window);
    if (!ledger_.knows(candidate.window) && without_face_.count(candidate.window) == 0)
      fresh.push_back(candidate.window);
  }
  bool complete = true;
  bool pending = false;
  for (const std::uint64_t id : ledger_.ids()) {
    if (now.count(xid(id)) > 0) continue;
    if (flipped_ && exists(xid(id))) {
      pending = true;
      continue;
    }
    if (out.size() >= limit) {
      complete = false;
      break;
    }
    ledger_.closed(id, out);
    changed_.erase(xid(id));
  }
  if (!pending) flipped_ = false;
  const std::size_t space = std::min(limit > out.size() ? limit - out.size() : 0, kMaxAtOnce);
  if (fresh.size() > space) {
    fresh.resize(space);
    complete = false;
  }
  for (const xcb_window_t window : fresh) {
    select(window);
    without_face_.insert(window);
  }
  if (!fresh.empty()) {
    for (Window& window : describe(fresh)) {
      without_face_.erase(xid(window.id));
      ledger_.opened(std::move(window), out);
    }
  }
  std::erase_if(without_face_, [&](xcb_window_t window) { return now.count(window) == 0; });
  listed_ = std::move(now);
  list_ = !complete;
  focus_ = focus_ || wanted_.focus;
}

void WindowWatch::look_at_changed(std::size_t limit, std::vector<Event>& out) {
  // A window may need two events, one for its title and one for its place.
  const std::size_t space = std::min((limit > out.size() ? limit - out.size() : 0) / 2, kMaxAtOnce);
  std::vector<xcb_window_t> windows;
  while (!changed_.empty() && windows.size() < space)
    windows.push_back(changed_.extract(changed_.begin()).value());
  if (windows.empty()) return;
  for (Window& window : describe(windows))
    ledger_.seen(std::move(window), wanted_.titles, wanted_.moves, out);
}

void WindowWatch::look_at_focus(std::size_t limit, std::vector<Event>& out) {
  if (out.size() >= limit) return;
  focus_ = false;
  manager_ = read_manager(connection_);
  ledger_.focused(find_focused(connection_, manager_, ledger_.windows()), out);
}

bool WindowWatch::exists(xcb_window_t window) {
  Ask<xcb_get_window_attributes_reply> asked(connection_.raw(),
                                             xcb_get_window_attributes(connection_.raw(), window));
  return asked.wait() != nullptr;
}

}  // namespace native::x11
