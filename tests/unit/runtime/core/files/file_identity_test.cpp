#include "runtime/core/files/file_identity.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "runtime/core/files/files.hpp"
#include "runtime/core/files/new_file.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime {
namespace {

namespace paths = std::filesystem;

class FileIdentity : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (paths::temp_directory_path() / "peekaboo-identity-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = paths::canonical(pattern);
  }
  void TearDown() override { paths::remove_all(directory_); }

  std::string path(const std::string& name) const { return (directory_ / name).string(); }
  void put(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }
  std::string read(const std::string& name) const {
    const auto bytes = files::read(path(name), 1 << 20);
    return std::string(bytes.begin(), bytes.end());
  }
  static std::span<const std::uint8_t> bytes(std::string_view text) {
    return std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  }
  // The new file's identity, or "exists" when that is why it was not written.
  std::string write_only(const std::string& name, std::string_view text,
                         const std::string& identity) const {
    files::WriteOptions how;
    how.new_mode = 0600;
    how.only = identity;
    try {
      return files::write(path(name), bytes(text), how);
    } catch (const Error& error) {
      return error.details["reason"] == Value("exists") ? "exists" : error.message;
    }
  }
  std::string identity(const std::string& name) const { return files::named(path(name))->identity; }
  unsigned mode(const std::string& name) const {
    struct stat info{};
    EXPECT_EQ(::lstat(path(name).c_str(), &info), 0);
    return info.st_mode & 0777;
  }
  std::size_t count() const {
    return static_cast<std::size_t>(std::distance(paths::directory_iterator(directory_), {}));
  }
  paths::path directory_;
};

TEST_F(FileIdentity, ChangesWithTheFile) {
  EXPECT_FALSE(files::named(path("a")));
  put("a", "one");
  const std::string first = identity("a");
  EXPECT_EQ(identity("a"), first);
  put("a", "four");
  const std::string second = identity("a");
  EXPECT_NE(second, first);
  const timespec times[2] = {{1, 0}, {1, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, path("a").c_str(), times, 0), 0);
  EXPECT_NE(identity("a"), second);
  put("b", "four");
  ASSERT_EQ(::utimensat(AT_FDCWD, path("b").c_str(), times, 0), 0);
  EXPECT_NE(identity("a"), identity("b"));
}

TEST_F(FileIdentity, SaysWhatHasTheName) {
  put("file", "x");
  paths::create_directory(directory_ / "folder");
  paths::create_symlink("nowhere", directory_ / "link");
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(files::named(path("file"))->type, files::Named::Type::kFile);
  EXPECT_EQ(files::named(path("folder"))->type, files::Named::Type::kDirectory);
  EXPECT_EQ(files::named(path("link"))->type, files::Named::Type::kLink);
  EXPECT_EQ(files::named(path("pipe"))->type, files::Named::Type::kOther);
}

TEST_F(FileIdentity, AFreeNameIsTakenPrivately) {
  const std::string made = write_only("a", "ours", "none");
  EXPECT_EQ(made, identity("a"));
  EXPECT_EQ(read("a"), "ours");
  EXPECT_EQ(mode("a"), 0600u);
}

TEST_F(FileIdentity, OnlyTheFileThatIsNamedIsReplacedAndItsModeStays) {
  put("a", "old");
  ASSERT_EQ(::chmod(path("a").c_str(), 0640), 0);
  const std::string made = write_only("a", "new", identity("a"));
  EXPECT_EQ(made, identity("a"));
  EXPECT_EQ(read("a"), "new");
  EXPECT_EQ(mode("a"), 0640u);
  EXPECT_EQ(write_only("a", "newer", made + "0"), "exists");
  EXPECT_EQ(read("a"), "new");
  EXPECT_EQ(count(), 1u) << "something was left";
}

TEST_F(FileIdentity, LinksAndFoldersOfTheNameStay) {
  put("target", "theirs");
  paths::create_symlink("target", directory_ / "link");
  paths::create_directory(directory_ / "folder");
  EXPECT_EQ(write_only("link", "ours", identity("target")), "exists");
  EXPECT_EQ(write_only("folder", "ours", identity("target")), "exists");
  EXPECT_EQ(read("target"), "theirs");
  EXPECT_TRUE(paths::is_symlink(directory_ / "link"));
  const std::string made = write_only("link", "ours", identity("link"));
  EXPECT_EQ(made, identity("link"));
  EXPECT_FALSE(paths::is_symlink(directory_ / "link"));
  EXPECT_EQ(read("target"), "theirs");
}

// Another user's file created at any moment while ours is replaced still exists at the end.
TEST_F(FileIdentity, WhatComesMeanwhileIsNeverLost) {
  for (int round = 0; round < 300; ++round) {
    put("a", "ours");
    put("b", "theirs");
    const std::string known = identity("a");
    std::thread somebody([&] {
      [[maybe_unused]] volatile int spun = 0;
      for (int i = 0; i < round * 40; ++i) spun = i;
      ::rename(path("b").c_str(), path("a").c_str());
    });
    write_only("a", "ours again", known);
    somebody.join();
    ASSERT_EQ(read("a"), "theirs") << "in round " << round;
    ASSERT_EQ(count(), 1u) << "something was left";
  }
}

TEST_F(FileIdentity, ResolvesAsFarAsThereIsSomething) {
  paths::create_directory(directory_ / ".real");
  paths::create_symlink(".real", directory_ / "link");
  EXPECT_EQ(files::resolved(path("link/new/x")), path(".real/new/x"));
  EXPECT_EQ(files::resolved(path("link/../y")), path("y"));
}

TEST_F(FileIdentity, OnlyFilesAreMadePrivate) {
  put("a", "x");
  paths::create_symlink("a", directory_ / "link");
  ASSERT_EQ(::chmod(path("a").c_str(), 0644), 0);
  EXPECT_FALSE(files::make_private(path("link")));
  EXPECT_FALSE(files::make_private(path("none")));
  EXPECT_EQ(mode("a"), 0644u);
  EXPECT_TRUE(files::make_private(path("a")));
  EXPECT_EQ(mode("a"), 0600u);
}

}  // namespace
}  // namespace runtime
