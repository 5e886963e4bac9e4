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

inline auto every_backend() {
  return testing::Values(Backend{"fake", &make_fake_world}, Backend{"x11", &make_x11_world},
                         Backend{"sway", &make_sway_world});
}
inline std::string name_of(const testing::TestParamInfo<Backend>& backend) {
  return backend.param.name;
}

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
  // Where the desktop lacks an operation: checks that it refuses as the world declares, and returns
  // true. Elsewhere the operation is not run.
  bool refused(Operation operation, const std::function<void()>& run) {
    const std::optional<Refusal> declared = world_->refuses(operation);
    if (!declared) return false;
    const Error error = error_of(run);
    EXPECT_EQ(error.code, declared->code) << error.message;
    EXPECT_EQ(detail(error, "reason"), declared->reason) << error.message;
    EXPECT_FALSE(error.hint.empty()) << error.message;
    return true;
  }
  // Checks what a window shows that lies in front: by its own picture, or by the screen's where the
  // desktop lacks that.
  void expect_shown(std::uint64_t id, int seed, const Rect& bounds) {
    if (refused(Operation::kWindowPixels, [&] { capture_window(id); })) {
      const Picture screen = capture({CaptureTarget::Kind::kDesktop, 0, bounds});
      EXPECT_EQ(screen.differences(seed, bounds), 0);
    } else {
      EXPECT_EQ(capture_window(id).differences(seed, bounds), 0);
    }
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
