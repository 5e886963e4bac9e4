#include "native/text/picture_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "native/desktop/error.hpp"
#include "native/image/pixels.hpp"
#include "native/text/lines/line_picture.hpp"

namespace native {
namespace {

Error no_memory(int error) {
  return Error("INTERNAL_ERROR",
               std::string("no memory to pass text to the text helper: ") + std::strerror(error),
               "Close other programs, or give a smaller region.");
}

std::size_t area(const Rect& rect) {
  return static_cast<std::size_t>(rect.width) * static_cast<std::size_t>(rect.height);
}

// Writes the luma (ITU-R BT.601) of a part.
void draw_gray(const Frame& frame, const Rect& part, std::uint8_t* gray) {
  for (int y = 0; y < part.height; ++y) {
    const std::uint8_t* pixel = row_of(frame, part.y + y) + static_cast<std::size_t>(part.x) * 4;
    for (int x = 0; x < part.width; ++x, pixel += 4)
      *gray++ = static_cast<std::uint8_t>((29U * pixel[0] + 150U * pixel[1] + 77U * pixel[2]) >> 8);
  }
}

// Paints over lines within a block, which are read by themselves, with the pixels left of them.
void erase_excluded(const TextLine& block, std::uint8_t* gray) {
  const auto width = static_cast<std::size_t>(block.bounds.width);
  for (const Rect& rect : block.excluded) {
    const auto left = static_cast<std::size_t>(rect.x - block.bounds.x);
    const auto count = static_cast<std::size_t>(rect.width);
    for (int y = rect.y - block.bounds.y; y < rect.y - block.bounds.y + rect.height; ++y) {
      std::uint8_t* row = gray + static_cast<std::size_t>(y) * width;
      const std::uint8_t beside = left > 0               ? row[left - 1]
                                  : left + count < width ? row[left + count]
                                                         : std::uint8_t{255};
      std::memset(row + left, beside, count);
    }
  }
}

}  // namespace

FileDescriptor picture_file(const Frame& frame, std::span<const LineToRead> lines) {
  std::size_t size = lines.size() * sizeof(protocol::PictureHead);
  for (const LineToRead& line : lines) size += area(line.line->bounds);
  FileDescriptor file(memfd_create("peekaboo-picture", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (file.get() < 0) throw no_memory(errno);
  // Reserved before it is written, so that a full memory file system fails here and not with SIGBUS
  // below.
  if (const int error = posix_fallocate(file.get(), 0, static_cast<off_t>(size)); error != 0)
    throw no_memory(error);
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (memory == MAP_FAILED) throw no_memory(errno);
  auto* head = static_cast<std::uint8_t*>(memory);
  std::uint8_t* gray = head + lines.size() * sizeof(protocol::PictureHead);
  for (const LineToRead& part : lines) {
    const Rect& bounds = part.line->bounds;
    const protocol::PictureHead written{
        static_cast<std::uint32_t>(bounds.width), static_cast<std::uint32_t>(bounds.height),
        static_cast<std::uint32_t>(part.scale), part.line->block ? 1U : 0U};
    std::memcpy(head, &written, sizeof written);
    head += sizeof written;
    if (part.line->block) {
      draw_gray(frame, bounds, gray);
      erase_excluded(*part.line, gray);
    } else {
      draw_dark_on_white(frame, bounds, gray);
    }
    gray += area(bounds);
  }
  munmap(memory, size);
  constexpr int kForGood = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;
  if (fcntl(file.get(), F_ADD_SEALS, kForGood) != 0) throw no_memory(errno);
  return file;
}

}  // namespace native
