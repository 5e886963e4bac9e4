#include "runtime/core/files/own_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "runtime/core/value/error.hpp"

namespace runtime::files {
namespace {

namespace paths = std::filesystem;

constexpr uid_t kSomebody = 65534;  // "nobody"

class OwnFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (paths::temp_directory_path() / "peekaboo-own-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    base_ = pattern;
    folder_ = base_ + "/tools";
    path_ = folder_ + "/a.lua";
    paths::create_directory(folder_);
    std::ofstream(path_) << "return 1";
    for (const std::string& each : {folder_, path_}) chmod(each.c_str(), 0755);
  }
  void TearDown() override { paths::remove_all(base_); }

  std::string read() const {
    const std::vector<std::uint8_t> bytes = read_own(base_, path_, 1000);
    return std::string(bytes.begin(), bytes.end());
  }
  // The error that it ends with; none is a failure.
  Error refusal() const {
    try {
      read();
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << "it was read";
    return Error("", "");
  }
  static std::string why(const Error& error) {
    const std::string* text = error.details["why"].string();
    return text ? *text : "";
  }

  std::string base_, folder_, path_;
};

TEST_F(OwnFile, IsRead) { EXPECT_EQ(read(), "return 1"); }

TEST_F(OwnFile, ModesThatKeepOthersFromWritingAreFine) {
  for (const mode_t mode : {0700U, 0755U, 0750U, 0711U}) {
    chmod(folder_.c_str(), mode);
    EXPECT_EQ(read(), "return 1") << std::oct << mode;
  }
}

TEST_F(OwnFile, NotWhenEverybodyCanWriteIt) {
  chmod(path_.c_str(), 0646);
  const Error error = refusal();
  EXPECT_EQ(error.code, "FILE_IO_ERROR");
  EXPECT_EQ(error.message, path_ + " is not read: it is writable by every user");
  EXPECT_EQ(error.hint, "chmod go-w " + path_);
  EXPECT_EQ(*error.details["reason"].string(), "permission");
}

TEST_F(OwnFile, NotWhenEverybodyCanWriteToAFolderOnTheWay) {
  chmod(folder_.c_str(), 0777);
  EXPECT_EQ(why(refusal()), "its folder " + folder_ + " is writable by every user");
  chmod(folder_.c_str(), 01777);
  EXPECT_EQ(why(refusal()), "its folder " + folder_ + " is writable by every user");
  chmod(folder_.c_str(), 0755);
  chmod(base_.c_str(), 0703);
  EXPECT_EQ(refusal().hint, "chmod go-w " + base_);
}

TEST_F(OwnFile, TheGroupMayWriteWhereItIsTheUsersOwn) {
  chmod(path_.c_str(), 0664);
  chmod(folder_.c_str(), 0775);
  if (geteuid() != 0) GTEST_SKIP() << "groups are root's to give";
  EXPECT_EQ(read(), "return 1");               // root's own group
  ASSERT_EQ(chown(path_.c_str(), 0, 100), 0);  // "users"
  EXPECT_EQ(why(refusal()), "it is writable by the group users");
  EXPECT_EQ(refusal().hint, "chmod g-w " + path_);
  ASSERT_EQ(chown(path_.c_str(), 0, 0), 0);
  ASSERT_EQ(chown(folder_.c_str(), 0, 54321), 0);
  EXPECT_EQ(why(refusal()), "its folder " + folder_ + " is writable by the group 54321");
}

TEST_F(OwnFile, AnAccessListCountsAsOthers) {
  // {version 2}, then {tag, rights, id}: the owner, user 65534 with rw, the group, the mask,
  // others.
  const unsigned char list[] = {2,  0, 0, 0,                      //
                                1,  0, 6, 0, 255, 255, 255, 255,  //
                                2,  0, 6, 0, 254, 255, 0,   0,    //
                                4,  0, 4, 0, 255, 255, 255, 255,  //
                                16, 0, 6, 0, 255, 255, 255, 255,  //
                                32, 0, 4, 0, 255, 255, 255, 255};
  if (setxattr(path_.c_str(), "system.posix_acl_access", list, sizeof list, 0) != 0)
    GTEST_SKIP() << "this file system has no access lists";
  EXPECT_EQ(refusal().hint, "setfacl -b " + path_);
}

TEST_F(OwnFile, NotWhenItIsSomebodyElses) {
  if (geteuid() != 0) GTEST_SKIP() << "owners are root's to give";
  ASSERT_EQ(chown(path_.c_str(), kSomebody, 0), 0);
  Error error = refusal();
  EXPECT_EQ(why(error), "it belongs to nobody");
  EXPECT_EQ(error.hint, "Run peekaboo as nobody, or own it: chown root " + path_);
  ASSERT_EQ(chown(path_.c_str(), 0, 0), 0);
  ASSERT_EQ(chown(folder_.c_str(), 54321, 0), 0);
  EXPECT_EQ(why(refusal()), "its folder " + folder_ + " belongs to user 54321");
}

TEST_F(OwnFile, RootsAreReadByAnybody) {
  if (geteuid() != 0) GTEST_SKIP() << "owners are root's to give";
  chmod(base_.c_str(), 0755);
  const pid_t child = fork();
  if (child == 0) {
    if (setresuid(kSomebody, kSomebody, kSomebody) != 0) _exit(2);
    try {
      _exit(read() == "return 1" ? 0 : 1);
    } catch (const Error&) {
      _exit(3);
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(OwnFile, ALinkLeadsToWhatIsLookedAt) {
  const std::string real = base_ + "/dotfiles.lua";
  std::ofstream(real) << "return 2";
  paths::remove(path_);
  paths::create_symlink(real, path_);
  EXPECT_EQ(read(), "return 2");
  chmod(real.c_str(), 0666);
  EXPECT_EQ(why(refusal()), "it is writable by every user");
}

TEST_F(OwnFile, PathsAreQuotedForAShell) {
  const std::string odd = folder_ + "/it's a $(file).lua";
  paths::rename(path_, odd);
  path_ = odd;
  chmod(path_.c_str(), 0666);
  EXPECT_EQ(refusal().hint, "chmod go-w '" + folder_ + "/it'\\''s a $(file).lua'");
}

TEST_F(OwnFile, WhatIsNoFileIsRefusedWithoutWaiting) {
  paths::remove(path_);
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(why(refusal()), "it is not a regular file");
  paths::remove(path_);
  EXPECT_EQ(*refusal().details["reason"].string(), "missing");
}

}  // namespace
}  // namespace runtime::files
