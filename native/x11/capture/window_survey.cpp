#include "native/x11/capture/window_survey.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "native/x11/capture/window_cover.hpp"
#include "native/x11/windows/window_names.hpp"

namespace native::x11 {
namespace {

constexpr std::size_t kMaxWindows = 16384;
constexpr std::uint32_t kMaxListBytes = 4 * 65536;
constexpr int kMaxDepth = 32;
// Maximum depth below the root at which a window manager without EWMH may have its clients.
constexpr int kMaxFrameDepth = 3;

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

WindowSurvey::WindowSurvey(Connection& connection, Exclusion& exclusion)
    : connection_(connection),
      exclusion_(exclusion),
      asked_compositor_(
          connection.raw(),
          xcb_get_selection_owner(connection.raw(), connection.atom(Atom::kCompositingManager))),
      asked_tree_(connection.raw(), xcb_query_tree(connection.raw(), connection.root())),
      asked_clients_(ask_property(connection, connection.root(),
                                  connection.atom(Atom::kNetClientList), kMaxListBytes)),
      asked_manager_(ask_property(connection, connection.root(),
                                  connection.atom(Atom::kNetSupportingWmCheck), 4)),
      owners_(connection) {}

void WindowSurvey::study() {
  collect();
  identify();
  const auto hidden = [](const Window& window) { return window.hidden_from != 0; };
  if (std::none_of(windows_.begin(), windows_.end(), hidden)) return;
  relate();
  find_tops();
}

bool WindowSurvey::manager_is_alive(xcb_window_t check) {
  if (check == XCB_WINDOW_NONE) return false;
  AskProperty self =
      ask_property(connection_, check, connection_.atom(Atom::kNetSupportingWmCheck), 4);
  return number_of(self.wait().get()) == check;
}

// Lists every window that may be an application's: the children of the root, among which are menus
// and other pop-ups, and the clients inside frames. Leaves out the window manager's own windows.
void WindowSurvey::collect() {
  const auto owner = asked_compositor_.wait();
  composited_ = owner && owner->owner != XCB_WINDOW_NONE;
  tree_ = children(asked_tree_);
  const std::vector<std::uint32_t> clients = numbers_of(asked_clients_.wait().get());
  const xcb_window_t check = number_of(asked_manager_.wait().get()).value_or(XCB_WINDOW_NONE);
  if (tree_.size() + clients.size() > kMaxWindows) throw_too_many();
  const bool listed = !clients.empty() && manager_is_alive(check);
  const std::uint32_t mask = ~xcb_get_setup(connection_.raw())->resource_id_mask;
  for (const xcb_window_t window : tree_)
    if (!listed || (window & mask) != (check & mask)) surveyed_.push_back({window, true});
  if (!listed) return add_inner_windows();
  const std::set<xcb_window_t> tops(tree_.begin(), tree_.end());
  for (const xcb_window_t window : clients)
    if (tops.count(window) == 0) surveyed_.push_back({window, false});
}

void WindowSurvey::add_inner_windows() {
  std::vector<xcb_window_t> level = tree_;
  for (int depth = 0; depth < kMaxFrameDepth; ++depth) {
    std::vector<Ask<xcb_query_tree_reply>> asked;
    for (const xcb_window_t window : level)
      asked.emplace_back(connection_.raw(), xcb_query_tree(connection_.raw(), window));
    level.clear();
    for (auto& each : asked) {
      const std::vector<xcb_window_t> found = children(each);
      level.insert(level.end(), found.begin(), found.end());
    }
    if (surveyed_.size() + level.size() > kMaxWindows) throw_too_many();
    for (const xcb_window_t window : level) surveyed_.push_back({window, false});
  }
}

void WindowSurvey::identify() {
  std::vector<AskProperty> classes, claimed, titles;
  windows_.resize(surveyed_.size());
  for (std::size_t i = 0; i < surveyed_.size(); ++i) {
    const xcb_window_t window = surveyed_[i].window;
    windows_[i].id = window;
    classes.push_back(ask_property(connection_, window, XCB_ATOM_WM_CLASS, 1024));
    if (exclusion_.needs_titles())
      titles.push_back(ask_property(connection_, window, connection_.atom(Atom::kNetWmName)));
    if (!connection_.extensions().resource)
      claimed.push_back(ask_property(connection_, window, connection_.atom(Atom::kNetWmPid), 4));
  }
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    fill_class(windows_[i], classes[i].wait().get());
    if (!titles.empty()) windows_[i].title = modern_title(titles[i].wait().get());
    windows_[i].pid = owners_.of(surveyed_[i].window);
    if (!claimed.empty() && windows_[i].pid == 0)
      windows_[i].pid = number_of(claimed[i].wait().get()).value_or(0);
  }
  if (!titles.empty()) fill_titles();
  exclusion_.mark(windows_);
}

// Fills in the titles of windows that do not state them in the modern way.
void WindowSurvey::fill_titles() {
  struct Late {
    Window* window;
    AskProperty legacy, visible;
  };
  std::vector<Late> asked;
  for (Window& window : windows_) {
    const auto id = static_cast<xcb_window_t>(window.id);
    if (window.title.empty())
      asked.push_back({&window, ask_property(connection_, id, XCB_ATOM_WM_NAME),
                       ask_property(connection_, id, connection_.atom(Atom::kNetWmVisibleName))});
  }
  for (Late& each : asked)
    each.window->title = legacy_title(connection_, each.legacy, each.visible);
}

// Finds out which windows belong to others, and decides again.
void WindowSurvey::relate() {
  std::vector<AskProperty> owners;
  std::vector<std::optional<Ask<xcb_get_window_attributes_reply>>> attributes;
  for (const Surveyed& each : surveyed_) {
    owners.push_back(ask_property(connection_, each.window, XCB_ATOM_WM_TRANSIENT_FOR, 4));
    attributes.emplace_back();
    if (each.top)
      attributes.back().emplace(connection_.raw(),
                                xcb_get_window_attributes(connection_.raw(), each.window));
  }
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    windows_[i].transient_for = number_of(owners[i].wait().get()).value_or(0);
    if (!attributes[i]) continue;
    const auto reply = attributes[i]->wait();
    windows_[i].pop_up = reply && reply->override_redirect != 0;
  }
  exclusion_.mark(windows_);
}

