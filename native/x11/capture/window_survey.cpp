#include "native/x11/capture/window_survey.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "native/x11/capture/window_cover.hpp"
#include "native/x11/connection/property.hpp"
#include "native/x11/windows/manager.hpp"
#include "native/x11/windows/process_ids.hpp"
#include "native/x11/windows/window_names.hpp"

namespace native::x11 {
namespace {

constexpr std::size_t kMaxWindows = 16384;
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

// The titles of many windows, asked for together.
class TitleQuestions {
 public:
  TitleQuestions(Connection& connection, const std::vector<Window>& windows)
      : connection_(connection) {
    for (const Window& window : windows) {
      const auto id = static_cast<xcb_window_t>(window.id);
      modern_.push_back(ask_property(connection, id, connection.atom(Atom::kNetWmName)));
      legacy_.push_back(ask_property(connection, id, XCB_ATOM_WM_NAME));
      visible_.push_back(ask_property(connection, id, connection.atom(Atom::kNetWmVisibleName)));
    }
  }

  std::string title(std::size_t place) {
    std::string title = modern_title(modern_[place].wait().get());
    if (title.empty()) title = legacy_title(connection_, legacy_[place], visible_[place]);
    return title;
  }

 private:
  Connection& connection_;
  std::vector<AskProperty> modern_, legacy_, visible_;
};

}  // namespace

WindowSurvey::WindowSurvey(Connection& connection, Exclusion& exclusion)
    : connection_(connection), exclusion_(exclusion) {
  collect();
  identify();
  const auto hidden = [](const Window& window) { return window.hidden_from != 0; };
  if (std::none_of(windows_.begin(), windows_.end(), hidden)) return;
  relate();
  find_tops();
}

// Lists every window that may be an application's: the children of the root, among which are menus
// and other pop-ups, and the clients inside frames.
void WindowSurvey::collect() {
  xcb_connection_t* c = connection_.raw();
  Ask<xcb_get_selection_owner_reply> compositor(
      c, xcb_get_selection_owner(c, connection_.atom(Atom::kCompositingManager)));
  ManagerState manager = read_manager(connection_);
  const auto owner = compositor.wait();
  composited_ = owner && owner->owner != XCB_WINDOW_NONE;
  tree_ = std::move(manager.tree);
  if (tree_.size() + manager.clients.size() > kMaxWindows) throw_too_many();
  for (const xcb_window_t window : tree_) surveyed_.push_back({window, true});
  if (!manager.lists_clients) return add_inner_windows();
  const std::set<xcb_window_t> tops(tree_.begin(), tree_.end());
  for (const xcb_window_t window : manager.clients)
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
  ProcessIds owners(connection_);
  std::vector<AskProperty> classes, claimed;
  windows_.resize(surveyed_.size());
  for (std::size_t i = 0; i < surveyed_.size(); ++i) {
    windows_[i].id = surveyed_[i].window;
    classes.push_back(ask_property(connection_, surveyed_[i].window, XCB_ATOM_WM_CLASS, 1024));
    if (!connection_.extensions().resource)
      claimed.push_back(
          ask_property(connection_, surveyed_[i].window, connection_.atom(Atom::kNetWmPid), 4));
  }
  std::optional<TitleQuestions> titles;
  if (exclusion_.needs_titles()) titles.emplace(connection_, windows_);
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    fill_class(windows_[i], classes[i].wait().get());
    windows_[i].pid = owners.of(surveyed_[i].window);
    if (!claimed.empty() && windows_[i].pid == 0)
      windows_[i].pid = number_of(claimed[i].wait().get()).value_or(0);
    if (titles) windows_[i].title = titles->title(i);
  }
  exclusion_.mark(windows_);
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

xcb_window_t WindowSurvey::top_of(xcb_window_t window) {
  for (int depth = 0; depth < kMaxDepth; ++depth) {
    Ask<xcb_query_tree_reply> asked(connection_.raw(), xcb_query_tree(connection_.raw(), window));
    const auto reply = asked.wait();
    if (!reply || reply->parent == XCB_WINDOW_NONE) return XCB_WINDOW_NONE;
    if (reply->parent == connection_.root()) return window;
    window = reply->parent;
  }
  return XCB_WINDOW_NONE;
}

void WindowSurvey::find_tops() {
  std::set<xcb_window_t> tops;
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    if (windows_[i].hidden_from == 0) continue;
    excluded_.push_back(surveyed_[i].window);
    tops.insert(surveyed_[i].top ? surveyed_[i].window : top_of(surveyed_[i].window));
  }
  tops.erase(XCB_WINDOW_NONE);
  tops_.assign(tops.begin(), tops.end());
}

bool WindowSurvey::covers(xcb_window_t window) {
  if (!any()) return false;
  if (std::find(excluded_.begin(), excluded_.end(), window) != excluded_.end()) return true;
  return std::binary_search(tops_.begin(), tops_.end(), top_of(window));
}

std::vector<Rect> WindowSurvey::visible_areas(const Rect& picture, int& count) {
  count = 0;
  std::vector<Rect> areas;
  if (!any()) return areas;
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
    Region shown = covers[i].shape;
    for (std::size_t above = i + 1; above < stack.size(); ++above)
      if (shown.meets(covers[above].bounds)) shown.subtract(covers[above].opaque);
    if (shown.meets(picture)) ++count;
    areas.insert(areas.end(), shown.parts().begin(), shown.parts().end());
  }
  return areas;
}

}  // namespace native::x11
