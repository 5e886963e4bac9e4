#include "native/wayland/connection.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

#include "native/desktop/error.hpp"
#include "native/linux/socket_peer.hpp"
#include "native/wayland/copy/spare_buffer.hpp"

namespace native::wayland {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxGlobals = 4096;
constexpr std::chrono::milliseconds kBetweenAttempts{5};

Error cannot_connect(const std::string& socket, const std::string& why,
                     const std::string& reason = "not found") {
  return Error("DISPLAY_UNAVAILABLE", "compositor at " + socket + " cannot be reached: " + why,
               "Set WAYLAND_DISPLAY to the socket of a running compositor of this user, or run "
               "with --virtual 1280x800 for a private X display.",
               {{"reason", reason}, {"display", socket}});
}

// A compositor that is stopped has no room for further connections after some time.
int connected_socket(const std::string& path, Deadline deadline) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path)
    throw cannot_connect(path, "its path is too long for a socket");
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket < 0) throw cannot_connect(path, std::strerror(errno));
  while (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    const int error = errno;
    if (error == EINTR) continue;
    if (error == EAGAIN && Clock::now() < deadline) {
      std::this_thread::sleep_for(kBetweenAttempts);
      continue;
    }
    ::close(socket);
    if (error == EAGAIN) throw ConnectionLate{};
    const bool forbidden = error == EACCES || error == EPERM;
    throw cannot_connect(path, std::strerror(error), forbidden ? "refused" : "not found");
  }
  return socket;
}

const wl_registry_listener kRegistryListener = {
    .global =
        [](void* data, wl_registry*, std::uint32_t name, const char* interface,
           std::uint32_t version) {
          auto& globals = *static_cast<std::vector<Global>*>(data);
          if (globals.size() < kMaxGlobals) globals.push_back({name, interface, version});
        },
    .global_remove =
        [](void* data, wl_registry*, std::uint32_t name) {
          std::erase_if(*static_cast<std::vector<Global>*>(data),
                        [&](const Global& each) { return each.name == name; });
        },
};

}  // namespace

std::unique_ptr<Connection> Connection::open(const std::string& socket, uid_t user,
                                             Deadline deadline) {
  const int descriptor = connected_socket(socket, deadline);
  const std::optional<SocketPeer> peer = peer_of(descriptor);
  if (!peer || !is_trusted(peer->uid, user)) {
    ::close(descriptor);
    throw cannot_connect(socket, "it belongs to another user", "refused");
  }
  wl_display* const display = ::wl_display_connect_to_fd(descriptor);
  if (display == nullptr) {
    ::close(descriptor);
    throw cannot_connect(socket, std::strerror(errno));
  }
  std::unique_ptr<Connection> connection(new Connection(display, peer->pid, socket, user));
  connection->read_globals(deadline);
  return connection;
}

Connection::Connection(wl_display* display, pid_t compositor, std::string socket, uid_t user)
    : display_(display),
      compositor_(compositor),
      socket_(std::move(socket)),
      user_(user),
      spare_buffer_(std::make_unique<SpareBuffer>(display)) {}

Connection::~Connection() {
  spare_buffer_.reset();
  if (registry_ != nullptr) ::wl_registry_destroy(registry_);
  ::wl_display_disconnect(display_);
}

void Connection::read_globals(Deadline deadline) {
  registry_ = ::wl_display_get_registry(display_);
  if (registry_ == nullptr) throw ConnectionLost{};
  ::wl_registry_add_listener(registry_, &kRegistryListener, &globals_);
  round_trip(deadline);
}

bool Connection::offers(const wl_interface& interface) const {
  return std::any_of(globals_.begin(), globals_.end(),
                     [&](const Global& each) { return each.interface == interface.name; });
}

void* Connection::bind_global(const Global& global, const wl_interface& interface,
                              std::uint32_t version) {
  void* const object =
      ::wl_registry_bind(registry_, global.name, &interface, std::min(version, global.version));
  if (object == nullptr) throw ConnectionLost{};
  return object;
}

bool Connection::poll_for(short events, Deadline deadline) {
  for (;;) {
    const auto now = Clock::now();
    const auto left =
        deadline > now ? std::chrono::ceil<std::chrono::milliseconds>(deadline - now).count() : 0;
    pollfd waiting{::wl_display_get_fd(display_), events, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
    if (ready > 0) return true;
    if (ready == 0 && left == 0) return false;
    if (ready < 0 && errno != EINTR) throw ConnectionLost{};
  }
}

bool Connection::flush(Deadline deadline) {
  while (::wl_display_flush(display_) < 0) {
    // What the compositor has said before it closed the connection is read first.
    if (errno == EPIPE) return true;
    if (errno != EAGAIN) throw ConnectionLost{};
    if (!poll_for(POLLOUT, deadline)) return false;
  }
  return true;
}

bool Connection::step(Deadline deadline) {
  if (::wl_display_prepare_read(display_) != 0) {
    if (::wl_display_dispatch_pending(display_) < 0) throw ConnectionLost{};
    return true;
  }
  bool arrived = false;
  try {
    arrived = flush(deadline) && poll_for(POLLIN, deadline);
  } catch (const ConnectionLost&) {
    ::wl_display_cancel_read(display_);
    throw;
  }
  if (!arrived) {
    ::wl_display_cancel_read(display_);
    return false;
  }
  if (::wl_display_read_events(display_) < 0) throw ConnectionLost{};
  if (::wl_display_dispatch_pending(display_) < 0) throw ConnectionLost{};
  return true;
}

void Connection::wait(Deadline deadline, const std::function<bool()>& done) {
  while (!done())
    if (!step(deadline)) throw ConnectionLate{};
}

bool Connection::take_in() {
  bool any = false;
  // A moment that has passed: nothing is waited for.
  while (step(Deadline::min())) any = true;
  return any;
}

void Connection::round_trip(Deadline deadline) {
  static const wl_callback_listener kListener = {
      .done = [](void* data, wl_callback*, std::uint32_t) { *static_cast<bool*>(data) = true; },
  };
  bool done = false;
  const std::unique_ptr<wl_callback, decltype(&::wl_callback_destroy)> callback(
      ::wl_display_sync(display_), &::wl_callback_destroy);
  if (!callback) throw ConnectionLost{};
  ::wl_callback_add_listener(callback.get(), &kListener, &done);
  wait(deadline, [&] { return done; });
}

}  // namespace native::wayland
