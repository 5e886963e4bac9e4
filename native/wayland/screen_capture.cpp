#include "native/wayland/screen_capture.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "native/desktop/capture_area.hpp"
#include "native/desktop/error.hpp"
#include "native/desktop/pixels/premultiplied.hpp"
#include "native/wayland/copy/spare_buffer.hpp"
#include "native/wayland/outputs.hpp"

namespace native::wayland {
namespace {

constexpr int kStripRows = 256;
// Of all screens together.
constexpr double kLongestSide = 65535;
constexpr double kMostPixels = 1 << 28;
// A screen that changed its size meanwhile is taken again.
constexpr int kMaxCaptureAttempts = 3;

Error windows_unknown(const std::string& why) {
  return Error("POLICY_DENIED", "screen may show a window that the policy excludes, and " + why,
               "Capture a window instead, close the excluded one, or change the policy; `peekaboo "
               "policy explain` tells which rule excludes it.",
               {{"reason", "windows unknown"}});
}

// Where an excluded window and its titles are.
using Areas = std::vector<Rect>;

// Returns where each excluded window is at this moment.
std::vector<Areas> excluded_areas(Exclusion& exclusion, const ListWindows& list) {
  std::vector<Window> windows = list();
  exclusion.mark(windows);
  std::vector<Areas> all;
  for (Window& each : windows) {
    if (each.hidden_from == 0) continue;
    // A tab shows the title of a hidden window.
    Areas areas = std::move(each.titles);
    if (each.on_screen) {
      if (!each.placed) throw windows_unknown("nothing tells where windows are painted now");
      // No compositor tells where menus and the like are. They open in the window that has the
      // focus.
      if (each.active) throw windows_unknown("it has the focus, so its menus may be open anywhere");
      areas.push_back(bounding(each.bounds, each.frame));
    }
    all.push_back(std::move(areas));
  }
  return all;
}

// `shown`: the part of the picture that will be handed over.
void add_excluded(const std::vector<Areas>& all, const Rect& shown, FrameInfo& info) {
  int windows = 0;
  for (const Areas& areas : all) {
    bool any = false;
    for (const Rect& area : areas) {
      const Rect part = intersection(area, shown);
      if (part.empty()) continue;
      info.excluded.push_back(part);
      any = true;
    }
    if (any) ++windows;
  }
  info.excluded_windows = std::max(info.excluded_windows, windows);
}

const Output& output_of(const std::vector<Output>& outputs, std::uint64_t index) {
  if (index < outputs.size()) return outputs[index];
  std::string known;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    known += (known.empty() ? "" : ", ") + std::to_string(i) + " (" + outputs[i].name + ")";
  throw Error("DISPLAY_NOT_FOUND", "screen " + std::to_string(index) + " does not exist",
              "Choose one of: " + known + ".", {{"displays", known}});
}

// Returns the smallest area around a region whose edges lie between two pixels, so that the place
// of each pixel stays exact at scales such as 1.25.
Rect on_pixel_edges(const Rect& region, const Rect& whole, double scale) {
  const auto is_edge = [&](int offset) {
    const double place = offset * scale;
    return std::abs(place - std::round(place)) < 1e-6;
  };
  int left = region.x - whole.x, top = region.y - whole.y;
  int past = right(region) - whole.x, under = bottom(region) - whole.y;
  while (left > 0 && !is_edge(left)) --left;
  while (top > 0 && !is_edge(top)) --top;
  while (past < whole.width && !is_edge(past)) ++past;
  while (under < whole.height && !is_edge(under)) ++under;
  return {whole.x + left, whole.y + top, past - left, under - top};
}

// Returns whether a picture is as large as its screen was said to be: else the places in it would
// be wrong. Sizes in desktop units are whole numbers, so that some compositors miss by a pixel or
// two.
bool fits(const UprightPicture& picture, const Output& output) {
  const double slack = std::ceil(output.scale);
  return std::abs(picture.width - output.width) <= slack &&
         std::abs(picture.height - output.height) <= slack;
}

// The screens beside each other, at the largest scale of theirs. Nothing when one has another size
// than it was said to have.
std::optional<UprightPicture> joined(const TakeScreen& take, const std::vector<Output>& outputs,
                                     const Rect& whole, double scale) {
  UprightPicture all;
  if (whole.width * scale > kLongestSide || whole.height * scale > kLongestSide ||
      whole.width * scale * whole.height * scale > kMostPixels)
    throw Error("CAPTURE_FAILED", "all screens together are too large for one picture",
                "Capture one screen.", {{"reason", "too large"}});
  all.width = static_cast<int>(std::lround(whole.width * scale));
  all.height = static_cast<int>(std::lround(whole.height * scale));
  all.stride = static_cast<std::size_t>(all.width) * 4;
  all.turned.resize(all.stride * static_cast<std::size_t>(all.height));
  all.pixels = all.turned.data();
  std::memset(all.pixels, 0, all.turned.size());
  for (const Output& output : outputs) {
    const UprightPicture part = take(output, outputs);
    if (!fits(part, output)) return std::nullopt;
    all.method = part.method;
    const int left = static_cast<int>(std::lround((output.bounds.x - whole.x) * scale));
    const int top = static_cast<int>(std::lround((output.bounds.y - whole.y) * scale));
    const double ratio = output.scale / scale;
    const int width = std::min(static_cast<int>(std::lround(part.width / ratio)), all.width - left);
    const int height =
        std::min(static_cast<int>(std::lround(part.height / ratio)), all.height - top);
    for (int y = 0; y < height; ++y) {
      const int from_y = std::min(static_cast<int>(y * ratio), part.height - 1);
      const std::uint8_t* from = part.pixels + static_cast<std::size_t>(from_y) * part.stride;
      std::uint8_t* to = all.pixels + static_cast<std::size_t>(top + y) * all.stride +
                         static_cast<std::size_t>(left) * 4;
      if (part.width == width) {
        std::memcpy(to, from, static_cast<std::size_t>(width) * 4);
        continue;
      }
      for (int x = 0; x < width; ++x) {
        const int from_x = std::min(static_cast<int>(x * ratio), part.width - 1);
        std::memcpy(to + 4 * x, from + 4 * from_x, 4);
      }
    }
  }
  return all;
}

// Removes from a picture whatever alpha it has, and returns whether it had any.
bool lay_over_white(UprightPicture& picture) {
  if (!picture.has_alpha) return false;
  bool opaque = true;
  for (int y = 0; y < picture.height; ++y) {
    const std::uint8_t* row = picture.pixels + static_cast<std::size_t>(y) * picture.stride;
    if (!is_premultiplied(row, picture.width)) return false;
    opaque = opaque && all_opaque(row, picture.width);
  }
  if (opaque) return false;
  for (int y = 0; y < picture.height; ++y)
    lay_premultiplied_over_white(picture.pixels + static_cast<std::size_t>(y) * picture.stride,
                                 picture.width);
  return true;
}

// Goes by whole pixels: byte by byte takes four times as long.
void make_opaque(std::uint8_t* pixels, std::size_t stride, int width, int rows) {
  constexpr std::uint32_t kAlpha = std::endian::native == std::endian::little ? 0xFF000000U : 0xFFU;
  for (int y = 0; y < rows; ++y, pixels += stride)
    for (int x = 0; x < width; ++x) {
      std::uint32_t pixel = 0;
      std::memcpy(&pixel, pixels + 4 * x, sizeof pixel);
      pixel |= kAlpha;
      std::memcpy(pixels + 4 * x, &pixel, sizeof pixel);
    }
}

// Takes what the target means, and puts its place and scale into `info`. Nothing when a screen has
// another size than it was said to have.
std::optional<UprightPicture> taken(const std::vector<Output>& outputs, const CaptureTarget& target,
                                    const TakeScreen& take, FrameInfo& info) {
  const bool one = target.kind == CaptureTarget::Kind::kDisplay;
  info.scale = 1;
  if (one || outputs.size() == 1) {
    const Output& output = output_of(outputs, one ? target.id : 0);
    info.origin = output.bounds;
    info.scale = output.scale;
    UprightPicture picture = take(output, outputs);
    if (!fits(picture, output)) return std::nullopt;
    return picture;
  }
  std::vector<Rect> all;
  for (const Output& each : outputs) {
    all.push_back(each.bounds);
    info.scale = std::max(info.scale, each.scale);
  }
  info.origin = bounding(all);
  return joined(take, outputs, info.origin, info.scale);
}

UprightPicture settled(Connection& connection, const CaptureTarget& target, const TakeScreen& take,
                       FrameInfo& info, Deadline deadline) {
  for (int attempt = 0; attempt < kMaxCaptureAttempts; ++attempt) {
    const std::vector<Output> outputs = read_outputs(connection, deadline);
    if (outputs.empty())
      throw Error("DISPLAY_NOT_FOUND", "compositor has no screen", "Turn a screen on.");
    if (auto picture = taken(outputs, target, take, info)) return std::move(*picture);
  }
  throw Error("CAPTURE_FAILED", "screen keeps changing its size during the capture",
              "Try again once it stands still.", {{"reason", "restless"}});
}

}  // namespace

void deliver(UprightPicture& picture, FrameInfo info, const CaptureTarget& target,
             StripSink& sink) {
  const Rect whole = info.origin;
  info.origin = on_pixel_edges(cut_to_region(whole, target), whole, info.scale);
  Rect part = in_picture(whole, info.scale, picture.width, picture.height, info.origin);
  // The last pixel may lie half outside what whole desktop units can say.
  if (right(info.origin) == right(whole)) part.width = picture.width - part.x;
  if (bottom(info.origin) == bottom(whole)) part.height = picture.height - part.y;
  info.width = part.width;
  info.height = part.height;
  info.method = picture.method;
  info.translucent = lay_over_white(picture);
  sink.begin(info);
  for (int y = 0; y < part.height; y += kStripRows) {
    const int rows = std::min(kStripRows, part.height - y);
    std::uint8_t* pixels = picture.pixels + static_cast<std::size_t>(part.y + y) * picture.stride +
                           static_cast<std::size_t>(part.x) * 4;
    if (!info.translucent && sink.wants_alpha())
      make_opaque(pixels, picture.stride, part.width, rows);
    sink.strip(y, rows, pixels, picture.stride);
  }
}

void capture_screens(Connection& connection, const CaptureTarget& target, const TakeScreen& take,
                     const ListWindows& list, StripSink& sink, Deadline deadline) {
  Exclusion* const exclusion = sink.exclusion();
  const std::vector<Areas> before =
      exclusion ? excluded_areas(*exclusion, list) : std::vector<Areas>{};
  FrameInfo info;
  UprightPicture picture = settled(connection, target, take, info, deadline);
  info.from_screen = true;
  const Rect shown = on_pixel_edges(cut_to_region(info.origin, target), info.origin, info.scale);
  add_excluded(before, shown, info);
  if (exclusion) add_excluded(excluded_areas(*exclusion, list), shown, info);
  deliver(picture, info, target, sink);
  connection.spare_buffer().keep(std::move(picture.buffer));
}

}  // namespace native::wayland
