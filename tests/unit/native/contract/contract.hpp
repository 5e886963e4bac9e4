#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>

#include "tests/unit/native/contract/picture.hpp"
#include "tests/unit/native/contract/world.hpp"

// Shared by the contract's tests: a world of each backend, and short names for its operations.
namespace contract {

using native::CaptureTarget;
using native::Error;
using native::Window;
using std::chrono::milliseconds;

struct Backend {
  const char* name;
  std::unique_ptr<World> (*make)();
};
// Names the tests; otherwise their names hold the bytes of two pointers and differ from run to run.
inline void PrintTo(const Backend& backend, std::ostream* out) { *out << backend.name; }

class Contract : public testing::TestWithParam<Backend> {
 protected:
  Contract() : world_(GetParam().make()) {}

  static Deadline in(milliseconds time) { return std::chrono::steady_clock::now() + time; }
  static Deadline soon() { return in(milliseconds(10'000)); }
  Desktop& desktop() { return world_->desktop(); }

  Window listed(std::uint64_t id) {
    for (const Window& window : desktop().windows().windows(soon())) {
      if (window.id == id) return window;
    }
    throw std::runtime_error("window " + std::to_string(id) + " is not in the list");
  }
  Picture capture(const CaptureTarget& target) {
    Picture picture;
    desktop().capture().capture(target, picture, soon());
    return picture;
  }
  Picture capture_window(std::uint64_t id) {
    return capture({CaptureTarget::Kind::kWindow, id, {}});
  }
  static Error error_of(const std::function<void()>& operation) {
    try {
      operation();
    } catch (const Error& error) {
      return error;
    }
    return Error("NONE", "nothing was thrown");
  }
  static std::string detail(const Error& error, const std::string& name) {
    return error.fact(name);
  }

  std::unique_ptr<World> world_;
};

}  // namespace contract
