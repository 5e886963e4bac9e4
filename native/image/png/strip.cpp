#include "native/image/png/strip.hpp"

#include <libdeflate.h>

#include <span>
#include <utility>

#include "native/image/pixels.hpp"
#include "native/image/png/buffer_pool.hpp"
#include "native/image/png/chunk.hpp"
#include "native/image/png/deflate.hpp"
#include "native/image/png/strip_cache.hpp"

namespace native {
namespace {

constexpr int kFallbackLevel = 1;
constexpr int kSmallLevel = 6;
// A little more than what pictures of screens are compressed to.
constexpr std::size_t kExpectedPart = 4;

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

// Filter "none": the compressor finds repeated glyphs, which any other filter would destroy.
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
  result->chunk = take_buffer(raw.size() / kExpectedPart);
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

}  // namespace native
