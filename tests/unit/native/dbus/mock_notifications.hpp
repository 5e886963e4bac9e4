#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/unit/native/dbus/private_bus.hpp"

namespace test {

// A notification service on a bus of its own; see mock_notifications.py.
class MockNotifications {
 public:
  explicit MockNotifications(const std::vector<std::string>& capabilities) {
    std::vector<std::string> words{"/usr/bin/python3", PEEKABOO_MOCK_NOTIFICATIONS, bus_.address};
    words.insert(words.end(), capabilities.begin(), capabilities.end());
    service_ = std::make_unique<PipedChild>(words);
    service_->end_by_itself();
    if (line() != R"({"ready": true})") std::abort();
  }

  const std::string& address() const { return bus_.address; }
  // Returns what the service tells next: waits for it.
  std::string line() const { return service_->line(); }
  void say(const std::string& command) const { service_->say(command); }
  void stop() const { service_->signal(SIGSTOP); }
  void go_on() const { service_->signal(SIGCONT); }

 private:
  PrivateBus bus_;
  std::unique_ptr<PipedChild> service_;
};

}  // namespace test
