#pragma once

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "tests/unit/native/dbus/private_bus.hpp"

namespace test {

// A service that may lie, on a bus of its own; see mock_providers.py.
class MockProvider {
 public:
  MockProvider(const std::string& service, const std::string& how) {
    service_ = std::make_unique<PipedChild>(std::vector<std::string>{
        "/usr/bin/python3", PEEKABOO_MOCK_PROVIDERS, bus_.address, service, how});
    service_->end_by_itself();
    if (line() != R"({"ready": true})") std::abort();
  }

  const std::string& address() const { return bus_.address; }
  // Returns what the service tells next: waits for it.
  std::string line() const { return service_->line(); }
  pid_t pid() const { return service_->pid(); }
  void stop() const { service_->signal(SIGSTOP); }
  void go_on() const { service_->signal(SIGCONT); }

 private:
  PrivateBus bus_;
  std::unique_ptr<PipedChild> service_;
};

}  // namespace test
