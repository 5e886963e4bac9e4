#include "tests/unit/native/wayland/served_display.hpp"

#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <future>
#include <stdexcept>

namespace native::wayland {
namespace {

int listening_socket(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(socket, 16) != 0)
    throw std::runtime_error("no socket at " + path);
  return socket;
}

}  // namespace

ServedDisplay::ServedDisplay()
    : display_(::wl_display_create()), bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  char folder[] = "/tmp/compositor.XXXXXX";
  if (::mkdtemp(folder) == nullptr) throw std::runtime_error("no folder for a socket");
  folder_ = folder;
  socket_ = folder_ + "/wayland";
  ::wl_display_add_socket_fd(display_, listening_socket(socket_));
  heard_ = ::wl_event_loop_add_fd(
      ::wl_display_get_event_loop(display_), bell_.get(), WL_EVENT_READABLE,
      [](int, std::uint32_t, void* data) {
        static_cast<ServedDisplay*>(data)->work();
        return 0;
      },
      this);
}

void ServedDisplay::start() {
  thread_ = std::thread([this] {
    // A reader may have enough of what is written to it.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    ::wl_display_run(display_);
  });
}

ServedDisplay::~ServedDisplay() {
  drop_clients();
  run([this] { ::wl_display_terminate(display_); });
  thread_.join();
  ::wl_event_source_remove(heard_);
  ::wl_display_destroy(display_);
  ::unlink(socket_.c_str());
  ::rmdir(folder_.c_str());
}

void ServedDisplay::run(const std::function<void()>& work) {
  std::promise<void> done;
  {
    const std::lock_guard lock(mutex_);
    work_.emplace_back([&] {
      work();
      done.set_value();
    });
  }
  ::eventfd_write(bell_.get(), 1);
  done.get_future().wait();
}

void ServedDisplay::drop_clients() {
  run([this] { ::wl_display_destroy_clients(display_); });
}

void ServedDisplay::work() {
  eventfd_t count = 0;
  ::eventfd_read(bell_.get(), &count);
  std::vector<std::function<void()>> all;
  {
    const std::lock_guard lock(mutex_);
    all.swap(work_);
  }
  for (const auto& each : all) each();
}

}  // namespace native::wayland
