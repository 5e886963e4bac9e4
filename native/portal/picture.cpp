#include "native/portal/picture.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "native/desktop/error.hpp"
#include "native/portal/refusal_text.hpp"

namespace native::portal {
namespace {

constexpr std::size_t kPixelSize = 4;
constexpr int kMaxPictureSide = 16384;

// Reads pixels that must have this size. Reading fails where another program has changed the
// file; mapping it would end this process.
PixelBytes read_pixels(int file, std::size_t size) {
  constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_WRITE;
  struct stat status{};
  // Only memory has seals: reading it never waits.
  if (file < 0 || (::fcntl(file, F_GET_SEALS) & kSeals) != kSeals || ::fstat(file, &status) != 0 ||
      static_cast<std::size_t>(status.st_size) != size)
    throw error_for("bad answer");
  PixelBytes bytes(size);
  for (std::size_t done = 0; done < size;) {
    const ssize_t count = ::pread(file, bytes.data() + done, size - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw error_for("bad answer");
    done += static_cast<std::size_t>(count);
  }
  return bytes;
}

}  // namespace

Picture picture_in(const Message& answer) {
  const auto width = answer.number("width", 1, kMaxPictureSide);
  const auto height = answer.number("height", 1, kMaxPictureSide);
  const std::string order = answer.text("order");
  if (!width || !height || (order != "bgrx" && order != "rgbx")) throw error_for("bad answer");
  const std::size_t size =
      static_cast<std::size_t>(*width) * static_cast<std::size_t>(*height) * kPixelSize;
  return {static_cast<int>(*width), static_cast<int>(*height), read_pixels(answer.file.get(), size),
          order == "rgbx", answer.text("alpha") == "yes"};
}

}  // namespace native::portal
