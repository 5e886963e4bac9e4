#include "native/x11/capture/shared_strip.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xcb/shm.h>

#include <cerrno>
#include <system_error>

#include "native/x11/connection/reply.hpp"

namespace native::x11 {
namespace {

// 128 rows of a screen 2048 pixels wide: small enough to stay in the cache.
constexpr std::size_t kHalf = 1 << 20;
constexpr std::size_t kSize = 2 * kHalf;

}  // namespace

std::unique_ptr<SharedStrip> SharedStrip::create(xcb_connection_t* connection,
                                                 std::string& reason) {
  const int descriptor = ::memfd_create("peekaboo-strip", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) {
    reason = "none could be allocated: " + std::system_category().message(errno);
    return nullptr;
  }
  void* memory = MAP_FAILED;
  // Sealed, because the server gets the descriptor: if it truncated the file, reading the rest
  // would end this process.
  constexpr int kFixedSize = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  if (::ftruncate(descriptor, kSize) == 0 && ::fcntl(descriptor, F_ADD_SEALS, kFixedSize) == 0) {
    memory = ::mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  }
  if (memory == MAP_FAILED) {
    reason = "none could be allocated: " + std::system_category().message(errno);
    ::close(descriptor);
    return nullptr;
  }
  std::unique_ptr<SharedStrip> result(
      new SharedStrip(connection, static_cast<std::uint8_t*>(memory)));
  // xcb closes the descriptor after sending it.
  const int error =
      check(connection, xcb_shm_attach_fd_checked(connection, result->segment_, descriptor, 0));
  if (error == 0) return result;
  result->segment_ = 0;
  reason = "the display server refused it (X error " + std::to_string(error) + ")";
  return nullptr;
}

SharedStrip::SharedStrip(xcb_connection_t* connection, std::uint8_t* memory)
    : connection_(connection), memory_(memory), segment_(xcb_generate_id(connection)) {}

SharedStrip::~SharedStrip() {
  if (segment_ != 0 && xcb_connection_has_error(connection_) == 0)
    xcb_shm_detach(connection_, segment_);
  ::munmap(memory_, kSize);
}

std::size_t SharedStrip::half_size() const { return kHalf; }

std::uint8_t* SharedStrip::half(int index) const {
  return memory_ + static_cast<std::size_t>(index) * kHalf;
}

std::uint32_t SharedStrip::half_offset(int index) const {
  return static_cast<std::uint32_t>(static_cast<std::size_t>(index) * kHalf);
}

}  // namespace native::x11
