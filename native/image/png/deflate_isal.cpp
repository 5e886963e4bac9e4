#include "native/desktop/error.hpp"
#include "native/image/png/deflate.hpp"

#ifdef PEEKABOO_ISAL
#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace native {
namespace {

// Output grows by this much at least: less than most parts need, so that little memory is touched
// in vain.
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
  // A part is about 1 MB, or one row; the widest possible row still has fewer than 2^32 bytes.
  stream.avail_in = static_cast<std::uint32_t>(raw.size());
  do {
    out.ensure(std::max(raw.size() / 4, kMinRoom));
    const std::size_t room = std::min<std::size_t>(out.room(), 1U << 30);
    stream.next_out = out.end();
    stream.avail_out = static_cast<std::uint32_t>(room);
    if (isal_deflate(&stream) != COMP_OK)
      throw Error("INTERNAL_ERROR", "The PNG compressor failed");
    out.advance(room - stream.avail_out);
  } while (stream.avail_out == 0 || stream.avail_in > 0 ||
           (last && stream.internal_state.state != ZSTATE_END));
}

}  // namespace native
#else
namespace native {

bool has_isal() { return false; }

void deflate_part(std::span<const std::uint8_t>, bool, Buffer&) {
  throw Error("INTERNAL_ERROR", "This program was built without ISA-L");
}

}  // namespace native
#endif
