#include <libdeflate.h>

#include <memory>
#include <new>

#include "native/desktop/error.hpp"
#include "native/image/deflate.hpp"

namespace native {
namespace {

constexpr std::size_t kKeep = 16U << 20;

class LibdeflateDeflater : public Deflater {
 public:
  void set_level(int level) {
    if (level == level_) return;
    compressor_.reset(libdeflate_alloc_compressor(level));
    if (!compressor_) throw std::bad_alloc();
    level_ = level;
  }

  void begin() override { raw_.clear(); }

  void strip(std::span<const std::uint8_t> raw, bool last, Scratch& out) override {
    raw_.append(raw.data(), raw.size());
    if (!last) return;
    const std::size_t bound = libdeflate_deflate_compress_bound(compressor_.get(), raw_.size());
    out.ensure(bound);
    const std::size_t count = libdeflate_deflate_compress(compressor_.get(), raw_.data(),
                                                          raw_.size(), out.end(), out.room());
    if (count == 0) throw Error("INTERNAL_ERROR", "The PNG compressor failed");
    out.advance(count);
    raw_.release_beyond(kKeep);
  }

 private:
  struct Free {
    void operator()(libdeflate_compressor* compressor) const {
      libdeflate_free_compressor(compressor);
    }
  };
  std::unique_ptr<libdeflate_compressor, Free> compressor_;
  int level_ = -1;
  Scratch raw_;
};

}  // namespace

Deflater* libdeflate_deflater(int level) {
  thread_local LibdeflateDeflater deflater;
  deflater.set_level(level);
  return &deflater;
}

}  // namespace native
