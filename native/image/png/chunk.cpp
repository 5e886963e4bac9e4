#include "native/image/png/chunk.hpp"

#include <libdeflate.h>

#include "native/desktop/error.hpp"

namespace native {
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
    throw Error("INVALID_ARGUMENT", "The picture is too large for PNG",
                "Capture a smaller region.");
  out_.put_u32(start_, static_cast<std::uint32_t>(length));
  out_.append_u32(libdeflate_crc32(0, out_.data() + start_ + 4, length + 4));
}

}  // namespace native
