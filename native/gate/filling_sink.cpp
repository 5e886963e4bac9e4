#include "native/gate/filling_sink.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace native {
namespace {

// Grey, opaque.
constexpr std::uint8_t kFill[4] = {0x60, 0x60, 0x60, 0xFF};

// Returns the pixels of the picture that show a part of the desktop, wholly or in part.
Rect in_picture(const FrameInfo& info, const Rect& area) {
  const Rect part = intersection(area, info.origin);
  if (part.empty()) return {};
  const auto before = [&](int side) { return static_cast<int>(std::floor(side * info.scale)); };
  const auto after = [&](int side) { return static_cast<int>(std::ceil(side * info.scale)); };
  const int left = before(part.x - info.origin.x);
  const int top = before(part.y - info.origin.y);
  const Rect shown{left, top, after(part.x + part.width - info.origin.x) - left,
                   after(part.y + part.height - info.origin.y) - top};
  return intersection(shown, {0, 0, info.width, info.height});
}

}  // namespace

FillingSink::FillingSink(StripSink& sink, std::vector<WindowRulesRef> rules, unsigned bit,
                         ProgramNames& names, Applications& applications, std::vector<Rect> recent)
    : sink_(sink),
      rules_(std::move(rules)),
      bit_(bit),
      names_(names),
      applications_(applications),
      recent_(std::move(recent)) {}

Exclusion* FillingSink::exclusion() {
  const bool none = std::all_of(rules_.begin(), rules_.end(),
                                [](const WindowRulesRef& each) { return each->empty(); });
  return none ? nullptr : this;
}

bool FillingSink::needs_titles() const {
  return std::any_of(rules_.begin(), rules_.end(),
                     [](const WindowRulesRef& each) { return each->needs_titles(); });
}

void FillingSink::mark(std::vector<Window>& windows) {
  mark_excluded(windows, rules_, bit_, names_, applications_);
}

void FillingSink::refuse(std::uint64_t window) {
  throw Error("POLICY_DENIED", "window " + std::to_string(window) + " is excluded by the policy",
              "Capture another window; `peekaboo policy explain` tells which rule excludes it.",
              {{"reason", "excluded window"}, {"window", std::to_string(window)}});
}

void FillingSink::begin(const FrameInfo& info, const std::vector<Window>& windows) {
  FrameInfo announced = info;
  if (info.delayed && !recent_.empty()) {
    announced.excluded.insert(announced.excluded.end(), recent_.begin(), recent_.end());
    announced.excluded_windows = std::max(announced.excluded_windows, 1);
  }
  filled_.clear();
  for (const Rect& area : announced.excluded)
    if (const Rect part = in_picture(info, area); !part.empty()) filled_.push_back(part);
  if (filled_.empty()) announced.excluded_windows = 0;
  sink_.begin(announced, windows);
}

void FillingSink::strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) {
  for (const Rect& area : filled_) {
    const int first = std::max(area.y, y);
    const int end = std::min(area.y + area.height, y + rows);
    for (int row = first; row < end; ++row) {
      std::uint8_t* at = pixels + static_cast<std::size_t>(row - y) * stride +
                         static_cast<std::size_t>(area.x) * 4;
      for (int x = 0; x < area.width; ++x, at += 4) std::memcpy(at, kFill, sizeof kFill);
    }
  }
  sink_.strip(y, rows, pixels, stride);
}

}  // namespace native
