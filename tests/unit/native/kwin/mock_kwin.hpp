#pragma once

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "native/kwin/service.hpp"
#include "tests/unit/native/dbus/private_bus.hpp"

namespace test {

inline native::Deadline kwin_deadline(int milliseconds) {
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
}

// Counts this process's open descriptors.
inline std::size_t open_descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& each : std::filesystem::directory_iterator("/proc/self/fd"))
    ++count;
  return count;
}

// A KWin that may lie, on a bus of its own; see mock_kwin.py.
class MockKwin {
 public:
  explicit MockKwin(const std::string& how)
      : kwin_({"/usr/bin/python3", PEEKABOO_MOCK_KWIN, bus_.address, how}) {
    kwin_.end_by_itself();
    if (line() != R"({"ready": true})") std::abort();
    service_ = native::kwin::Service::find(native::kwin::kServiceName, bus_.address, "/proc",
                                           kwin_.pid(), kwin_deadline(5000));
    if (!service_) std::abort();
  }

  native::kwin::Service& service() { return *service_; }
  const std::string& address() const { return bus_.address; }
  // Returns what it tells next: waits for it.
  std::string line() const { return kwin_.line(); }
  pid_t pid() const { return kwin_.pid(); }
  void stop() const { kwin_.signal(SIGSTOP); }
  void go_on() const { kwin_.signal(SIGCONT); }
  void kill() const { kwin_.signal(SIGKILL); }

 private:
  PrivateBus bus_;
  PipedChild kwin_;
  std::unique_ptr<native::kwin::Service> service_;
};

}  // namespace test
