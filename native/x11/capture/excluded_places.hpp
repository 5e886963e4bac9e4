#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/x11/capture/window_survey.hpp"
#include "native/x11/connection/connection.hpp"
#include "native/x11/connection/event_queue.hpp"

namespace native::x11 {

// The places of excluded windows during the attempts to capture the screen once. A compositor shows
// windows where they were a fraction of a second ago. So under a compositor a picture counts only
// when excluded windows have been at their places for some time, which events tell: two looks would
// miss a window that came and went in between. Where they were before is filled, too.
class ExcludedPlaces {
 public:
  explicit ExcludedPlaces(Connection& connection) : connection_(connection) {}

  // Thrown when the picture must be taken again, after settle().
  struct Unsettled {};

  // Adds what must be filled in a picture whose pixels are read under the present ServerGrab, under
  // which the survey was begun.
  void add_to(FrameInfo& info, WindowSurvey& survey);
  // Waits as long as a compositor may lag behind: longer while it and the server have to wait for a
  // processor.
  void settle(Deadline deadline);

 private:
  bool is_settled(const std::vector<Rect>& areas, bool any_shown);
  bool any_changed(const std::set<xcb_window_t>& windows);
  [[noreturn]] void try_again(std::vector<Rect> areas, std::set<xcb_window_t> holders);
  std::chrono::nanoseconds held_up_so_far();
  bool is_compositor_stopped() const;
  bool fills_more(const std::vector<Rect>& areas, const Rect& picture) const;

  Connection& connection_;
  // Of the children of the root, from the first attempt on.
  std::optional<EventSelection> changes_;
  // At the last attempt: what was visible, and the children of the root that hold it.
  std::vector<Rect> last_;
  std::set<xcb_window_t> last_holders_;
  std::vector<Rect> moved_;  // where they were before
  int attempts_ = 0;
  std::int64_t compositor_ = 0;  // its process
};

}  // namespace native::x11
