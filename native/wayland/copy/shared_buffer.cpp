#include "native/wayland/copy/shared_buffer.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <limits>
#include <string>

#include "native/desktop/error.hpp"
#include "native/wayland/connection.hpp"

namespace native::wayland {
namespace {

constexpr int kMaxBufferSide = 65535;
constexpr std::size_t kMaxBytes = std::size_t{1} << 30;

void check_sizes(int width, int height, std::size_t stride, std::uint32_t format) {
  const std::size_t pixel = bytes_per_pixel(format);
  const bool sides = width > 0 && height > 0 && width <= kMaxBufferSide && height <= kMaxBufferSide;
  const bool row = sides && pixel != 0 && stride >= static_cast<std::size_t>(width) * pixel &&
                   stride <= kMaxBytes / static_cast<std::size_t>(height);
  if (row) return;
  throw Error("CAPTURE_FAILED",
              "compositor offers a picture of " + std::to_string(width) + "x" +
                  std::to_string(height) + " pixels, " + std::to_string(stride) +
                  " bytes a row, format " + std::to_string(format) + ", which cannot be read",
              "Try again; if it stays so, tell us which compositor this is.",
              {{"reason", "format"}});
}

}  // namespace

std::size_t bytes_per_pixel(std::uint32_t format) {
  switch (format) {
    case WL_SHM_FORMAT_ARGB8888:
    case WL_SHM_FORMAT_XRGB8888:
    case WL_SHM_FORMAT_ABGR8888:
    case WL_SHM_FORMAT_XBGR8888:
    case WL_SHM_FORMAT_ARGB2101010:
    case WL_SHM_FORMAT_XRGB2101010:
    case WL_SHM_FORMAT_ABGR2101010:
    case WL_SHM_FORMAT_XBGR2101010:
      return 4;
    case WL_SHM_FORMAT_RGB888:
    case WL_SHM_FORMAT_BGR888:
      return 3;
    default:
      return 0;
  }
}

SharedBuffer::SharedBuffer(wl_shm* shm, int width, int height, std::size_t stride,
                           std::uint32_t format)
    : width_(width), height_(height), stride_(stride), format_(format) {
  check_sizes(width, height, stride, format);
  const std::size_t size = stride * static_cast<std::size_t>(height);
  const int file = ::memfd_create("peekaboo-picture", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  const auto close_file = [&] { ::close(file); };
  if (file < 0) throw Error("CAPTURE_FAILED", "no memory for a picture");
  void* memory = MAP_FAILED;
  if (::ftruncate(file, static_cast<off_t>(size)) == 0)
    memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  // A compositor that shrinks it would end this process.
  if (memory == MAP_FAILED || ::fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0) {
    if (memory != MAP_FAILED) ::munmap(memory, size);
    close_file();
    throw Error("CAPTURE_FAILED", "no memory for a picture of " + std::to_string(size) + " bytes");
  }
  pixels_ = static_cast<std::uint8_t*>(memory);
  wl_shm_pool* const pool = ::wl_shm_create_pool(shm, file, static_cast<std::int32_t>(size));
  close_file();
  if (pool != nullptr) {
    buffer_.reset(::wl_shm_pool_create_buffer(pool, 0, width, height,
                                              static_cast<std::int32_t>(stride), format));
    ::wl_shm_pool_destroy(pool);
  }
  if (!buffer_) {
    ::munmap(pixels_, size);
    throw ConnectionLost{};
  }
}

SharedBuffer::~SharedBuffer() {
  buffer_.reset();
  ::munmap(pixels_, stride_ * static_cast<std::size_t>(height_));
}

}  // namespace native::wayland
