#include "native/text/gray_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "native/desktop/error.hpp"

namespace native {
namespace {

Error no_memory(int error) {
  return Error(
      "INTERNAL_ERROR",
      std::string("no memory to pass the picture to the text helper: ") + std::strerror(error),
      "Close other programs, or give a smaller region.");
}

void write_gray(const Frame& frame, std::uint8_t* gray) {
  const auto width = static_cast<std::size_t>(frame.width);
  for (int y = 0; y < frame.height; ++y, gray += width) {
    const std::uint8_t* row = frame.pixels.data() + static_cast<std::size_t>(y) * frame.stride;
    for (std::size_t x = 0; x < width; ++x) {
      const unsigned luma = 29U * row[4 * x] + 150U * row[4 * x + 1] + 77U * row[4 * x + 2];
      gray[x] = static_cast<std::uint8_t>(luma >> 8);
    }
  }
}

}  // namespace

FileDescriptor::~FileDescriptor() {
  if (number_ >= 0) close(number_);
}

FileDescriptor gray_file(const Frame& frame) {
  FileDescriptor file(memfd_create("peekaboo-picture", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (file.get() < 0) throw no_memory(errno);
  const std::size_t size =
      static_cast<std::size_t>(frame.width) * static_cast<std::size_t>(frame.height);
  // Reserved before it is written, so that a full memory file system fails here and not with SIGBUS
  // below.
  if (const int error = posix_fallocate(file.get(), 0, static_cast<off_t>(size)); error != 0)
    throw no_memory(error);
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (memory == MAP_FAILED) throw no_memory(errno);
  write_gray(frame, static_cast<std::uint8_t*>(memory));
  munmap(memory, size);
  constexpr int kForGood = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;
  if (fcntl(file.get(), F_ADD_SEALS, kForGood) != 0) throw no_memory(errno);
  return file;
}

}  // namespace native
