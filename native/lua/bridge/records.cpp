#include "native/lua/bridge/records.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "runtime/core/value/error.hpp"
#include "runtime/core/value/plain_text.hpp"
#include "runtime/lua/bridge/record_kind.hpp"

namespace native {

using runtime::plain_line;
using runtime::RecordKind;
using runtime::Value;

namespace {

const RecordKind kRectangle("rectangle"), kDisplay("display", 10), kWindow("window", 13),
    kApp("app", 9), kCapability("capability"), kSizeLimits("size_limits");

Value whole(std::uint64_t number) { return Value(static_cast<std::int64_t>(number)); }

int side(const Value& value, const char* what) {
  const auto* exact = value.as<std::int64_t>();
  const auto* number = value.as<double>();
  const double wide = exact ? static_cast<double>(*exact) : number ? *number : std::nan("");
  if (!(std::fabs(wide) <= 1e6) || std::floor(wide) != wide)
    throw runtime::Error(
        "INVALID_ARGUMENT",
        std::string(what) + ": expected {x, y, width, height} in whole pixels within a million");
  return static_cast<int>(wide);
}

int limit(const runtime::Options& options, const char* name, const char* what) {
  const std::int64_t pixels = options.integer(name, 0);
  if (pixels < 0)
    throw runtime::Error("INVALID_ARGUMENT", std::string(what) + ": " + name +
                                                 " must be 0 or more pixels, 0 for no limit");
  return static_cast<int>(std::min<std::int64_t>(pixels, std::numeric_limits<int>::max()));
}

void require_area(const Rect& area, const char* what) {
  if (area.width > 0 && area.height > 0) return;
  throw runtime::Error("INVALID_ARGUMENT",
                       std::string(what) + ": rectangle is empty: " + std::to_string(area.width) +
                           "x" + std::to_string(area.height) + " pixels",
                       "Give a width and a height of 1 or more.");
}

}  // namespace

Value to_value(const Rect& rect) {
  Value value = kRectangle.record();
  value.set("x", rect.x).set("y", rect.y).set("width", rect.width).set("height", rect.height);
  return value;
}

Value to_value(const Display& display) {
  Value value = kDisplay.record();
  value.set("id", display.index)
      .set("name", plain_line(display.name))
      .set("bounds", to_value(display.bounds));
  value.set("scale", display.scale).set("primary", display.primary);
  value.set("pixel_width", display.pixel_width).set("pixel_height", display.pixel_height);
  if (display.rotation) value.set("rotation", *display.rotation);
  return value;
}

Value to_value(const Window& window) {
  Value value = kWindow.record();
  value.set("id", whole(window.id)).set("pid", window.pid).set("title", plain_line(window.title));
  value.set("app_class", plain_line(window.app_class))
      .set("app_instance", plain_line(window.app_instance))
      .set("type", window.type);
  if (window.placed)
    value.set("bounds", to_value(window.bounds)).set("frame", to_value(window.frame));
  value.set("desktop", window.desktop).set("on_screen", window.on_screen);
  value.set("minimised", window.minimised).set("active", window.active);
  value.set("excluded", window.hidden_from != 0);
  return value;
}

Value to_value(const App& app) {
  Value value = kApp.record();
  value.set("name", plain_line(app.name))
      .set("bundle_id", plain_line(app.bundle_id))
      .set("executable", plain_line(app.executable));
  value.set("pid", app.pid).set("active", app.active).set("window_count", app.window_count);
  Value::List windows;
  for (const std::uint64_t id : app.windows) windows.push_back(whole(id));
  value.set("windows", Value(std::move(windows)));
  return value;
}

Value to_value(const Capability& capability) {
  Value value = kCapability.record();
  value.set("operation", capability.operation).set("available", capability.available);
  value.set("detail", plain_line(capability.detail)).set("remedy", plain_line(capability.remedy));
  if (!capability.reason.empty()) value.set("reason", capability.reason);
  if (!capability.consent.empty()) value.set("consent", capability.consent);
  return value;
}

Value to_value(const SizeLimits& limits) {
  Value value = kSizeLimits.record();
  value.set("min_width", limits.min_width).set("min_height", limits.min_height);
  if (limits.max_width) value.set("max_width", *limits.max_width);
  if (limits.max_height) value.set("max_height", *limits.max_height);
  value.set("step_width", limits.step_width).set("step_height", limits.step_height);
  if (!limits.manager.empty()) value.set("manager", plain_line(limits.manager));
  return value;
}

Rect to_rect(const Value& value, const char* what) {
  const Rect rect = {side(value["x"], what), side(value["y"], what), side(value["width"], what),
                     side(value["height"], what)};
  if (rect.width >= 0 && rect.height >= 0) return rect;
  throw runtime::Error("INVALID_ARGUMENT",
                       std::string(what) + ": width and height cannot be negative");
}

Rect to_area(const Value& value, const char* what) {
  const Rect area = to_rect(value, what);
  require_area(area, what);
  return area;
}

std::vector<Rect> to_rects(const Value& value, const char* what) {
  constexpr std::size_t kMax = 1000;
  std::vector<Rect> rects;
  if (value.absent() || (value.record() && value.record()->empty())) return rects;
  if (!value.list() || value.list()->size() > kMax)
    throw runtime::Error("INVALID_ARGUMENT", std::string(what) + ": expected a list of at most " +
                                                 std::to_string(kMax) +
                                                 " rectangles {x, y, width, height}");
  for (const Value& item : *value.list()) rects.push_back(to_rect(item, what));
  return rects;
}

std::vector<Rect> to_areas(const Value& value, const char* what) {
  std::vector<Rect> rects = to_rects(value, what);
  for (const Rect& rect : rects) require_area(rect, what);
  return rects;
}

Selection selection_of(const runtime::Options& options, const char* what) {
  const std::string name = options.string("selection", "clipboard");
  for (const Selection selection : {Selection::kClipboard, Selection::kPrimary})
    if (name == name_of(selection)) return selection;
  throw runtime::Error("INVALID_ARGUMENT",
                       std::string(what) + ": selection must be \"clipboard\" or \"primary\"");
}

Fit to_fit(const runtime::Options& options, const char* what) {
  const double scale = options.number("scale", 1);
  if (!(scale > 0 && scale <= 1)) {
    std::ostringstream given;
    given << scale;
    throw runtime::Error(
        "INVALID_ARGUMENT",
        std::string(what) + ": scale " + given.str() + " is not above 0 and at most 1",
        "Give 0.5 for half the width and height; pictures are never enlarged.");
  }
  return Fit{scale, limit(options, "max_width", what), limit(options, "max_height", what)};
}

}  // namespace native