// Returns the child of the root that contains each window, XCB_WINDOW_NONE for one that is gone.
// Asks for all parents of one depth together.
std::vector<xcb_window_t> WindowSurvey::tops_of(std::vector<xcb_window_t> windows) {
  std::vector<xcb_window_t> tops(windows.size(), XCB_WINDOW_NONE);
  for (int depth = 0; depth < kMaxDepth; ++depth) {
    std::vector<std::pair<std::size_t, Ask<xcb_query_tree_reply>>> asked;
    for (std::size_t i = 0; i < windows.size(); ++i)
      if (windows[i] != XCB_WINDOW_NONE)
        asked.emplace_back(
            i, Ask<xcb_query_tree_reply>(connection_.raw(),
                                         xcb_query_tree(connection_.raw(), windows[i])));
    if (asked.empty()) break;
    for (auto& [place, ask] : asked) {
      const auto reply = ask.wait();
      const xcb_window_t parent =
          reply ? reply->parent : static_cast<xcb_window_t>(XCB_WINDOW_NONE);
      const bool top = parent == connection_.root();
      if (top) tops[place] = windows[place];
      windows[place] = top ? static_cast<xcb_window_t>(XCB_WINDOW_NONE) : parent;
    }
  }
  return tops;
}

void WindowSurvey::find_tops() {
  std::set<xcb_window_t> tops;
  std::vector<xcb_window_t> inner;
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    if (windows_[i].hidden_from == 0) continue;
    excluded_.push_back(surveyed_[i].window);
    if (surveyed_[i].top)
      tops.insert(surveyed_[i].window);
    else
      inner.push_back(surveyed_[i].window);
  }
  for (const xcb_window_t top : tops_of(std::move(inner))) tops.insert(top);
  tops.erase(XCB_WINDOW_NONE);
  tops_.assign(tops.begin(), tops.end());
}

bool WindowSurvey::covers(xcb_window_t window) {
  if (excluded_.empty()) return false;
  if (std::find(excluded_.begin(), excluded_.end(), window) != excluded_.end()) return true;
  return std::binary_search(tops_.begin(), tops_.end(), tops_of({window}).front());
}

std::vector<Rect> WindowSurvey::visible_areas(const Rect& picture, int& count) {
  count = 0;
  std::vector<Rect> areas;
  if (tops_.empty()) return areas;
  const auto lowest = std::find_if(tree_.begin(), tree_.end(), [&](xcb_window_t window) {
    return std::binary_search(tops_.begin(), tops_.end(), window);
  });
  const std::vector<xcb_window_t> stack(lowest, tree_.end());
  std::vector<bool> excluded;
  for (const xcb_window_t window : stack)
    excluded.push_back(std::binary_search(tops_.begin(), tops_.end(), window));
  const std::vector<WindowCover> covers = read_covers(connection_, stack, excluded, composited_);
  for (std::size_t i = 0; i < stack.size(); ++i) {
    if (!excluded[i]) continue;
    any_shown_ = any_shown_ || !covers[i].bounds.empty();
    Region shown = covers[i].shape;
    for (std::size_t above = i + 1; above < stack.size(); ++above)
      if (shown.meets(covers[above].bounds)) shown.subtract(covers[above].opaque);
    if (shown.meets(picture)) ++count;
    areas.insert(areas.end(), shown.parts().begin(), shown.parts().end());
  }
  return areas;
}

}  // namespace native::x11
