#include "native/image/png/stream.hpp"

#include <algorithm>
#include <utility>

#include "native/image/idle_pool.hpp"
#include "native/image/png/deflate.hpp"
#include "native/image/png/file.hpp"
#include "native/image/png/strip.hpp"
#include "native/image/png/strip_cache.hpp"

namespace native {
namespace {

// A strip stays in the second-level cache while it is converted, summed and compressed. The first
// are fine, so that a helper has something to do soon; so are the last, so that all end at about
// the same time.
constexpr std::size_t kMinStrip = 128U << 10;
constexpr std::size_t kMaxStrip = 512U << 10;
constexpr std::size_t kStripsLeft = 8;
constexpr std::size_t kFirstStrips = 2;

}  // namespace

PngMethod png_method(PngEffort effort) {
  if (effort == PngEffort::kSmall) return PngMethod::kSmall;
  return has_isal() ? PngMethod::kIsal : PngMethod::kFallback;
}

PngStream::PngStream(int width, int height, PngMethod method, IdlePool& idle_pool, PngColour colour)
    : width_(width),
      method_(method),
      colour_(colour),
      idle_pool_(idle_pool),
      rows_left_(height),
      file_(std::make_shared<PngFile>(width, height, colour)),
      remember_(method == PngMethod::kIsal &&
                worth_remembering(static_cast<std::size_t>(width) *
                                  static_cast<std::size_t>(height) * 3)) {}

PngStream::PngStream(int width, int height, PngEffort effort, PngColour colour)
    : PngStream(width, height, png_method(effort), IdlePool::shared(), colour) {}

// Strips that are being compressed belong to the helper as well.
PngStream::~PngStream() = default;

// Whoever helps, the strips are the same, and so is the file.
int PngStream::rows_in_strip() const {
  // libdeflate cannot join streams.
  if (method_ != PngMethod::kIsal) return rows_left_;
  const std::size_t line = png_line(width_, colour_);
  const auto rows = static_cast<std::size_t>(rows_left_);
  const std::size_t most = strips_.size() < kFirstStrips ? kMinStrip : kMaxStrip;
  const std::size_t bytes = std::clamp(line * rows / kStripsLeft, kMinStrip, most);
  return static_cast<int>(std::clamp<std::size_t>(bytes / line, 1, rows));
}

void PngStream::add(const std::uint8_t* bgrx, std::size_t stride, int rows) {
  if (rows > rows_left_) throw Error("INTERNAL_ERROR", "A picture got more rows than it has");
  for (; rows > 0; --rows, bgrx += stride) {
    if (!filling_) {
      filling_ = std::make_shared<PngStrip>(file_, strips_.size(), method_, remember_, colour_,
                                            width_, rows_in_strip());
    }
    filling_->add(bgrx);
    --rows_left_;
    if (filling_->full()) dispatch();
  }
}

void PngStream::dispatch() {
  if (rows_left_ == 0) filling_->set_last();
  strips_.push_back(std::move(filling_));
  const std::shared_ptr<PngStrip> strip = strips_.back();
  if (method_ != PngMethod::kIsal || !idle_pool_.offer([strip] { strip->compress(); }))
    strip->compress();
}

Bytes PngStream::finish() {
  if (rows_left_ != 0) throw Error("INTERNAL_ERROR", "A picture got fewer rows than it has");
  // What no helper has begun is done here rather than waited for.
  for (const auto& strip : strips_) strip->compress();
  Bytes result = file_->finish(strips_.size());
  strips_.clear();
  return result;
}

}  // namespace native
