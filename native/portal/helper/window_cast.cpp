#include "native/portal/helper/window_cast.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "native/portal/helper/pipewire_socket.hpp"
#include "native/portal/helper/session_bus.hpp"
#include "native/portal/refusal.hpp"

namespace native::portal {
namespace {

constexpr const char* kCastPath = "/org/gnome/Mutter/ScreenCast";
constexpr const char* kCast = "org.gnome.Mutter.ScreenCast";
constexpr const char* kCastSession = "org.gnome.Mutter.ScreenCast.Session";
constexpr const char* kCastStream = "org.gnome.Mutter.ScreenCast.Stream";
constexpr std::uint32_t kHiddenCursor = 0;
// Now and then the only frame of a window that stands still does not come (twice in 30 pictures on
// Mutter 43.8); another session brings it. A slow machine gets more time each turn.
constexpr std::chrono::milliseconds kFirstFrame{400};
// How long the end of a session may take.
constexpr std::chrono::milliseconds kStopPatience{200};

void require(int code) {
  if (code < 0) throw Refusal("bad answer");
}

OwnedFile connect_pipewire() {
  const std::string path = pipewire_socket();
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path) throw Refusal("no pipewire");
  std::memcpy(address.sun_path, path.c_str(), path.size());
  OwnedFile socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (socket.get() < 0 ||
      ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    throw Refusal("no pipewire");
  return socket;
}

// A session of Mutter's screen cast that records one window, ended with this object.
class WindowCast {
 public:
  WindowCast(const std::string& bus, std::string shell, Deadline deadline)
      : bus_(bus, deadline), shell_(std::move(shell)), deadline_(deadline) {}
  ~WindowCast() {
    if (session_.empty()) return;
    try {
      bus_.call(method(session_, kCastSession, "Stop"), Clock::now() + kStopPatience);
    } catch (const Refusal&) {
      // It has ended, or ends with the connection.
    }
  }
  WindowCast(const WindowCast&) = delete;
  WindowCast& operator=(const WindowCast&) = delete;

  // Returns the node of PipeWire that the window is painted into; nothing when none was told by
  // `patience`: Mutter 50 is silent for a window that closes meanwhile.
  std::optional<std::uint32_t> start(std::uint64_t window, Deadline patience) {
    create_session();
    const std::string stream = add_stream(window);
    const BusMessage match = bus_.method("org.freedesktop.DBus", "/org/freedesktop/DBus",
                                         "org.freedesktop.DBus", "AddMatch");
    const std::string rule = "type='signal',sender='" + shell_ + "'";
    require(::sd_bus_message_append(match.get(), "s", rule.c_str()));
    if (!bus_.call(match, deadline_).message) throw Refusal("no bus");
    if (!bus_.call(method(session_, kCastSession, "Start"), deadline_).message)
      throw Refusal("stream failed");
    for (;;) {
      while (const BusMessage message = bus_.next()) {
        if (is_of(*message, stream, kCastStream, "PipeWireStreamAdded")) return node_in(*message);
        if (is_of(*message, session_, kCastSession, "Closed")) throw Refusal("window gone");
      }
      if (!bus_.wait(patience)) return std::nullopt;
    }
  }

  // Returns whether the window is still recorded.
  bool take_in() {
    while (const BusMessage message = bus_.next())
      if (is_of(*message, session_, kCastSession, "Closed")) return false;
    return true;
  }
  int descriptor() const { return bus_.descriptor(); }

 private:
  BusMessage method(const std::string& path, const char* interface, const char* name) const {
    return bus_.method(shell_.c_str(), path.c_str(), interface, name);
  }

  bool is_of(sd_bus_message& message, const std::string& path, const char* interface,
             const char* name) const {
    const char* const sender = ::sd_bus_message_get_sender(&message);
    const char* const object = ::sd_bus_message_get_path(&message);
    return sender != nullptr && sender == shell_ && object != nullptr && object == path &&
           ::sd_bus_message_is_signal(&message, interface, name) > 0;
  }

  static std::uint32_t node_in(sd_bus_message& message) {
    std::uint32_t node = 0;
    require(::sd_bus_message_read(&message, "u", &node));
    return node;
  }

  static std::string object_in(const SessionBus::Answer& answer) {
    const char* path = "";
    require(::sd_bus_message_read(answer.message.get(), "o", &path));
    return path;
  }

  void create_session() {
    const BusMessage request = method(kCastPath, kCast, "CreateSession");
    require(::sd_bus_message_append(request.get(), "a{sv}", 0));
    const SessionBus::Answer answer = bus_.call(request, deadline_);
    if (!answer.message) throw Refusal("no window cast");
    session_ = object_in(answer);
  }

  std::string add_stream(std::uint64_t window) const {
    const BusMessage request = method(session_, kCastSession, "RecordWindow");
    require(::sd_bus_message_append(request.get(), "a{sv}", 2, "window-id", "t", window,
                                    "cursor-mode", "u", kHiddenCursor));
    const SessionBus::Answer answer = bus_.call(request, deadline_);
    // Mutter knows no other reason to refuse one.
    if (!answer.message) throw Refusal("window gone");
    return object_in(answer);
  }

  mutable SessionBus bus_;
  const std::string shell_;
  const Deadline deadline_;
  std::string session_;
};

// Records a window until `patience` ends; returns nothing when no frame has come by then.
std::optional<SealedPicture> first_frame(WindowCast& cast, std::uint64_t window,
                                         const PictureSize& drawn, Deadline patience) {
  const std::optional<std::uint32_t> node = cast.start(window, patience);
  if (!node) return std::nullopt;
  PipeWire pipewire(connect_pipewire());
  const ScreenStream stream(pipewire, *node);
  for (pipewire.take_in(); !stream.has_picture(); pipewire.take_in()) {
    if (!cast.take_in()) throw Refusal("window gone");
    if (pipewire.has_failed() || stream.has_failed()) throw Refusal("stream failed");
    if (Clock::now() >= patience) return std::nullopt;
    pollfd waiting[] = {{pipewire.descriptor(), POLLIN, 0}, {cast.descriptor(), POLLIN, 0}};
    ::poll(waiting, 2, milliseconds_until(patience));
  }
  return stream.copy_content(drawn);
}

}  // namespace

SealedPicture record_window(const std::string& bus, const std::string& shell, std::uint64_t window,
                            const PictureSize& drawn, Deadline deadline) {
  for (std::chrono::milliseconds time = kFirstFrame;; time *= 2) {
    WindowCast cast(bus, shell, deadline);
    std::optional<SealedPicture> picture =
        first_frame(cast, window, drawn, std::min(deadline, Clock::now() + time));
    if (picture) return std::move(*picture);
    if (Clock::now() >= deadline) throw Refusal("no frame");
  }
}

}  // namespace native::portal
