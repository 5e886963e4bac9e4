#pragma once

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>

#include "native/gnome/shell.hpp"
#include "tests/unit/native/dbus/private_bus.hpp"

namespace test {

inline native::Deadline gnome_deadline(int milliseconds) {
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
}

// A GNOME Shell that may lie, on a bus of its own; see mock_gnome.py.
class MockGnome {
 public:
  explicit MockGnome(const std::string& how)
      : gnome_({"/usr/bin/python3", PEEKABOO_MOCK_GNOME, bus_.address, how}) {
    gnome_.end_by_itself();
    if (line() != R"({"ready": true})") std::abort();
    shell_ = native::gnome::Shell::find(native::gnome::kServiceName, bus_.address, "/proc",
                                        gnome_.pid(), gnome_deadline(5000));
    if (!shell_) std::abort();
  }

  native::gnome::Shell& shell() { return *shell_; }
  // Returns what it tells next: waits for it.
  std::string line() const { return gnome_.line(); }
  void report_change() const { gnome_.say(""); }
  void stop() const { gnome_.signal(SIGSTOP); }
  void go_on() const { gnome_.signal(SIGCONT); }
  void kill() const { gnome_.signal(SIGKILL); }

 private:
  PrivateBus bus_;
  PipedChild gnome_;
  std::unique_ptr<native::gnome::Shell> shell_;
};

}  // namespace test
