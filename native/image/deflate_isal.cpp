#include "native/image/deflate.hpp"

#ifdef PEEKABOO_ISAL
#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "native/desktop/error.hpp"

namespace native {
namespace {

class IsalDeflater : public Deflater {
 public:
  IsalDeflater()
      : stream_(std::make_unique<isal_zstream>()), level_buffer_(ISAL_DEF_LVL1_DEFAULT) {}

  void begin() override {
    isal_deflate_init(stream_.get());
    stream_->level = 1;
    stream_->level_buf = level_buffer_.data();
    stream_->level_buf_size = static_cast<std::uint32_t>(level_buffer_.size());
    stream_->flush = NO_FLUSH;
  }

  void strip(std::span<const std::uint8_t> raw, bool last, Scratch& out) override {
    // A strip is about 1 MB, or one row; the widest possible row still has fewer than 2^32 bytes.
    stream_->next_in = const_cast<std::uint8_t*>(raw.data());
    stream_->avail_in = static_cast<std::uint32_t>(raw.size());
    stream_->end_of_stream = last ? 1 : 0;
    do {
      out.ensure(std::max<std::size_t>(raw.size() / 4, 64 * 1024));
      const std::size_t room = std::min<std::size_t>(out.room(), 1U << 30);
      stream_->next_out = out.end();
      stream_->avail_out = static_cast<std::uint32_t>(room);
      if (isal_deflate(stream_.get()) != COMP_OK)
        throw Error("INTERNAL_ERROR", "The PNG compressor failed");
      out.advance(room - stream_->avail_out);
    } while (stream_->avail_out == 0 || stream_->avail_in > 0 ||
             (last && stream_->internal_state.state != ZSTATE_END));
  }

 private:
  std::unique_ptr<isal_zstream> stream_;
  std::vector<std::uint8_t> level_buffer_;
};

}  // namespace

Deflater* isal_deflater() {
  thread_local IsalDeflater deflater;
  return &deflater;
}

}  // namespace native
#else
namespace native {

Deflater* isal_deflater() { return nullptr; }

}  // namespace native
#endif
