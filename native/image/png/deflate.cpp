#include "native/image/png/deflate.hpp"

#include <libdeflate.h>

#ifdef PEEKABOO_ISAL
#include <isa-l/igzip_lib.h>
#endif

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "native/desktop/error.hpp"

namespace native {
namespace {

struct Free {
  void operator()(libdeflate_compressor* compressor) const {
    libdeflate_free_compressor(compressor);
  }
};

libdeflate_compressor& compressor_of(int level) {
  thread_local std::unique_ptr<libdeflate_compressor, Free> compressor;
  thread_local int has = -1;
  if (has != level) {
    compressor.reset(libdeflate_alloc_compressor(level));
    has = compressor ? level : -1;
    if (!compressor) throw std::bad_alloc();
  }
  return *compressor;
}

}  // namespace

void deflate_whole(std::span<const std::uint8_t> raw, int level, Buffer& out) {
  libdeflate_compressor& compressor = compressor_of(level);
  out.ensure(libdeflate_deflate_compress_bound(&compressor, raw.size()));
  const std::size_t count =
      libdeflate_deflate_compress(&compressor, raw.data(), raw.size(), out.end(), out.room());
  if (count == 0) throw Error("INTERNAL_ERROR", "PNG compressor failed");
  out.advance(count);
}

#ifdef PEEKABOO_ISAL
namespace {

// Minimum growth of the output: less than most parts need, so that little memory is touched
// needlessly.
constexpr std::size_t kMinRoom = 64 * 1024;

struct State {
  State() : stream(std::make_unique<isal_zstream>()), level_buffer(ISAL_DEF_LVL1_DEFAULT) {}
  std::unique_ptr<isal_zstream> stream;
  std::vector<std::uint8_t> level_buffer;
};

isal_zstream& begun() {
  thread_local State state;
  isal_zstream& stream = *state.stream;
  isal_deflate_init(&stream);
  stream.level = 1;
  stream.level_buf = state.level_buffer.data();
  stream.level_buf_size = static_cast<std::uint32_t>(state.level_buffer.size());
  return stream;
}

}  // namespace

bool has_isal() { return true; }

void deflate_part(std::span<const std::uint8_t> raw, bool last, Buffer& out) {
  isal_zstream& stream = begun();
  stream.flush = last ? NO_FLUSH : FULL_FLUSH;
  stream.end_of_stream = last ? 1 : 0;
  stream.next_in = const_cast<std::uint8_t*>(raw.data());
  // Fits: a part is about 1 MB, or one row, and the widest possible row has fewer than 2^32 bytes.
  stream.avail_in = static_cast<std::uint32_t>(raw.size());
  do {
    out.ensure(std::max(raw.size() / 4, kMinRoom));
    const std::size_t room = std::min<std::size_t>(out.room(), 1U << 30);
    stream.next_out = out.end();
    stream.avail_out = static_cast<std::uint32_t>(room);
    if (isal_deflate(&stream) != COMP_OK) throw Error("INTERNAL_ERROR", "PNG compressor failed");
    out.advance(room - stream.avail_out);
  } while (stream.avail_out == 0 || stream.avail_in > 0 ||
           (last && stream.internal_state.state != ZSTATE_END));
}

#else

bool has_isal() { return false; }

void deflate_part(std::span<const std::uint8_t>, bool, Buffer&) {
  throw Error("INTERNAL_ERROR", "program was built without ISA-L");
}

#endif

}  // namespace native
