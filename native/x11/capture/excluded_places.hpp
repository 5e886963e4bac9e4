#pragma once

#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/x11/capture/window_survey.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// The places of excluded windows during the attempts to capture the screen once. A compositor shows
// windows where they were a fraction of a second ago. So under a compositor a picture counts only
// when excluded windows were at the same places some time before; where they were in between is
// filled, too.
class ExcludedPlaces {
 public:
  explicit ExcludedPlaces(Connection& connection) : connection_(connection) {}

  // Thrown when the picture must be taken again, after settle().
  struct Unsettled {};

  // Adds what must be filled in a picture whose pixels are read under the present ServerGrab, under
  // which the survey was begun.
  void add_to(FrameInfo& info, WindowSurvey& survey);
  // Waits as long as a compositor may lag behind.
  void settle(Deadline deadline);

 private:
  bool is_settled(const std::vector<Rect>& areas, bool any_shown);

  Connection& connection_;
  std::vector<Rect> last_;   // at the last attempt
  std::vector<Rect> moved_;  // everything that moving windows may have covered
  int attempts_ = 0;
};

}  // namespace native::x11
