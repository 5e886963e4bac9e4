#include "native/image/png_strip.hpp"

#include <libdeflate.h>

#include "native/desktop/error.hpp"
#include "native/image/deflate.hpp"
#include "native/image/pixels.hpp"
#include "native/image/png_chunk.hpp"
#include "native/image/scratch_shelf.hpp"

namespace native {
namespace {

enum State : int { kFilling, kPressing, kDone };

constexpr int kFallbackLevel = 1;
constexpr int kSmallLevel = 6;

}  // namespace

PngStrip::PngStrip(PngMethod method, bool first, std::size_t line, int rows)
    : method_(method), first_(first), rows_left_(rows), raw_(take_scratch()) {
  raw_.ensure(line * static_cast<std::size_t>(rows));
}

PngStrip::~PngStrip() {
  give_scratch(std::move(raw_));
  give_scratch(std::move(chunk_));
}

// Filter "none": the compressor finds repeated glyphs, which any other filter would destroy.
void PngStrip::add(const std::uint8_t* bgrx, int width) {
  std::uint8_t* to = raw_.end();
  *to = 0;
  rgb_converter()(bgrx, to + 1, static_cast<std::size_t>(width));
  raw_.advance(static_cast<std::size_t>(width) * 3 + 1);
  --rows_left_;
}

void PngStrip::press() {
  int expected = kFilling;
  if (!state_.compare_exchange_strong(expected, kPressing)) return;
  try {
    press_into_chunk();
  } catch (const std::exception&) {
    failure_ = std::current_exception();
  }
  give_scratch(std::move(raw_));
  state_.store(kDone);
  state_.notify_all();
}

void PngStrip::wait() {
  for (int now = state_.load(); now != kDone; now = state_.load()) state_.wait(now);
  if (failure_) std::rethrow_exception(failure_);
}

void PngStrip::press_into_chunk() {
  const std::span<const std::uint8_t> raw(raw_.data(), raw_.size());
  length_ = raw.size();
  adler_ = libdeflate_adler32(1, raw.data(), raw.size());
  chunk_ = take_scratch();
  PngChunk chunk(chunk_, "IDAT");
  const std::uint8_t zlib_head[] = {0x78, 0x01};
  if (first_) chunk_.append(zlib_head, sizeof zlib_head);
  if (method_ == PngMethod::kIsal)
    deflate_part(raw, last_, chunk_);
  else
    deflate_whole(raw, method_ == PngMethod::kSmall ? kSmallLevel : kFallbackLevel, chunk_);
  chunk.close();
}

}  // namespace native
