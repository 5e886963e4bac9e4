#include "runtime/core/files/files.hpp"

#include <gtest/gtest.h>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <utime.h>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "runtime/core/files/new_file.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime {
namespace {

namespace paths = std::filesystem;

class Files : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (paths::temp_directory_path() / "peekaboo-files-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { paths::remove_all(directory_); }

  std::string path(const std::string& name) const { return (directory_ / name).string(); }
  void touch(const std::string& name, std::time_t age) const {
    std::ofstream(path(name)) << "left over";
    const std::time_t then = std::time(nullptr) - age;
    const utimbuf times{then, then};
    ASSERT_EQ(utime(path(name).c_str(), &times), 0);
  }
  void write(const std::string& name, const std::string& text, bool replace = true) const {
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    files::write(path(name), bytes, files::WriteOptions{replace, 0600});
  }
  std::string read(const std::string& name) const {
    const auto bytes = files::read(path(name), 1 << 20);
    return std::string(bytes.begin(), bytes.end());
  }
  paths::path directory_;
};

TEST_F(Files, OneLargerThanTheLimitIsNoFullDisk) {
  write("target", "12345");
  EXPECT_EQ(files::read_head(path("target"), 4).size(), 4u);
  EXPECT_EQ(files::read(path("target"), 5).size(), 5u);
  try {
    files::read(path("target"), 4);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "FILE_IO_ERROR");
    EXPECT_EQ(error.details["reason"], Value("other"));
    EXPECT_NE(error.message.find("more than 4 bytes"), std::string::npos) << error.message;
  }
}

// The number of a process that has been and gone.
pid_t dead_process() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  return child;
}

std::string stray(pid_t process, int number) {
  return ".peekaboo-" + std::to_string(process) + "-" + std::to_string(number) + ".tmp";
}

TEST_F(Files, ReplacingQuicklyLeavesTheNewFileAlone) {
  files::WriteOptions quick;
  quick.lasting = false;
  const std::string text = "new";
  const auto bytes = std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  files::write(path("target"), bytes, quick);
  EXPECT_EQ(read("target"), "new");
  write("target", "old and longer");
  files::write(path("target"), bytes, quick);
  EXPECT_EQ(read("target"), "new");
  EXPECT_EQ(files::list(directory_.string()), std::vector<std::string>{"target"});
}

TEST_F(Files, AFileThatIsNotFinishedMayBeginAnewAndChangeItsName) {
  const auto append = [](files::NewFile& file, const std::string& text) {
    file.append(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  };
  write("taken", "old");
  files::WriteOptions careful;
  careful.replace = false;
  files::NewFile file(path("taken"), careful);
  append(file, "a longer beginning");
  file.restart();
  append(file, "new");
  EXPECT_EQ(file.size(), 3U);
  EXPECT_THROW(file.finish(), Error);
  for (const std::string name : {"", ".", "..", "a/b"})
    EXPECT_THROW(file.finish(name), Error) << name;
  EXPECT_THROW(file.finish(std::string(300, 'x')), Error);
  file.finish("free");
  EXPECT_EQ(read("taken"), "old");
  EXPECT_EQ(read("free"), "new");
  EXPECT_EQ(files::list(directory_.string()), (std::vector<std::string>{"free", "taken"}));
}

TEST_F(Files, ReplacingQuicklyDoesNotTouchFolders) {
  files::WriteOptions quick;
  quick.lasting = false;
  files::make_directory(path("target/inside"), 0700);
  const std::string text = "new";
  const auto bytes = std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  EXPECT_THROW(files::write(path("target"), bytes, quick), Error);
  EXPECT_EQ(files::list(path("target")), std::vector<std::string>{"inside"});
  EXPECT_EQ(files::list(directory_.string()), std::vector<std::string>{"target"});
}

TEST_F(Files, ReplacingKeepsThePermissions) {
  const auto mode_of = [&](const std::string& name) {
    struct stat info{};
    EXPECT_EQ(::stat(path(name).c_str(), &info), 0);
    return info.st_mode & 07777;
  };
  const auto put = [&](const std::string& name, const files::WriteOptions& how) {
    files::write(path(name), {}, how);
  };
  for (const unsigned mode : {0600U, 0755U, 0666U}) {
    put("target", {});
    ASSERT_EQ(::chmod(path("target").c_str(), mode), 0);
    put("target", {});
    EXPECT_EQ(mode_of("target"), mode);
  }
  put("target", {.mode = 0640});
  EXPECT_EQ(mode_of("target"), 0640U);
  ASSERT_EQ(::chmod(path("target").c_str(), 04755), 0);
  put("target", {});
  EXPECT_EQ(mode_of("target"), 0755U) << "whose identity it lends is not its owner's work any more";
}

TEST_F(Files, WhatIsNoFileIsNotReplaced) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = path("socket");
  name.copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  for (const char* each : {"pipe", "socket"}) {
    for (const bool lasting : {true, false}) {
      files::WriteOptions how;
      how.lasting = lasting;
      try {
        files::write(path(each), {}, how);
        ADD_FAILURE() << each << " was replaced";
      } catch (const Error& error) {
        EXPECT_EQ(error.code, "FILE_IO_ERROR");
        EXPECT_EQ(*error.details.find("reason")->as<std::string>(), "exists");
      }
    }
    EXPECT_EQ(files::status(path(each)).type, files::Status::Type::kOther);
  }
  ::close(listener);
  EXPECT_EQ(files::list(directory_.string()).size(), 2u);
}

TEST_F(Files, ALinkIsReplacedAndWhatItNamesStays) {
  write("old", "old");
  ASSERT_EQ(::symlink(path("old").c_str(), path("link").c_str()), 0);
  write("link", "new");
  EXPECT_EQ(read("link"), "new");
  EXPECT_EQ(read("old"), "old");
}

TEST_F(Files, ReplacingSweepsUpAfterDeadProcesses) {
  const pid_t dead = dead_process();
  const pid_t other = getppid();
  touch(stray(dead, 0), 30);         // goes: its process is gone
  touch(stray(dead, 1), 0);          // stays: may belong to another container
  touch(stray(other, 0), 30);        // stays: its process lives
  touch(stray(other, 1), 3600);      // goes: nothing takes an hour
  touch(".peekaboo-x-1.tmp", 3600);  // stays: not ours
  touch(stray(dead, 2) + "x", 3600);
  touch("target", 0);
  write("target", "new");
  EXPECT_EQ(read("target"), "new");
  EXPECT_EQ(files::list(directory_.string()).size(), 5u);
  EXPECT_FALSE(files::exists(path(stray(dead, 0))));
  EXPECT_FALSE(files::exists(path(stray(other, 1))));
}

TEST_F(Files, AStrayWithOurOwnNumberIsNotInTheWay) {
  for (int number = 0; number < 50; ++number) touch(stray(getpid(), number), 0);
  touch("target", 0);
  write("target", "new");
  EXPECT_EQ(read("target"), "new");
  EXPECT_EQ(files::list(directory_.string()).size(), 51u);
}

}  // namespace
}  // namespace runtime
