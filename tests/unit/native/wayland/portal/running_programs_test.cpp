#include "native/wayland/portal/running_programs.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace native::wayland {
namespace {

// A process table of the test's own.
class RunningPrograms : public testing::Test {
 protected:
  RunningPrograms() {
    std::string pattern = testing::TempDir() + "processes-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder");
    roots_.proc = pattern;
    roots_.run = "/run/user/7";
    roots_.uid = ::getuid();
  }

  ~RunningPrograms() override { std::filesystem::remove_all(roots_.proc); }

  void write(int pid, const std::string& name, const std::string& text) const {
    const std::string folder = roots_.proc + "/" + std::to_string(pid);
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/" + name) << text;
  }
  // `command` and `environment`: words between which zeros belong.
  void process(int pid, std::string command, std::string environment) {
    std::string stat = std::to_string(pid) + " (kernel name) S 1";
    for (int i = 0; i < 20; ++i) stat += " 0";
    write(pid, "stat", stat + "\n");
    std::replace(command.begin(), command.end(), ' ', '\0');
    std::replace(environment.begin(), environment.end(), ' ', '\0');
    write(pid, "cmdline", command);
    write(pid, "environ", environment);
  }
  std::vector<std::string> names(const std::string& display) const {
    std::vector<std::string> found;
    for (const Window& each : windows_that_may_be(roots_, display))
      found.push_back(each.app_instance);
    std::sort(found.begin(), found.end());
    return found;
  }

  SessionRoots roots_;
};

TEST_F(RunningPrograms, HaveTheNamesOfTheirProgramAndScript) {
  process(5, "/usr/bin/python3 /opt/vault.py", "XDG_RUNTIME_DIR=/run/user/7");
  const std::vector<Window> windows = windows_that_may_be(roots_, "");
  ASSERT_EQ(windows.size(), 2U);
  EXPECT_EQ(windows[0].app_class, "kernel name");
  EXPECT_EQ(windows[0].app_instance, "python3");
  EXPECT_EQ(windows[1].app_class, "vault.py");
  for (const Window& each : windows) {
    EXPECT_EQ(each.pid, 5);
    EXPECT_TRUE(each.on_screen);
    EXPECT_FALSE(each.placed);
  }
}

TEST_F(RunningPrograms, ThoseOfAnotherSessionAreLeftOut) {
  process(1, "/bin/here", "XDG_RUNTIME_DIR=/run/user/7 WAYLAND_DISPLAY=wayland-0");
  process(2, "/bin/unknown", "HOME=/");
  process(3, "/bin/elsewhere", "XDG_RUNTIME_DIR=/tmp/other WAYLAND_DISPLAY=wayland-0 DISPLAY=:9");
  process(4, "/bin/by_path", "XDG_RUNTIME_DIR=/tmp/other WAYLAND_DISPLAY=/run/user/7/wayland-0");
  process(5, "/bin/by_display", "XDG_RUNTIME_DIR=/tmp/other DISPLAY=:3");
  EXPECT_EQ(names(""), (std::vector<std::string>{"by_path", "here", "unknown"}));
  EXPECT_EQ(names(":3"), (std::vector<std::string>{"by_display", "by_path", "here", "unknown"}));
}

}  // namespace
}  // namespace native::wayland
