#include <libdeflate.h>

#include <memory>
#include <new>

#include "native/desktop/error.hpp"
#include "native/image/png/deflate.hpp"

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
  if (count == 0) throw Error("INTERNAL_ERROR", "The PNG compressor failed");
  out.advance(count);
}

}  // namespace native
