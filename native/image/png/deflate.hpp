#pragma once

#include <cstdint>
#include <span>

#include "native/image/png/buffer.hpp"

// The compressors for PNG: raw deflate (RFC 1951), appended to `out`. Each thread has its own
// state.
namespace native {

// Returns whether this program was built with ISA-L.
bool has_isal();
// Compresses a part at level 1. Parts end at a byte boundary and refer to nothing before them, so
// that parts compressed on different threads form one stream when concatenated; `last` ends the
// stream.
void deflate_part(std::span<const std::uint8_t> raw, bool last, Buffer& out);

// Compresses a whole stream with libdeflate.
void deflate_whole(std::span<const std::uint8_t> raw, int level, Buffer& out);

}  // namespace native
