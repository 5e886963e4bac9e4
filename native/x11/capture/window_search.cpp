#include "native/x11/capture/window_search.hpp"

#include <utility>

#include "native/desktop/error.hpp"
#include "native/x11/windows/window_names.hpp"

namespace native::x11 {
namespace {

constexpr std::size_t kMaxWindows = 16384;
constexpr std::uint32_t kMaxListBytes = 4 * 65536;

std::vector<xcb_window_t> children(Ask<xcb_query_tree_reply>& asked) {
  const auto reply = asked.wait();
  if (!reply) return {};
  const auto found =
      items<xcb_window_t>(*reply, xcb_query_tree_children(reply.get()), reply->children_len);
  return {found.begin(), found.end()};
}

[[noreturn]] void throw_too_many() {
  throw Error("CAPTURE_FAILED", "too many windows to tell which are excluded",
              "Close some windows.", {{"reason", "too many windows"}});
}

}  // namespace

void InnerWindows::ask(xcb_window_t window) {
  if (asked_.count(window) > 0) return;
  asked_.emplace(window, connection_.known_answers().tree(window));
}

std::vector<InnerWindow> InnerWindows::find(const std::vector<xcb_window_t>& outer,
                                            std::size_t most, bool& complete) {
  std::vector<InnerWindow> found;
  std::vector<xcb_window_t> level = outer;
  complete = true;
  for (int depth = 0; complete && !level.empty(); ++depth) {
    for (const xcb_window_t window : level) ask(window);
    std::vector<xcb_window_t> next;
    for (const xcb_window_t window : level) {
      auto asked = asked_.extract(window);
      if (asked.empty()) continue;  // it was found twice, while windows moved
      const auto reply = asked.mapped().wait();
      if (!reply) continue;
      if (depth == 0) parents_.insert(reply->parent);
      const auto inner =
          items<xcb_window_t>(*reply, xcb_query_tree_children(reply.get()), reply->children_len);
      for (const xcb_window_t each : inner) {
        found.push_back({each, window});
        next.push_back(each);
      }
    }
    complete = found.size() <= most && (depth < kMaxDepth || next.empty());
    level = std::move(next);
  }
  return found;
}

WindowSearch::WindowSearch(Connection& connection, bool titles)
    : connection_(connection),
      titles_(titles),
      asked_compositor_(
          connection.raw(),
          xcb_get_selection_owner(connection.raw(), connection.atom(Atom::kCompositingManager))),
      asked_tree_(connection.raw(), xcb_query_tree(connection.raw(), connection.root())),
      asked_clients_(ask_property(connection, connection.root(),
                                  connection.atom(Atom::kNetClientList), kMaxListBytes)),
      asked_manager_(ask_property(connection, connection.root(),
                                  connection.atom(Atom::kNetSupportingWmCheck), 4)),
      inner_(connection) {
  if (connection.known_answers().empty()) owners_.emplace(connection);
}

void WindowSearch::run() {
  const auto owner = asked_compositor_.wait();
  connection_.note_events();
  composited_ = owner && owner->owner != XCB_WINDOW_NONE;
  if (composited_) compositor_ = process_of(owner->owner);
  stack_ = children(asked_tree_);
  std::vector<std::uint32_t> clients = numbers_of(asked_clients_.wait().get());
  const xcb_window_t check = number_of(asked_manager_.wait().get()).value_or(XCB_WINDOW_NONE);
  if (stack_.size() + clients.size() > kMaxWindows) throw_too_many();
  if (!clients.empty()) manager_ = check;
  if (manager_ == XCB_WINDOW_NONE)
    clients.clear();
  else
    ask_whether_managed(manager_);
  list(clients);
  if (manager_ != XCB_WINDOW_NONE &&
      number_of(asked_whether_managed_->second.wait().get()) != manager_) {
    manager_ = XCB_WINDOW_NONE;
    list({});
  }
  add_inner_windows();
  if (manager_ != XCB_WINDOW_NONE) add_unlisted();
}

void WindowSearch::ask_about(xcb_window_t window) {
  if (asked_.count(window) > 0) return;
  KnownAnswers& answers = connection_.known_answers();
  Identity each{answers.property(window, XCB_ATOM_WM_CLASS, 1024), {}, {}};
  if (titles_) each.title.emplace(answers.property(window, connection_.atom(Atom::kNetWmName)));
  if (!connection_.extensions().resource)
    each.pid.emplace(answers.property(window, connection_.atom(Atom::kNetWmPid), 4));
  asked_.emplace(window, std::move(each));
}

void WindowSearch::ask_whether_managed(xcb_window_t check) {
  if (asked_whether_managed_ && asked_whether_managed_->first == check) return;
  asked_whether_managed_.emplace(
      check, ask_property(connection_, check, connection_.atom(Atom::kNetSupportingWmCheck), 4));
}

// Returns whether a window was made by the window manager.
bool WindowSearch::is_managers(xcb_window_t window) const {
  const std::uint32_t mask = ~xcb_get_setup(connection_.raw())->resource_id_mask;
  return manager_ != XCB_WINDOW_NONE && (window & mask) == (manager_ & mask);
}

void WindowSearch::add(xcb_window_t window, bool top, xcb_window_t parent) {
  if (!places_.emplace(window, found_.size()).second) return;
  found_.push_back({window, top, parent});
  ask_about(window);
}

// Finds the children of the root and the clients inside frames, and asks about all of them.
void WindowSearch::list(const std::vector<std::uint32_t>& clients) {
  found_.clear();
  places_.clear();
  managers_.clear();
  for (const xcb_window_t window : stack_) {
    if (is_managers(window))
      managers_.push_back(window);
    else
      add(window, true);
  }
  const std::set<xcb_window_t> tops(stack_.begin(), stack_.end());
  for (const xcb_window_t window : clients)
    if (tops.count(window) == 0) add(window, false);
  for (const FoundWindow& each : found_) inner_.ask(each.window);
}

// Adds the windows inside those of applications: another application may have put its own there. A
// window manager without EWMH has its clients there, too.
void WindowSearch::add_inner_windows() {
  std::vector<xcb_window_t> outer;
  for (const FoundWindow& each : found_) outer.push_back(each.window);
  bool complete = true;
  for (const InnerWindow& each : inner_.find(outer, kMaxWindows, complete))
    add(each.window, false, each.parent);
  if (!complete || found_.size() > kMaxWindows) throw_too_many();
}

// Adds the windows in frames in which no listed client is. A window manager shows a window some
// time before it lists it, and lists it no more some time before it hides it.
void WindowSearch::add_unlisted() {
  std::vector<xcb_window_t> frames;
  for (const xcb_window_t window : managers_)
    if (inner_.parents().count(window) == 0) frames.push_back(window);
  bool complete = true;
  for (const InnerWindow& each : inner_.find(frames, kMaxWindows, complete))
    if (!is_managers(each.window)) add(each.window, false, each.parent);
  if (!complete || found_.size() > kMaxWindows) throw_too_many();
}

// Returns the process of a window, which stays the same as long as the window exists; 0 when the
// server does not know.
std::int64_t WindowSearch::process_of(xcb_window_t window) {
  if (const auto known = connection_.known_answers().process(window)) return *known;
  if (!owners_) owners_.emplace(connection_);
  const std::int64_t pid = owners_->of(window);
  connection_.known_answers().keep_process(window, pid);
  return pid;
}

std::optional<std::size_t> WindowSearch::place_of(xcb_window_t window) const {
  const auto found = places_.find(window);
  if (found == places_.end()) return std::nullopt;
  return found->second;
}

Window WindowSearch::read_one(xcb_window_t id) {
  Identity& asked = asked_.at(id);
  Window window;
  window.id = id;
  fill_class(window, asked.app_class.wait().get());
  if (asked.title) window.title = modern_title(asked.title->wait().get());
  window.pid = process_of(id);
  if (asked.pid && window.pid == 0) window.pid = number_of(asked.pid->wait().get()).value_or(0);
  return window;
}

std::vector<Window> WindowSearch::read() {
  std::vector<Window> windows;
  windows.reserve(found_.size());
  for (const FoundWindow& each : found_) windows.push_back(read_one(each.window));
  if (titles_) fill_titles(windows);
  return windows;
}

// Fills in the titles of windows that do not state them in the modern way.
void WindowSearch::fill_titles(std::vector<Window>& windows) {
  struct Late {
    Window* window;
    KnownProperty legacy, visible;
  };
  KnownAnswers& answers = connection_.known_answers();
  std::vector<Late> asked;
  for (Window& window : windows) {
    const auto id = static_cast<xcb_window_t>(window.id);
    if (window.title.empty())
      asked.push_back({&window, answers.property(id, XCB_ATOM_WM_NAME),
                       answers.property(id, connection_.atom(Atom::kNetWmVisibleName))});
  }
  for (Late& each : asked)
    each.window->title =
        legacy_title(connection_, each.legacy.wait().get(), each.visible.wait().get());
}

}  // namespace native::x11
