#include "runtime/app/daemon/control_socket.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "runtime/core/value/error.hpp"

namespace runtime {
namespace {

class ControlSocketTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/peekaboo-control-XXXXXX";
    base_ = mkdtemp(name);
    folder_ = base_ + "/peekaboo";
  }
  void TearDown() override { std::filesystem::remove_all(base_); }

  mode_t mode_of(const std::string& path) {
    struct stat status{};
    return lstat(path.c_str(), &status) == 0 ? status.st_mode & 0777 : 0;
  }
  // The reason of the failure to be the daemon here.
  std::string refusal() {
    try {
      const ControlSocket socket(folder_);
      return "none";
    } catch (const Error& error) {
      message_ = error.message;
      EXPECT_EQ(error.code, "FILE_IO_ERROR");
      return *error.details["reason"].string();
    }
  }
  std::string connection_refusal() {
    try {
      close(connect_control(folder_));
      return "none";
    } catch (const Error& error) {
      EXPECT_EQ(error.code, "FILE_IO_ERROR");
      return *error.details["reason"].string();
    }
  }

  std::string base_, folder_, message_;
};

TEST_F(ControlSocketTest, IsForTheOwnerAlone) {
  mkdir(folder_.c_str(), 0755);
  const ControlSocket socket(folder_);
  EXPECT_EQ(mode_of(folder_), 0700u);
  EXPECT_EQ(mode_of(socket.path()), 0600u);
  EXPECT_EQ(mode_of(folder_ + "/daemon.lock"), 0600u);
}

TEST_F(ControlSocketTest, ThereIsOneAtATimeAndTheSecondIsToldWhose) {
  {
    const ControlSocket socket(folder_);
    EXPECT_EQ(refusal(), "in_use");
    EXPECT_NE(message_.find(std::to_string(getpid())), std::string::npos);
    EXPECT_EQ(connection_refusal(), "none");
  }
  EXPECT_EQ(connection_refusal(), "missing");
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/daemon.sock"));
  EXPECT_EQ(refusal(), "none");
}

TEST_F(ControlSocketTest, TheSocketOfAKilledOneIsReplaced) {
  int told[2];
  ASSERT_EQ(pipe(told), 0);
  const pid_t child = fork();
  if (child == 0) {
    const ControlSocket socket(folder_);
    if (write(told[1], "x", 1) != 1) _exit(1);
    pause();
  }
  char byte = 0;
  ASSERT_EQ(read(told[0], &byte, 1), 1);
  EXPECT_EQ(refusal(), "in_use");
  EXPECT_NE(message_.find(std::to_string(child)), std::string::npos);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/daemon.sock"));
  EXPECT_EQ(connection_refusal(), "missing");
  EXPECT_EQ(refusal(), "none");
  close(told[0]);
  close(told[1]);
}

TEST_F(ControlSocketTest, TakesNoFolderOfSomebodyElse) {
  std::filesystem::create_directory(base_ + "/theirs");
  std::filesystem::create_directory_symlink(base_ + "/theirs", folder_);
  EXPECT_EQ(refusal(), "permission");
  std::filesystem::remove(folder_);
  std::ofstream(folder_) << "a file";
  EXPECT_EQ(refusal(), "permission");
  std::filesystem::remove(folder_);
  if (geteuid() != 0) return;  // only root can give a folder away
  std::filesystem::create_directory(folder_);
  ASSERT_EQ(chown(folder_.c_str(), 65534, 65534), 0);
  EXPECT_EQ(refusal(), "permission");
}

TEST_F(ControlSocketTest, ALockThatIsALinkIsRefused) {
  std::filesystem::create_directory(folder_);
  std::ofstream(base_ + "/precious") << "text";
  std::filesystem::create_symlink(base_ + "/precious", folder_ + "/daemon.lock");
  EXPECT_EQ(refusal(), "permission");
  EXPECT_EQ(std::filesystem::file_size(base_ + "/precious"), 4u);
}

TEST_F(ControlSocketTest, APathThatIsTooLongSaysSo) {
  folder_ = base_ + "/" + std::string(120, 'x');
  EXPECT_EQ(refusal(), "too_long");
  EXPECT_EQ(connection_refusal(), "too_long");
  folder_ = base_ + "/peekaboo";
  EXPECT_EQ(refusal(), "none");
}

TEST_F(ControlSocketTest, KnowsWhoIsThere) {
  int both[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, both), 0);
  EXPECT_EQ(peer_of(both[0]).pid, getpid());
  EXPECT_TRUE(is_welcome(peer_of(both[0])));
  EXPECT_FALSE(is_welcome(Peer{1, geteuid() + 1}));
  EXPECT_TRUE(is_welcome(Peer{1, 0}));
  EXPECT_FALSE(is_welcome(peer_of(-1)));
  close(both[0]);
  close(both[1]);
}

}  // namespace
}  // namespace runtime
