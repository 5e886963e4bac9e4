#include <algorithm>
#include <string>
#include <utility>

#include "native/desktop/capture_area.hpp"
#include "native/desktop/region.hpp"
#include "native/fake/fake_desktop.hpp"

// Paints the pictures of the fake desktop.
namespace native {
namespace {

constexpr int kStripRows = 128;
constexpr std::uint32_t kFrameColour = 0x405060;

std::string describe(const CaptureTarget& target) {
  switch (target.kind) {
    case CaptureTarget::Kind::kDesktop:
      return "capture desktop";
    case CaptureTarget::Kind::kDisplay:
      return "capture display " + std::to_string(target.id);
    case CaptureTarget::Kind::kWindow:
      return "capture window " + std::to_string(target.id);
  }
  return "capture";
}

// Adds what excluded windows show on the screen; refuses an excluded target.
void add_excluded(Exclusion& exclusion, const CaptureTarget& target, std::vector<Window> windows,
                  FrameInfo& info) {
  exclusion.mark(windows);
  std::vector<Rect> fronts;
  for (const Window& window : windows) {
    const bool hidden = window.hidden_from != 0;
    if (hidden && target.kind == CaptureTarget::Kind::kWindow && window.id == target.id)
      exclusion.refuse(window.id);
    if (!window.on_screen) continue;
    if (hidden && target.kind != CaptureTarget::Kind::kWindow) {
      Region shown(window.bounds);
      for (const Rect& front : fronts) shown.subtract(front);
      shown.cut_to(info.origin);
      if (!shown.empty()) ++info.excluded_windows;
      info.excluded.insert(info.excluded.end(), shown.parts().begin(), shown.parts().end());
    }
    fronts.push_back(window.bounds);
  }
}

std::vector<std::uint8_t> painted(const Rect& area, const FakeDesktop::Paint& pixel) {
  std::vector<std::uint8_t> result;
  result.reserve(static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height) * 4);
  for (int y = area.y; y < area.y + area.height; ++y) {
    for (int x = area.x; x < area.x + area.width; ++x) {
      const std::uint32_t color = pixel(x, y);
      for (const int shift : {0, 8, 16})
        result.push_back(static_cast<std::uint8_t>(color >> shift));
      result.push_back(0xFF);
    }
  }
  return result;
}

}  // namespace

Rect FakeDesktop::screen() const {
  int right = 0;
  int bottom = 0;
  for (const Display& display : displays_) {
    right = std::max(right, display.bounds.x + display.bounds.width);
    bottom = std::max(bottom, display.bounds.y + display.bounds.height);
  }
  return {0, 0, right, bottom};
}

std::uint32_t FakeDesktop::screen_pixel(int x, int y) const {
  for (const Painted& entry : windows_) {
    const Rect& bounds = entry.window.bounds;
    if (!entry.window.on_screen || intersection(bounds, {x, y, 1, 1}).empty()) continue;
    return entry.paint(x - bounds.x, y - bounds.y);
  }
  return background_(x, y);
}

void FakeDesktop::activate(std::uint64_t window_id, Deadline deadline) {
  enter("activate", "activate " + std::to_string(window_id), deadline);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (find(window_id) == nullptr) throw_gone(window_id);
    for (Painted& entry : windows_) entry.window.active = false;
    Window& window = find(window_id)->window;
    window.active = true;
    window.minimised = false;
    window.on_screen = true;
  }
  raise_window(window_id);
}

void FakeDesktop::capture(const CaptureTarget& target, StripSink& sink, Deadline deadline) {
  enter("capture", describe(target), deadline);
  Rect area;
  std::vector<Window> windows;
  std::vector<std::uint8_t> pixels;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    windows = listed();
    Paint pixel = [this](int x, int y) { return screen_pixel(x, y); };
    if (target.kind == CaptureTarget::Kind::kDesktop) area = screen();
    if (target.kind == CaptureTarget::Kind::kDisplay) {
      if (target.id >= displays_.size()) {
        throw Error("DISPLAY_NOT_FOUND", "screen " + std::to_string(target.id) + " does not exist",
                    "Choose one of the " + std::to_string(displays_.size()) + ".");
      }
      area = displays_[target.id].bounds;
    }
    if (target.kind == CaptureTarget::Kind::kWindow) {
      const Painted* found = find(target.id);
      if (found == nullptr) throw_gone(target.id);
      if (found->window.minimised) {
        throw Error("CAPTURE_FAILED", "window " + std::to_string(target.id) + " is minimised",
                    "Bring it to the front first.", {{"reason", "not mapped"}});
      }
      area = target.with_frame ? found->window.frame : found->window.bounds;
      pixel = [found](int x, int y) {
        const Rect& inside = found->window.bounds;
        if (intersection(inside, {x, y, 1, 1}).empty()) return kFrameColour;
        return found->paint(x - inside.x, y - inside.y);
      };
    }
    area = cut_to_region(area, target);
    pixels = painted(area, pixel);
  }
  FrameInfo info{area.width, area.height, area, "fake"};
  if (Exclusion* const exclusion = sink.exclusion())
    add_excluded(*exclusion, target, windows, info);
  sink.begin(info);
  const auto stride = static_cast<std::size_t>(area.width) * 4;
  for (int y = 0; y < area.height; y += kStripRows) {
    if (y > 0) misbehave_now("strip", "strip", deadline);
    sink.strip(y, std::min(kStripRows, area.height - y),
               pixels.data() + static_cast<std::size_t>(y) * stride, stride);
  }
}

}  // namespace native
