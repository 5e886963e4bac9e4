#include "native/image/png/stream.hpp"

#include <libdeflate.h>
#include <algorithm>
#include <span>
#include <utility>

#include "native/image/idle_pool.hpp"
#include "native/image/pixels.hpp"
#include "native/image/png/buffer.hpp"
#include "native/image/png/deflate.hpp"
#include "native/image/png/file.hpp"
#include "native/image/png/strip_cache.hpp"

namespace native {

namespace {

// Limits of a strip's size: it stays in the second-level cache while it is converted, summed and
// compressed. The first strips are small, so that helping threads can begin soon; so are the last,
// so that all end at about the same time.
constexpr std::size_t kMinStrip = 128U << 10;
constexpr std::size_t kMaxStrip = 512U << 10;
constexpr std::size_t kStripsLeft = 8;
constexpr std::size_t kFirstStrips = 2;

}  // namespace

PngMethod png_method(PngEffort effort) {
  if (effort == PngEffort::kSmall) return PngMethod::kSmall;
  return has_isal() ? PngMethod::kIsal : PngMethod::kFallback;
}

PngStream::PngStream(int width, int height, PngMethod method, IdlePool& idle_pool, PngColour colour,
                     OutputRef output)
    : width_(width),
      method_(method),
      colour_(colour),
      idle_pool_(idle_pool),
      rows_left_(height),
      file_(std::make_shared<PngFile>(width, height, colour, std::move(output))),
      remember_(method == PngMethod::kIsal &&
                worth_remembering(static_cast<std::size_t>(width) *
                                  static_cast<std::size_t>(height) * 3)) {}

PngStream::PngStream(int width, int height, PngEffort effort, PngColour colour, OutputRef output)
    : PngStream(width, height, png_method(effort), IdlePool::shared(), colour, std::move(output)) {}

// Helping threads share ownership of the strips that they compress.
PngStream::~PngStream() = default;

// Returns the size of the next strip. It does not depend on which threads help, so the file does
// not either.
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
  if (rows > rows_left_) throw Error("INTERNAL_ERROR", "picture got too many rows");
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

void PngStream::finish() {
  if (rows_left_ != 0) throw Error("INTERNAL_ERROR", "picture got too few rows");
  // Compresses the strips that no other thread has begun, instead of waiting for one.
  for (const auto& strip : strips_) strip->compress();
  file_->finish(strips_.size());
  strips_.clear();
}

namespace {

constexpr int kFallbackLevel = 1;
constexpr int kSmallLevel = 6;
// A little more than the fraction to which screenshots compress.
constexpr std::size_t kUsualPart = 4;

}  // namespace

PngStrip::PngStrip(std::shared_ptr<PngFile> file, std::size_t index, PngMethod method,
                   bool remember, PngColour colour, int width, int rows)
    : file_(std::move(file)),
      index_(index),
      method_(method),
      remember_(remember),
      colour_(colour),
      width_(static_cast<std::size_t>(width)),
      rows_left_(rows) {
  const std::size_t size = png_line(width, colour) * static_cast<std::size_t>(rows);
  raw_ = take_buffer(size);
  raw_.ensure(size);
}

PngStrip::~PngStrip() { give_buffer(std::move(raw_)); }

// Uses the filter "none", because the compressor finds repeated glyphs, which any other filter
// would destroy.
void PngStrip::add(const std::uint8_t* bgrx) {
  std::uint8_t* to = raw_.end();
  *to = 0;
  const RgbConverter convert = colour_ == PngColour::kRgba ? rgba_straight : rgb_converter();
  convert(bgrx, to + 1, width_);
  raw_.advance(width_ * static_cast<std::size_t>(colour_) + 1);
  --rows_left_;
}

void PngStrip::compress() {
  if (begun_.exchange(true)) return;
  try {
    CompressedStripRef result = known_or_compressed();
    give_buffer(std::move(raw_));
    file_->put(index_, std::move(result));
  } catch (const std::exception&) {
    file_->fail(std::current_exception());
  }
}

CompressedStripRef PngStrip::known_or_compressed() {
  if (!remember_) return compressed();
  const StripKey key = strip_key({raw_.data(), raw_.size()}, index_ == 0, last_);
  CompressedStripRef result = known_strip(key);
  if (!result) {
    result = compressed();
    remember_strip(key, *result);
  }
  return result;
}

CompressedStripRef PngStrip::compressed() {
  const std::span<const std::uint8_t> raw(raw_.data(), raw_.size());
  const auto result = std::make_shared<CompressedStrip>();
  result->length = raw.size();
  result->adler = libdeflate_adler32(1, raw.data(), raw.size());
  result->chunk = take_buffer(raw.size() / kUsualPart);
  PngChunk chunk(result->chunk, "IDAT");
  const std::uint8_t zlib_head[] = {0x78, 0x01};
  if (index_ == 0) result->chunk.append(zlib_head, sizeof zlib_head);
  if (method_ == PngMethod::kIsal)
    deflate_part(raw, last_, result->chunk);
  else
    deflate_whole(raw, method_ == PngMethod::kSmall ? kSmallLevel : kFallbackLevel, result->chunk);
  chunk.close();
  return result;
}

Bytes encode_png_with(const Frame& frame, PngMethod method, IdlePool& idle_pool) {
  require_pixels(frame);
  const auto output = std::make_shared<MemoryOutput>();
  PngStream stream(frame.width, frame.height, method, idle_pool, png_colour(frame.translucent),
                   output);
  stream.add(frame.pixels.data(), frame.stride, frame.height);
  stream.finish();
  return output->take();
}

}  // namespace native
