#include "native/x11/events/screen_changes.hpp"

#include <algorithm>
#include <atomic>

#include "native/desktop/error.hpp"

namespace native::x11 {
namespace {

constexpr std::size_t kMaxSteps = 256;
constexpr std::size_t kMaxRectangles = 256;

// Numbers are unique for all connections of this process, so that a mark is never mistaken for one
// of another connection.
std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

Rect to_rect(const xcb_rectangle_t& area) { return {area.x, area.y, area.width, area.height}; }

}  // namespace

ScreenChanges::ScreenChanges(Connection& connection)
    : connection_(connection), forgotten_(next_number()) {
  const Extensions& extensions = connection.extensions();
  if (!extensions.damage || !extensions.fixes)
    throw Error("UNSUPPORTED",
                "The display server cannot tell what has changed: it lacks DAMAGE or XFIXES.",
                "Capture again instead.", {{"reason", "no damage"}});
  xcb_connection_t* c = connection.raw();
  damage_ = xcb_generate_id(c);
  parts_ = xcb_generate_id(c);
  xcb_damage_create(c, damage_, connection.root(), XCB_DAMAGE_REPORT_LEVEL_NON_EMPTY);
  xcb_xfixes_create_region(c, parts_, 0, nullptr);
}

ScreenChanges::~ScreenChanges() {
  if (!connection_.alive()) return;
  xcb_damage_destroy(connection_.raw(), damage_);
  xcb_xfixes_destroy_region(connection_.raw(), parts_);
  xcb_flush(connection_.raw());
}

std::uint64_t ScreenChanges::mark() {
  collect();
  return steps_.empty() ? forgotten_ : steps_.back().number;
}

bool ScreenChanges::changed(std::uint64_t mark, const Rect& area) {
  if (mark < forgotten_) return true;
  collect();
  if (mark < forgotten_) return true;
  return std::any_of(steps_.begin(), steps_.end(), [&](const Step& step) {
    return step.number > mark &&
           std::any_of(step.painted.begin(), step.painted.end(),
                       [&](const Rect& painted) { return !intersection(painted, area).empty(); });
  });
}

void ScreenChanges::collect() {
  xcb_connection_t* c = connection_.raw();
  xcb_damage_subtract(c, damage_, XCB_NONE, parts_);
  Ask<xcb_xfixes_fetch_region_reply> asked(c, xcb_xfixes_fetch_region(c, parts_));
  const auto reply = asked.wait();
  if (!reply) throw ConnectionLost{};
  const auto rectangles = items<xcb_rectangle_t>(
      *reply, xcb_xfixes_fetch_region_rectangles(reply.get()), reply->length / 2);
  if (rectangles.empty()) return;
  Step step{next_number(), {}};
  if (rectangles.size() > kMaxRectangles)
    step.painted.push_back(to_rect(reply->extents));
  else
    for (const xcb_rectangle_t& rectangle : rectangles) step.painted.push_back(to_rect(rectangle));
  steps_.push_back(std::move(step));
  if (steps_.size() <= kMaxSteps) return;
  forgotten_ = steps_.front().number;
  steps_.pop_front();
}

}  // namespace native::x11
