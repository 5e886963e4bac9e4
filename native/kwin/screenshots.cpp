#include "native/kwin/screenshots.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>
#include <vector>

#include "native/desktop/utf8.hpp"
#include "native/kwin/permission.hpp"

namespace native::kwin {
namespace {

constexpr const char* kPath = "/org/kde/KWin/ScreenShot2";
constexpr const char* kInterface = "org.kde.KWin.ScreenShot2";
constexpr const char* kErrors = "org.kde.KWin.ScreenShot2.Error.";
// What a pipe gives at once, as it is by default.
constexpr std::size_t kPiece = 1 << 16;
constexpr std::size_t kMaxEntries = 64;
constexpr std::size_t kMaxText = 200;

// A pipe through which KWin sends the pixels. It must be read before KWin answers, since it holds
// little.
class PixelPipe {
 public:
  explicit PixelPipe(std::size_t most) : most_(most) {
    if (::pipe2(ends_, O_CLOEXEC | O_NONBLOCK) == 0) {
      // KWin waits for room by itself.
      ::fcntl(ends_[1], F_SETFL, 0);
      return;
    }
    throw Error("CAPTURE_FAILED", "no pipe can be made for the picture",
                "Close programs, or raise the limit of open files.", {{"reason", "pipe"}});
  }
  ~PixelPipe() {
    close_end(0);
    close_end(1);
  }
  PixelPipe(const PixelPipe&) = delete;
  PixelPipe& operator=(const PixelPipe&) = delete;

  int reading() const { return ends_[0]; }
  int writing() const { return ends_[1]; }
  void close_writing() { close_end(1); }
  // Reads what has arrived. Returns false at the end.
  bool read() {
    while (have_ < most_) {
      bytes_.resize(std::max(bytes_.size(), std::min(most_, std::max(have_ + kPiece, have_ * 2))));
      const ssize_t got = ::read(ends_[0], bytes_.data() + have_, bytes_.size() - have_);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) return true;
      if (got <= 0) return false;
      have_ += static_cast<std::size_t>(got);
    }
    return false;
  }
  // Reads until `size` bytes are there.
  PixelBytes take(std::size_t size, Deadline deadline) {
    most_ = size;
    if (bytes_.size() < size) bytes_.resize(size);
    while (have_ < size) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          deadline - std::chrono::steady_clock::now());
      if (left.count() <= 0) throw ServiceLate{};
      pollfd waiting{ends_[0], POLLIN, 0};
      ::poll(&waiting, 1, static_cast<int>(std::min<std::int64_t>(left.count(), 60'000)) + 1);
      if (waiting.revents != 0 && !read() && have_ < size)
        throw Error("CAPTURE_FAILED",
                    "KWin sent " + std::to_string(have_) + " of " + std::to_string(size) +
                        " bytes of the picture",
                    "Try again.", {{"reason", "bad picture"}});
    }
    return std::move(bytes_);
  }

 private:
  void close_end(int end) {
    if (ends_[end] >= 0) ::close(std::exchange(ends_[end], -1));
  }

  int ends_[2] = {-1, -1};
  std::size_t most_;
  std::size_t have_ = 0;
  PixelBytes bytes_;
};

// Reads a variant's text or number, and skips any other.
void read_value(dbus::Reply& reply, const std::string& name, Description& description) {
  const std::string content = reply.next_type().second;
  if (!reply.enter('v', content.c_str())) return;
  std::string text;
  std::uint32_t number = 0;
  if (content == "s" && reply.read(&text, 's', kMaxText)) {
    if (name == "type") description.type = text;
    if (name == "windowId") description.window = text;
  } else if (content == "u" && reply.read(&number)) {
    if (name == "width") description.width = number;
    if (name == "height") description.height = number;
    if (name == "stride") description.stride = number;
    if (name == "format") description.format = number;
  } else {
    reply.skip_next();
  }
  reply.leave();
}

Description read_description(dbus::Reply& reply) {
  Description description;
  if (!reply.enter('a', "{sv}")) return description;
  for (std::size_t count = 0; count < kMaxEntries && reply.enter('e', "sv"); ++count) {
    std::string name;
    reply.read(&name, 's', kMaxText);
    read_value(reply, name, description);
    reply.leave();
  }
  return description;
}

Error software_compositor(const char* code, const std::string& why) {
  return Error(code, "KWin gives no pixels: " + why,
               "KWin captures only where it draws with OpenGL: give the machine a graphics driver, "
               "or unset KWIN_COMPOSE.",
               {{"reason", "software compositor"}});
}

bool is_absent(const std::string& error) {
  constexpr const char* kBus = "org.freedesktop.DBus.Error.";
  return error == std::string(kBus) + "UnknownObject" ||
         error == std::string(kBus) + "UnknownInterface" ||
         error == std::string(kBus) + "UnknownMethod";
}

[[noreturn]] void throw_refusal(const std::string& error) {
  if (error == std::string(kErrors) + "NoAuthorized") throw needs_desktop_file();
  if (error == std::string(kErrors) + "Cancelled")
    throw software_compositor("CAPTURE_FAILED", "it cancelled the capture");
  if (is_absent(error))
    throw software_compositor("UNSUPPORTED", "it does not offer " + std::string(kInterface));
  throw Error("CAPTURE_FAILED", "KWin refused the capture (" + clean_utf8(error) + ")",
              "Try again; the screen may be off, or may have changed its mode.",
              {{"reason", "refused"}});
}

// Returns nothing where KWin does not know the window.
std::optional<Picture> take_picture(Service& service, const char* method,
                                    std::vector<dbus::Argument> arguments, const Expected& expected,
                                    std::size_t most, Deadline deadline) {
  PixelPipe pipe(most);
  arguments.emplace_back(dbus::Switches{{{"native-resolution", true},
                                         {"include-cursor", false},
                                         {"include-decoration", false},
                                         {"include-shadow", false}}});
  arguments.emplace_back(dbus::Descriptor{pipe.writing()});
  dbus::Reply reply = service.bus().call_reading(
      {service.owner(), kPath, kInterface, method, std::move(arguments)}, pipe.reading(),
      [&] { return pipe.read(); }, deadline);
  if (!reply) {
    service.check_answer();
    const std::string error = service.bus().error_name();
    if (!expected.window.empty() && error == std::string(kErrors) + "InvalidWindow")
      return std::nullopt;
    throw_refusal(error);
  }
  pipe.close_writing();
  Picture picture = checked(read_description(reply), expected);
  picture.bytes = pipe.take(picture.stride * static_cast<std::size_t>(picture.height), deadline);
  return picture;
}

// What rows are padded with has room, too.
std::size_t most_of(const Expected& expected) {
  return (static_cast<std::size_t>(expected.width) + 2048) *
         (static_cast<std::size_t>(expected.height) + 1) * 4;
}

}  // namespace

Picture capture_screen(Service& service, const std::string& name, const Expected& expected,
                       Deadline deadline) {
  return *take_picture(service, "CaptureScreen", {name}, expected, most_of(expected), deadline);
}

Picture capture_area(Service& service, const Rect& area, const Expected& expected,
                     Deadline deadline) {
  return *take_picture(service, "CaptureArea",
                       {area.x, area.y, static_cast<std::uint32_t>(area.width),
                        static_cast<std::uint32_t>(area.height)},
                       expected, most_of(expected), deadline);
}

std::optional<Picture> capture_window(Service& service, const Expected& expected, std::size_t most,
                                      Deadline deadline) {
  return take_picture(service, "CaptureWindow", {expected.window}, expected, most, deadline);
}

}  // namespace native::kwin
