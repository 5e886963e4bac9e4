#include "native/x11/capture/inner_windows.hpp"

#include <utility>

namespace native::x11 {

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

}  // namespace native::x11
