#include "native/image/png/file.hpp"

#include <libdeflate.h>
#include <utility>

#include "native/desktop/error.hpp"
#include "native/image/png/buffer.hpp"

namespace native {

namespace {

// Most screenshots compress to less than this fraction of their pixels. Reserving more costs
// nothing, because unused pages are never touched.
constexpr std::size_t kExpectedPart = 4;
constexpr std::size_t kHeadAndTail = 4096;  // more than both have

// Returns the Adler-32 (RFC 1950) of two concatenated sequences from the sums of both.
std::uint32_t joined_adler(std::uint32_t first, std::uint32_t second, std::size_t second_length) {
  constexpr std::uint64_t kBase = 65521;
  const std::uint64_t length = second_length % kBase;
  const std::uint64_t low = (first & 0xffff) + (second & 0xffff) + kBase - 1;
  const std::uint64_t high =
      length * (first & 0xffff) + (first >> 16) + (second >> 16) + kBase - length;
  return static_cast<std::uint32_t>((high % kBase) << 16 | (low % kBase));
}

void write_head(Buffer& out, int width, int height, PngColour colour) {
  const std::uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  out.append(signature, sizeof signature);
  PngChunk header(out, "IHDR");
  out.append_u32(static_cast<std::uint32_t>(width));
  out.append_u32(static_cast<std::uint32_t>(height));
  // 8 bits, RGB or RGBA, deflate, adaptive, no interlace
  const std::uint8_t kind = colour == PngColour::kRgba ? 6 : 2;
  const std::uint8_t depth_and_kind[] = {8, kind, 0, 0, 0};
  out.append(depth_and_kind, sizeof depth_and_kind);
  header.close();
}

// Writes the zlib stream's checksum, in a separate chunk because it is known last, and IEND.
void write_tail(Buffer& out, std::uint32_t adler) {
  PngChunk sum(out, "IDAT");
  out.append_u32(adler);
  sum.close();
  PngChunk(out, "IEND").close();
}

void write_to(Output& output, const Buffer& part) { output.write({part.data(), part.size()}); }

}  // namespace

CompressedStrip::~CompressedStrip() { give_buffer(std::move(chunk)); }

PngFile::PngFile(int width, int height, PngColour colour, OutputRef output)
    : output_(std::move(output)) {
  if (width < 1 || height < 1)
    throw Error("INVALID_ARGUMENT", "picture is empty", "Give a picture of at least 1x1 pixels.");
  const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  output_->expect(kHeadAndTail + pixels * 3 / kExpectedPart);
  Buffer head;
  write_head(head, width, height, colour);
  write_to(*output_, head);
}

void PngFile::put(std::size_t index, CompressedStripRef strip) noexcept {
  try {
    const std::lock_guard lock(mutex_);
    take(index, std::move(strip));
  } catch (const std::exception&) {
    return fail(std::current_exception());
  }
  came_.notify_all();
}

void PngFile::fail(std::exception_ptr why) noexcept {
  {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = why;
  }
  came_.notify_all();
}

void PngFile::take(std::size_t index, CompressedStripRef strip) {
  if (index != next_) {
    early_.emplace(index, std::move(strip));
    return;
  }
  append(*strip);
  for (auto found = early_.find(next_); found != early_.end(); found = early_.find(next_)) {
    append(*found->second);
    early_.erase(found);
  }
}

void PngFile::append(const CompressedStrip& strip) {
  write_to(*output_, strip.chunk);
  adler_ = joined_adler(adler_, strip.adler, strip.length);
  ++next_;
}

void PngFile::finish(std::size_t count) {
  std::unique_lock lock(mutex_);
  came_.wait(lock, [&] { return failure_ || next_ >= count; });
  if (failure_) std::rethrow_exception(failure_);
  Buffer tail;
  write_tail(tail, adler_);
  write_to(*output_, tail);
}

namespace {

constexpr std::size_t kLengthAndType = 8;
constexpr std::uint32_t kLargestChunk = 0x7fffffff;

}  // namespace

PngChunk::PngChunk(Buffer& out, const char* type) : out_(out), start_(out.size()) {
  out_.append_u32(0);
  out_.append(type, 4);
}

void PngChunk::close() {
  const std::size_t length = out_.size() - start_ - kLengthAndType;
  if (length > kLargestChunk)
    throw Error("INVALID_ARGUMENT", "picture is too large for PNG", "Capture a smaller region.");
  out_.put_u32(start_, static_cast<std::uint32_t>(length));
  out_.append_u32(libdeflate_crc32(0, out_.data() + start_ + 4, length + 4));
}

}  // namespace native
