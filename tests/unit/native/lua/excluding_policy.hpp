#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "native/gate/policy.hpp"

namespace native {

// Excludes windows by title; a test may change the rules.
class Excluding : public Policy {
 public:
  explicit Excluding(const std::string& title) { set(title); }
  void set(const std::string& title) {
    WindowRule rule;
    rule.title = title;
    auto all = std::make_shared<Rules>();
    all->generation = ++generation_;
    const auto windows = std::make_shared<const WindowRules>(std::vector<WindowRule>{rule});
    for (CallerRules& caller : all->callers) caller.windows = windows;
    rules_ = std::move(all);
  }
  // Makes the next rules() one that has to read.
  void forget() { ready_ = false; }
  std::shared_ptr<const Rules> rules() override {
    if (!ready_.exchange(true)) reader_ = std::this_thread::get_id();
    return rules_;
  }
  bool is_ready() override { return ready_; }
  std::thread::id reader() const { return reader_; }
  void admit(const Caller&, const Operation&, const Rules&) override {}
  void confirm(const Caller&, const Operation&, const Rules&) override {}
  void audit(const Caller&, const CaptureTarget&, int, const Error*) override {}

 private:
  std::shared_ptr<const Rules> rules_;
  std::uint64_t generation_ = 0;
  std::atomic<bool> ready_ = true;
  std::atomic<std::thread::id> reader_;
};

}  // namespace native
