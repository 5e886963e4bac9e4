#include "native/dbus/dbus_file_managers.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/unit/native/dbus/mock_provider.hpp"
#include "tests/unit/native/dbus/support.hpp"

namespace native {
namespace {

using test::failure_of;
using test::MockProvider;

Deadline soon() { return std::chrono::steady_clock::now() + std::chrono::seconds(20); }

std::unique_ptr<FileManagers> file_managers_on(const std::string& address) {
  return open_dbus_file_managers([address] { return address; });
}

TEST(DbusFileManagers, ShowsAFileByItsUri) {
  const MockProvider service("files", "right");
  const auto managers = file_managers_on(service.address());
  EXPECT_EQ(managers->show("/tmp/a b%.txt", soon()).pid, service.pid());
  EXPECT_EQ(service.line(), R"({"shown": ["file:///tmp/a%20b%25.txt"], "startup": ""})");
  EXPECT_EQ(managers->program(soon()).pid, service.pid());
}

TEST(DbusFileManagers, TellsTheFoldersOfWindows) {
  const MockProvider service("files", "right");
  const auto windows = file_managers_on(service.address())->windows(soon());
  ASSERT_TRUE(windows.has_value());
  ASSERT_EQ(windows->size(), 1U);
  EXPECT_EQ(windows->front().object, "/window/1");
  EXPECT_EQ(windows->front().folders, std::vector<std::string>{"/tmp/a b"});
}

TEST(DbusFileManagers, BelievesNoOtherTypesAndBoundsWhatIsHuge) {
  EXPECT_FALSE(
      file_managers_on(MockProvider("files", "types").address())->windows(soon()).has_value());
  EXPECT_FALSE(
      file_managers_on(MockProvider("files", "refuses").address())->windows(soon()).has_value());
  const auto none = file_managers_on(MockProvider("files", "empty").address())->windows(soon());
  EXPECT_TRUE(none.has_value() && none->empty());
  const auto huge = file_managers_on(MockProvider("files", "huge").address())->windows(soon());
  ASSERT_TRUE(huge.has_value() && huge->size() == 1U);
  for (const std::string& folder : huge->front().folders) EXPECT_LT(folder.size(), 20'000U);
}

TEST(DbusFileManagers, SaysWhatIsWrong) {
  const MockProvider refusing("files", "refuses");
  EXPECT_EQ(failure_of([&] { file_managers_on(refusing.address())->show("/tmp", soon()); }),
            "PROVIDER_UNAVAILABLE refuses");
  EXPECT_EQ(failure_of([] { file_managers_on("")->program(soon()); }),
            "PROVIDER_UNAVAILABLE not running");
  const MockProvider hanging("files", "right");
  hanging.stop();
  const Deadline began = std::chrono::steady_clock::now();
  EXPECT_EQ(failure_of([&] { file_managers_on(hanging.address())->show("/tmp", soon()); }),
            "PROVIDER_UNAVAILABLE does not answer");
  EXPECT_LT(std::chrono::steady_clock::now() - began,
            FileManagers::kPatience + std::chrono::seconds(5));
  hanging.go_on();
}

TEST(DbusFileManagers, SaysThatAManagerEndsWhenTheBusStartsIt) {
  const std::string data = testing::TempDir() + "data_of_managers_" + std::to_string(::getpid());
  std::filesystem::create_directories(data + "/dbus-1/services");
  std::ofstream(data + "/dbus-1/services/manager.service")
      << "[D-BUS Service]\nName=org.freedesktop.FileManager1\nExec=/bin/false\n";
  const test::PrivateBus bus({"XDG_DATA_HOME=" + data});
  try {
    file_managers_on(bus.address)->show("/tmp", soon());
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code + " " + error.fact("reason"), "PROVIDER_UNAVAILABLE not running");
    EXPECT_NE(error.message.find("ended when it was started"), std::string::npos) << error.message;
    EXPECT_NE(error.hint.find("in a terminal"), std::string::npos) << error.hint;
  }
  std::filesystem::remove_all(data);
}

}  // namespace
}  // namespace native
