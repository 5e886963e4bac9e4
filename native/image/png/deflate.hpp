#pragma once

#include <cstdint>
#include <span>

#include "native/image/png/buffer.hpp"

// The compressors behind PNG: raw deflate (RFC 1951), appended to `out`. Each thread keeps its own
// state.
namespace native {

// Whether this program was built with ISA-L.
bool has_isal();
// Level 1. Ends at a byte border and refers to nothing before it, so that parts compressed apart,
// on any thread, make one stream when they are put together; `last` ends the stream.
void deflate_part(std::span<const std::uint8_t> raw, bool last, Buffer& out);

// libdeflate: a whole stream at once.
void deflate_whole(std::span<const std::uint8_t> raw, int level, Buffer& out);

}  // namespace native
