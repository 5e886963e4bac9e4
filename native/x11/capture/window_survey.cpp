#include "native/x11/capture/window_survey.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "native/x11/capture/window_cover.hpp"
#include "native/x11/windows/placement.hpp"
#include "native/x11/windows/window_names.hpp"

namespace native::x11 {
namespace {

constexpr int kMaxDepth = 32;

}  // namespace

WindowSurvey::WindowSurvey(Connection& connection, Exclusion& exclusion)
    : connection_(connection),
      exclusion_(exclusion),
      search_(connection, exclusion.needs_titles()) {}

void WindowSurvey::study() {
  search_.run();
  windows_ = search_.read();
  exclusion_.mark(windows_);
  const auto hidden = [](const Window& window) { return window.hidden_from != 0; };
  if (std::none_of(windows_.begin(), windows_.end(), hidden)) return;
  relate();
  find_tops();
}

// Finds out which windows belong to others, and decides again. Only windows of the processes of
// excluded ones can be their pop-ups.
void WindowSurvey::relate() {
  std::vector<KnownProperty> owners;
  for (const FoundWindow& each : search_.found())
    owners.push_back(
        connection_.known_answers().property(each.window, XCB_ATOM_WM_TRANSIENT_FOR, 4));
  for (std::size_t i = 0; i < windows_.size(); ++i)
    windows_[i].transient_for = number_of(owners[i].wait().get()).value_or(0);
  exclusion_.mark(windows_);
  std::set<std::int64_t> processes;
  for (const Window& window : windows_)
    if (window.hidden_from != 0) processes.insert(window.pid);
  // Asked anew, because no event tells that a window has become a pop-up.
  std::vector<std::pair<Window*, Ask<xcb_get_window_attributes_reply>>> asked;
  for (std::size_t i = 0; i < windows_.size(); ++i)
    if (search_.found()[i].top && processes.count(windows_[i].pid) > 0)
      asked.emplace_back(&windows_[i],
                         Ask<xcb_get_window_attributes_reply>(
                             connection_.raw(), xcb_get_window_attributes(
                                                    connection_.raw(), search_.found()[i].window)));
  for (auto& [window, attributes] : asked) {
    const auto reply = attributes.wait();
    window->pop_up = reply && reply->override_redirect != 0;
    window->on_screen = reply && reply->map_state == XCB_MAP_STATE_VIEWABLE;
  }
  exclusion_.mark(windows_);
}

// Returns the child of the root that contains each window, XCB_WINDOW_NONE for one that is gone.
// Asks for all parents of one depth together.
std::vector<xcb_window_t> WindowSurvey::tops_of(std::vector<xcb_window_t> windows) {
  std::vector<xcb_window_t> tops(windows.size(), XCB_WINDOW_NONE);
  for (int depth = 0; depth < kMaxDepth; ++depth) {
    std::vector<std::pair<std::size_t, KnownTree>> asked;
    for (std::size_t i = 0; i < windows.size(); ++i)
      if (windows[i] != XCB_WINDOW_NONE)
        asked.emplace_back(i, connection_.known_answers().tree(windows[i]));
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

// Returns the places of the found windows in which one lies, inner ones first.
std::vector<std::size_t> WindowSurvey::outer_of(std::size_t place) const {
  const std::vector<FoundWindow>& found = search_.found();
  std::vector<std::size_t> outer;
  auto next = search_.place_of(found[place].parent);
  for (; next; next = search_.place_of(found[*next].parent)) outer.push_back(*next);
  return outer;
}

// Returns whether a window is one of an application, and not the frame of one.
bool WindowSurvey::is_application(std::size_t place) const {
  const FoundWindow& each = search_.found()[place];
  const bool listed = !each.top && each.parent == XCB_WINDOW_NONE;
  return listed || !windows_[place].app_class.empty();
}

void WindowSurvey::find_tops() {
  const std::vector<FoundWindow>& found = search_.found();
  std::set<xcb_window_t> tops;
  std::vector<xcb_window_t> inner;
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    if (windows_[i].hidden_from == 0) continue;
    const xcb_window_t window = found[i].window;
    excluded_.push_back(window);
    const std::vector<std::size_t> outer = outer_of(i);
    const auto hidden = [this](std::size_t each) { return windows_[each].hidden_from != 0; };
    const auto application = [this](std::size_t each) { return is_application(each); };
    if (found[i].top)
      tops.insert(window);
    else if (std::any_of(outer.begin(), outer.end(), hidden))
      continue;  // filled with the outer one
    else if (std::any_of(outer.begin(), outer.end(), application))
      add_embedded(window);
    else
      inner.push_back(window);
  }
  for (const xcb_window_t top : tops_of(std::move(inner))) tops.insert(top);
  tops.erase(XCB_WINDOW_NONE);
  tops_.assign(tops.begin(), tops.end());
}

// Finds out where an excluded window shows in the window of another application. What covers it
// there is filled with it.
void WindowSurvey::add_embedded(xcb_window_t window) {
  Embedded embedded;
  try {
    const Placement placement = study_placement(connection_, window);
    const Level& own = placement.client();
    embedded.area = {own.area.x - own.border, own.area.y - own.border,
                     own.area.width + 2 * own.border, own.area.height + 2 * own.border};
    if (!placement.viewable || !placement.can_show) embedded.area = {};
    for (std::size_t i = 1; i < placement.levels.size(); ++i) {
      embedded.outer.push_back(placement.levels[i].window);
      embedded.area = intersection(embedded.area, placement.levels[i].area);
    }
  } catch (const Error&) {  // it is gone
    return;
  }
  embedded_.push_back(std::move(embedded));
}

bool WindowSurvey::covers(xcb_window_t window) {
  if (excluded_.empty()) return false;
  for (int depth = 0; depth < kMaxDepth; ++depth) {
    if (std::find(excluded_.begin(), excluded_.end(), window) != excluded_.end()) return true;
    const auto reply = connection_.known_answers().tree(window).wait();
    if (!reply || reply->parent == XCB_WINDOW_NONE) return false;
    if (reply->parent == connection_.root())
      return std::binary_search(tops_.begin(), tops_.end(), window);
    window = reply->parent;
  }
  return true;
}

std::vector<Rect> WindowSurvey::areas_inside(xcb_window_t window, const Rect& picture,
                                             int& count) const {
  std::vector<Rect> areas;
  for (const Embedded& each : embedded_) {
    const bool inside = std::find(each.outer.begin(), each.outer.end(), window) != each.outer.end();
    const Rect part = intersection(each.area, picture);
    if (inside && !part.empty()) areas.push_back(part);
  }
  count = static_cast<int>(areas.size());
  return areas;
}

std::set<xcb_window_t> WindowSurvey::holders() const {
  std::set<xcb_window_t> holders(tops_.begin(), tops_.end());
  for (const Embedded& each : embedded_) holders.insert(each.outer.back());
  return holders;
}

std::vector<Rect> WindowSurvey::visible_areas(const Rect& picture, int& count) {
  count = 0;
  std::vector<Rect> areas;
  const std::set<xcb_window_t> holders = this->holders();
  if (holders.empty()) return areas;
  const std::vector<xcb_window_t>& tree = search_.stack();
  const auto lowest = std::find_if(tree.begin(), tree.end(),
                                   [&](xcb_window_t window) { return holders.count(window) > 0; });
  const std::vector<xcb_window_t> stack(lowest, tree.end());
  std::vector<bool> excluded;
  for (const xcb_window_t window : stack) excluded.push_back(holders.count(window) > 0);
  const std::vector<WindowCover> covers = read_covers(connection_, stack, excluded, composited());
  const auto add = [&](const Region& shown) {
    if (shown.meets(picture)) ++count;
    areas.insert(areas.end(), shown.parts().begin(), shown.parts().end());
  };
  for (std::size_t i = 0; i < stack.size(); ++i) {
    if (!excluded[i]) continue;
    any_shown_ = any_shown_ || !covers[i].bounds.empty();
    Region shown = covers[i].shape;
    for (std::size_t above = i + 1; above < stack.size(); ++above)
      if (shown.meets(covers[above].bounds)) shown.subtract(covers[above].opaque);
    if (std::binary_search(tops_.begin(), tops_.end(), stack[i])) {
      add(shown);
      continue;
    }
    for (const Embedded& each : embedded_) {
      if (each.outer.back() != stack[i]) continue;
      Region part = shown;
      part.cut_to(each.area);
      add(part);
    }
  }
  return areas;
}

}  // namespace native::x11
