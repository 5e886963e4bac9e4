#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/unit/native/dbus/private_bus.hpp"

namespace test {

// Icons, or menus, on a bus of their own; see mock_tray.py.
class MockTray {
 public:
  explicit MockTray(const char* kind) {
    service_ = std::make_unique<PipedChild>(
        std::vector<std::string>{"/usr/bin/python3", PEEKABOO_MOCK_TRAY, bus_.address, kind});
    service_->end_by_itself();
    const std::string ready = line();
    const std::size_t colon = ready.find(':', ready.find("ready\":") + 7);
    if (colon == std::string::npos) std::abort();
    name_ = ready.substr(colon, ready.find('"', colon) - colon);
  }

  const std::string& address() const { return bus_.address; }
  const std::string& name() const { return name_; }  // on the bus
  pid_t pid() const { return service_->pid(); }
  // Returns what the program tells next: waits for it.
  std::string line() const { return service_->line(); }
  // Returns once the command has been obeyed.
  void say(const std::string& command) const {
    service_->say(command);
    if (line().find("obeyed") == std::string::npos) std::abort();
  }
  void stop() const { service_->signal(SIGSTOP); }
  void go_on() const { service_->signal(SIGCONT); }
  void end() const { service_->signal(SIGKILL); }

 private:
  PrivateBus bus_;
  std::unique_ptr<PipedChild> service_;
  std::string name_;
};

}  // namespace test
