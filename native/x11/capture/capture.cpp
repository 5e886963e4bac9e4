#include "native/x11/capture/capture.hpp"

#include <optional>
#include <string>

#include "native/desktop/capture_area.hpp"
#include "native/desktop/error.hpp"
#include "native/x11/capture/excluded_places.hpp"
#include "native/x11/capture/pixel_permission.hpp"
#include "native/x11/capture/strip_reader.hpp"
#include "native/x11/connection/server_grab.hpp"
#include "native/x11/windows/displays.hpp"
#include "native/x11/windows/windows.hpp"

namespace native::x11 {
namespace {

Rect display_bounds(Connection& connection, std::uint64_t index) {
  const std::vector<Rect> areas = display_areas(connection);
  if (index < areas.size()) return areas[index];
  std::string known;
  for (const Display& display : list_displays(connection)) {
    known +=
        (known.empty() ? "" : ", ") + std::to_string(display.index) + " (" + display.name + ")";
  }
  throw Error("DISPLAY_NOT_FOUND", "screen " + std::to_string(index) + " does not exist",
              "Choose one of: " + known + ".", {{"displays", known}});
}

Rect area_of(Connection& connection, const CaptureTarget& target) {
  Rect whole = root_bounds(connection);
  if (target.kind == CaptureTarget::Kind::kDisplay) {
    whole = intersection(whole, display_bounds(connection, target.id));
    if (whole.empty()) {
      throw Error("CAPTURE_FAILED",
                  "screen " + std::to_string(target.id) + " lies outside the root window",
                  "Try again; its mode may be changing.", {{"reason", "geometry"}});
    }
  }
  return cut_to_region(whole, target);
}

void capture_screen(Connection& connection, const CaptureTarget& target, StripSink& sink,
                    ExcludedPlaces& excluded) {
  const xcb_screen_t& screen = connection.screen();
  PixelSource source;
  source.drawable = screen.root;
  source.layout =
      layout_of(connection, screen.root_depth, screen.root_visual, screen.default_colormap);
  const ServerGrab grab(connection);
  const Rect area = area_of(connection, target);
  source.x = area.x;
  source.y = area.y;
  std::optional<WindowSurvey> survey;
  if (sink.exclusion()) survey.emplace(connection, *sink.exclusion());
  const auto complete = [&](FrameInfo& info) {
    if (survey) excluded.add_to(info, *survey);
  };
  FrameInfo info{area.width, area.height, area, "root"};
  info.from_screen = true;
  read_strips(connection, source, info, sink, complete);
}

}  // namespace

void capture_target(Connection& connection, const CaptureTarget& target, StripSink& sink,
                    Deadline deadline) {
  connection.known_answers().count_capture();
  // A connection that sees no extensions may be untrusted. Checked here, because the capture of a
  // window would report an application that does not answer.
  const Extensions& extensions = connection.extensions();
  const bool bare = !extensions.randr && !extensions.composite && !extensions.shm;
  if (bare && denies_pixels(connection)) throw denied_error(connection);
  if (target.kind == CaptureTarget::Kind::kWindow) {
    capture_window(connection, target, sink, deadline);
    return;
  }
  ExcludedPlaces excluded(connection);
  for (;;) {
    try {
      return capture_screen(connection, target, sink, excluded);
    } catch (const ExcludedPlaces::Unsettled&) {
      excluded.settle(deadline);
    }
  }
}

}  // namespace native::x11
