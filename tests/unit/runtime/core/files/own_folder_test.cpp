#include "runtime/core/files/own_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runtime/core/value/error.hpp"

namespace runtime::files {
namespace {

namespace paths = std::filesystem;

class OwnFolder : public testing::Test {
 protected:
  void SetUp() override {
    const char* before = getenv("TMPDIR");
    if (before) before_ = before;
    std::string pattern = (paths::temp_directory_path() / "peekaboo-own-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    temporary_ = pattern;
    setenv("TMPDIR", temporary_.c_str(), 1);
    usual_ = temporary_ + "/shots-" + std::to_string(geteuid());
  }
  void TearDown() override {
    before_.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", before_.c_str(), 1);
    paths::remove_all(temporary_);
  }
  static mode_t mode_of(const std::string& path) {
    struct stat info{};
    return stat(path.c_str(), &info) == 0 ? info.st_mode & 07777 : 0;
  }
  std::string before_, temporary_, usual_;
};

TEST_F(OwnFolder, IsMadeOnceAndClosedToOthers) {
  EXPECT_EQ(existing_temporary_folder("shots"), std::nullopt);
  EXPECT_FALSE(paths::exists(usual_));
  EXPECT_EQ(own_temporary_folder("shots"), usual_);
  EXPECT_EQ(mode_of(usual_), 0700U);
  EXPECT_EQ(own_temporary_folder("shots"), usual_);
  EXPECT_EQ(existing_temporary_folder("shots"), usual_);
}

TEST_F(OwnFolder, OneThatOthersCouldReadIsClosed) {
  ASSERT_EQ(mkdir(usual_.c_str(), 0755), 0);
  EXPECT_EQ(own_temporary_folder("shots"), usual_);
  EXPECT_EQ(mode_of(usual_), 0700U);
}

TEST_F(OwnFolder, ATakenNameIsLeftAlone) {
  const auto instead = [this] {
    const std::string made = own_temporary_folder("shots");
    EXPECT_NE(made, usual_);
    EXPECT_TRUE(made.starts_with(usual_ + "-")) << made;
    EXPECT_EQ(mode_of(made), 0700U);
    EXPECT_EQ(own_temporary_folder("shots"), made);
    return made;
  };
  ASSERT_EQ(mkdir(usual_.c_str(), 0700), 0);
  ASSERT_EQ(chmod(usual_.c_str(), 0777), 0);
  const std::string first = instead();
  EXPECT_EQ(mode_of(usual_), 0777U);
  paths::remove(usual_);
  paths::create_directory(temporary_ + "/elsewhere");
  paths::create_symlink(temporary_ + "/elsewhere", usual_);
  EXPECT_EQ(instead(), first);
  paths::remove(usual_);
  if (geteuid() != 0) return;
  ASSERT_EQ(mkdir(usual_.c_str(), 0700), 0);
  ASSERT_EQ(chown(usual_.c_str(), 65534, 0), 0);
  EXPECT_EQ(instead(), first);
}

TEST_F(OwnFolder, NoneIsAnError) {
  setenv("TMPDIR", (temporary_ + "/none").c_str(), 1);
  EXPECT_THROW(own_temporary_folder("shots"), Error);
}

// Sets a variable for one scope.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = getenv(name)) before_ = before;
    value ? setenv(name, value, 1) : unsetenv(name);
  }
  ~Variable() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(RuntimeFolder, IsTheUsersOwn) {
  const Variable stated("PEEKABOO_RUNTIME_DIR", nullptr);
  const Variable given("XDG_RUNTIME_DIR", "/run/of/mine");
  EXPECT_EQ(runtime_folder(), "/run/of/mine/peekaboo");
  for (const char* none : {"", "relative"}) {
    setenv("XDG_RUNTIME_DIR", none, 1);
    const std::string user = std::to_string(geteuid());
    const std::string folder = runtime_folder();
    EXPECT_TRUE(folder == "/run/user/" + user + "/peekaboo" ||
                folder.ends_with("/peekaboo-" + user))
        << folder;
  }
}

TEST(CommonFolders, AreTheSameInEveryEnvironment) {
  const Variable stated("PEEKABOO_RUNTIME_DIR", nullptr);
  const std::string user = std::to_string(geteuid());
  const std::vector<std::string> expected = {"/run/user/" + user + "/peekaboo",
                                             "/tmp/peekaboo-" + user};
  for (const char* folder : {"/run/of/mine", "", "/tmp"}) {
    const Variable runtime("XDG_RUNTIME_DIR", folder), temporary("TMPDIR", folder);
    EXPECT_EQ(common_folders(), expected);
  }
  const Variable tests("PEEKABOO_RUNTIME_DIR", "/run/of/tests");
  EXPECT_EQ(common_folders(), std::vector<std::string>{"/run/of/tests"});
  EXPECT_EQ(runtime_folder(), "/run/of/tests");
}

TEST_F(OwnFolder, ACommonFolderIsUsableWhereItsParentIsOurs) {
  const std::string own = temporary_ + "/peekaboo", none = temporary_ + "/none/peekaboo";
  EXPECT_TRUE(is_usable(own, {own, none}));
  EXPECT_FALSE(is_usable(none, {none, own}));
  EXPECT_TRUE(is_usable(none, {own, none}));
}

TEST_F(OwnFolder, ARuntimeFolderIsMadeForTheUserAlone) {
  const std::string folder = temporary_ + "/run/peekaboo";
  make_runtime_folder(folder);
  make_runtime_folder(folder);
  EXPECT_EQ(mode_of(folder), 0700U);
  paths::create_symlink(temporary_, temporary_ + "/link");
  EXPECT_THROW(make_runtime_folder(temporary_ + "/link"), Error);
}

TEST_F(OwnFolder, NothingThatHoldsTheStopFileIsRemoved) {
  const Variable stated("PEEKABOO_RUNTIME_DIR", (temporary_ + "/run/peekaboo").c_str());
  make_runtime_folder(common_folders().back());
  paths::create_directory_symlink(temporary_ + "/run", temporary_ + "/alias");
  for (const char* path : {"/run/peekaboo/stopped", "/run/peekaboo", "/run/./peekaboo/", "/run",
                           "/alias/peekaboo/stopped", "/alias/peekaboo", "/run/../run/peekaboo"})
    EXPECT_THROW(check_keeps_stop_file(temporary_ + path), Error) << path;
  for (const char* path : {"/run/peekaboo/other", "/run/peekaboo/stopped.png", "/runs", "/x/y"})
    EXPECT_NO_THROW(check_keeps_stop_file(temporary_ + path)) << path;
}

}  // namespace
}  // namespace runtime::files
