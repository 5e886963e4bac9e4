#include "native/hyprland/hyprland_ipc.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>

namespace native::hyprland {
namespace {

class Instances : public testing::Test {
 protected:
  Instances() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "peekaboo-hypr-XXXXXX").string();
    run_ = ::mkdtemp(pattern.data());
  }
  ~Instances() override { std::filesystem::remove_all(run_); }

  void write(const std::string& name, const std::string& lock) const {
    std::filesystem::create_directories(run_ + "/hypr/" + name);
    std::ofstream(run_ + "/hypr/" + name + "/hyprland.lock") << lock;
  }

  std::string run_;
};

TEST_F(Instances, AreFoundByTheirProcess) {
  write("one", "41\nwayland-1\n");
  write("two", "42\nwayland-2\n");
  EXPECT_EQ(instance_of(run_, 42), run_ + "/hypr/two");
  EXPECT_EQ(instance_of(run_, 4), "");
  EXPECT_EQ(instance_of(run_, 0), "");
}

TEST_F(Instances, AreNoneWithoutANumber) {
  for (const char* lock : {"", "42", "x42\n", "42x\n", "-42\n", "99999999999999\n"}) {
    write("odd", lock);
    EXPECT_EQ(instance_of(run_, 42), "") << lock;
  }
  EXPECT_EQ(instance_of("/nowhere", 42), "");
}

TEST_F(Instances, AreLostWithoutASocket) {
  const Deadline soon = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  const Ipc ipc(run_ + "/hypr/one", ::getuid());
  EXPECT_THROW(ipc.ask("j/clients", soon), IpcLost);
  EXPECT_THROW(ipc.events(soon), IpcLost);
}

}  // namespace
}  // namespace native::hyprland
