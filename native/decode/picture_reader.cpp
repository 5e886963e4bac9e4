#include "native/decode/picture_reader.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <sstream>
#include <vector>

#include "native/decode/protocol.hpp"
#include "native/image/codec/decode.hpp"
#include "native/text/helper_process.hpp"

namespace native {
namespace {

using Heard = HelperProcess::Heard;

Error no_memory() {
  return Error(
      "INTERNAL_ERROR",
      std::string("not enough memory to hand a picture to the decoder: ") + std::strerror(errno),
      "Close other programs, or give a smaller picture.");
}

// Returns a memory file of a fixed size.
FileDescriptor memory_file(std::size_t size) {
  FileDescriptor file(memfd_create("peekaboo-file", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (file.get() < 0) throw no_memory();
  errno = posix_fallocate(file.get(), 0, static_cast<off_t>(size));
  if (errno != 0) throw no_memory();
  return file;
}

void seal(const FileDescriptor& file, int seals) {
  if (fcntl(file.get(), F_ADD_SEALS, seals | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    throw no_memory();
}

FileDescriptor file_of(std::span<const std::uint8_t> bytes) {
  FileDescriptor file = memory_file(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t count =
        pwrite(file.get(), bytes.data() + at, bytes.size() - at, static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw no_memory();
    at += static_cast<std::size_t>(count);
  }
  seal(file, F_SEAL_WRITE);
  return file;
}

// Returns the text without control characters: the helper may be compromised.
std::string plain(const std::string& text) {
  std::string result;
  for (const char c : text) result += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? ' ' : c;
  return result;
}

Error failure_of(const std::string& line) {
  std::vector<std::string> parts;
  std::istringstream words(line);
  for (std::string part; std::getline(words, part, '\t');) parts.push_back(plain(part));
  parts.resize(4);
  return Error(parts[1] == "INVALID_ARGUMENT" ? parts[1] : "INTERNAL_ERROR", parts[2], parts[3]);
}

// One helper and its one picture.
class Conversation {
 public:
  Conversation(const std::string& helper, Deadline deadline)
      : process_(helper), deadline_(deadline) {}

  // Returns the words that follow `verb` in the next line. Throws when the line begins otherwise.
  std::istringstream hear(const std::string& verb) {
    std::string line;
    const Heard heard = process_.hear(line, deadline_);
    if (heard == Heard::kLate)
      throw Error("TIMEOUT", "picture was not decoded in time", "Give a smaller picture.");
    if (heard == Heard::kGone)
      throw Error("INTERNAL_ERROR", "peekaboo-decode ended (" + process_.finish().text + ")",
                  "Try again, or give another picture.");
    if (heard == Heard::kLine && line.starts_with("fail\t")) throw failure_of(line);
    std::istringstream words(line);
    std::string first;
    if (heard != Heard::kLine || !(words >> first) || first != verb)
      throw Error("INTERNAL_ERROR", "invalid answer from peekaboo-decode",
                  "Try again, or give another picture.");
    return words;
  }

  // Ignores a helper that has ended: the next hear() reports it.
  void say(const std::string& line, int descriptor) { process_.send(line, descriptor); }

 private:
  HelperProcess process_;
  const Deadline deadline_;
};

void read_pixels(const FileDescriptor& file, Frame& frame) {
  for (std::size_t at = 0; at < frame.pixels.size();) {
    const ssize_t count = pread(file.get(), frame.pixels.data() + at, frame.pixels.size() - at,
                                static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw no_memory();
    at += static_cast<std::size_t>(count);
  }
}

}  // namespace

std::string PictureReader::helper_path() const {
  const std::string path = override_.empty() ? find_helper(decode_protocol::kHelper) : override_;
  if (!path.empty()) return path;
  throw Error("UNSUPPORTED",
              "peekaboo-decode, which decodes the pictures of AI clients, is missing",
              "Install Peekaboo again; peekaboo-decode belongs beside peekaboo.");
}

Frame PictureReader::read(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels,
                          const BeforePixels& before, Deadline deadline) const {
  require_known(bytes);
  Conversation helper(helper_path(), deadline);
  helper.hear("confined");
  const FileDescriptor file = file_of(bytes);
  helper.say("decode " + std::to_string(bytes.size()) + " " + std::to_string(max_pixels) + "\n",
             file.get());
  std::istringstream size = helper.hear("size");
  int width = 0;
  int height = 0;
  size >> width >> height;
  if (width < 0 || height < 0) width = height = 0;
  Frame frame = frame_for(static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height),
                          max_pixels, before);
  const FileDescriptor store = memory_file(frame.pixels.size());
  seal(store, 0);
  helper.say("store\n", store.get());
  helper.hear("end");
  read_pixels(store, frame);
  return frame;
}

HelperConfinement PictureReader::confinement(Deadline deadline) const {
  std::istringstream words = Conversation(helper_path(), deadline).hear("confined");
  HelperConfinement held;
  words >> held.files >> held.system_calls;
  return held;
}

}  // namespace native
