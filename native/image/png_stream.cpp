#include "native/image/png_stream.hpp"

#include <algorithm>
#include <utility>

#include "native/image/deflate.hpp"
#include "native/image/helpers.hpp"
#include "native/image/png_chunk.hpp"
#include "native/image/png_strip.hpp"
#include "native/image/scratch_shelf.hpp"

namespace native {
namespace {

// A strip stays in the second-level cache while it is converted, summed and pressed. A small
// picture is cut finer, so that two threads end at about the same time.
constexpr std::size_t kLeastStrip = 256U << 10;
constexpr std::size_t kMostStrip = 1U << 20;
constexpr std::size_t kStrips = 12;

// Adler-32 of two sequences, one after the other, from the sums of both (RFC 1950).
std::uint32_t joined_adler(std::uint32_t first, std::uint32_t second, std::size_t second_length) {
  constexpr std::uint64_t kBase = 65521;
  const std::uint64_t length = second_length % kBase;
  const std::uint64_t low = (first & 0xffff) + (second & 0xffff) + kBase - 1;
  const std::uint64_t high =
      length * (first & 0xffff) + (first >> 16) + (second >> 16) + kBase - length;
  return static_cast<std::uint32_t>((high % kBase) << 16 | (low % kBase));
}

void write_head(Scratch& out, int width, int height) {
  const std::uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  out.append(signature, sizeof signature);
  PngChunk header(out, "IHDR");
  out.append_u32(static_cast<std::uint32_t>(width));
  out.append_u32(static_cast<std::uint32_t>(height));
  // 8 bits, RGB, deflate, adaptive, no interlace
  const std::uint8_t depth_and_kind[] = {8, 2, 0, 0, 0};
  out.append(depth_and_kind, sizeof depth_and_kind);
  header.close();
}

// The zlib stream's sum, in a chunk of its own because it is known last, and the end mark.
void write_tail(Scratch& out, std::uint32_t adler) {
  PngChunk sum(out, "IDAT");
  out.append_u32(adler);
  sum.close();
  PngChunk(out, "IEND").close();
}

void append(Bytes& to, const Scratch& part) {
  to.insert(to.end(), part.data(), part.data() + part.size());
}

}  // namespace

PngMethod png_method(PngEffort effort) {
  if (effort == PngEffort::kSmall) return PngMethod::kSmall;
  return has_isal() ? PngMethod::kIsal : PngMethod::kFallback;
}

PngStream::PngStream(int width, int height, PngMethod method, Helpers& helpers)
    : width_(width), height_(height), method_(method), helpers_(helpers), rows_left_(height) {
  if (width < 1 || height < 1)
    throw Error("INVALID_ARGUMENT", "The picture is empty",
                "Give a picture of at least 1x1 pixels.");
}

PngStream::PngStream(int width, int height, PngEffort effort)
    : PngStream(width, height, png_method(effort), Helpers::shared()) {}

// Strips that are being pressed belong to the helper as well.
PngStream::~PngStream() = default;

int PngStream::rows_in_strip() const {
  // libdeflate cannot join streams.
  if (method_ != PngMethod::kIsal) return height_;
  const std::size_t line = static_cast<std::size_t>(width_) * 3 + 1;
  const std::size_t whole = line * static_cast<std::size_t>(height_);
  const std::size_t bytes = std::clamp(whole / kStrips, kLeastStrip, kMostStrip);
  return static_cast<int>(
      std::clamp<std::size_t>(bytes / line, 1, static_cast<std::size_t>(rows_left_)));
}

void PngStream::add(const std::uint8_t* bgrx, std::size_t stride, int rows) {
  if (rows > rows_left_) throw Error("INTERNAL_ERROR", "A picture got more rows than it has");
  for (; rows > 0; --rows, bgrx += stride) {
    if (!filling_) {
      const std::size_t line = static_cast<std::size_t>(width_) * 3 + 1;
      filling_ = std::make_shared<PngStrip>(method_, strips_.empty(), line, rows_in_strip());
    }
    filling_->add(bgrx, width_);
    --rows_left_;
    if (filling_->full()) dispatch();
  }
}

void PngStream::dispatch() {
  if (rows_left_ == 0) filling_->set_last();
  strips_.push_back(std::move(filling_));
  const std::shared_ptr<PngStrip> strip = strips_.back();
  if (method_ != PngMethod::kIsal || !helpers_.offer([strip] { strip->press(); })) strip->press();
}

Bytes PngStream::finish() {
  if (rows_left_ != 0) throw Error("INTERNAL_ERROR", "A picture got fewer rows than it has");
  // What no helper has begun is done here rather than waited for.
  for (const auto& strip : strips_) strip->press();
  Scratch head = take_scratch();
  write_head(head, width_, height_);
  std::uint32_t adler = 1;
  std::size_t size = head.size();
  for (const auto& strip : strips_) {
    strip->wait();
    adler = joined_adler(adler, strip->adler(), strip->length());
    size += strip->chunk().size();
  }
  Scratch tail = take_scratch();
  write_tail(tail, adler);
  Bytes result;
  result.reserve(size + tail.size());
  append(result, head);
  for (const auto& strip : strips_) append(result, strip->chunk());
  append(result, tail);
  give_scratch(std::move(head));
  give_scratch(std::move(tail));
  strips_.clear();
  return result;
}

}  // namespace native
