#include "native/gate/policy_store.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace native {
namespace {

using runtime::Caller;

class PolicyStoreTest : public testing::Test {
 protected:
  PolicyStoreTest() {
    char name[] = "/tmp/policy-store-XXXXXX";
    folder = ::mkdtemp(name);
    places.system = folder + "/system.json";
    places.user = folder + "/user.json";
    places.around.home = "/home/me";
  }
  ~PolicyStoreTest() override { std::filesystem::remove_all(folder); }
  void write(const std::string& path, const std::string& text) const {
    const std::string fresh = path + ".new";
    std::ofstream(fresh) << text;
    std::filesystem::rename(fresh, path);
  }

  std::string folder;
  PolicyPlaces places;
};

TEST_F(PolicyStoreTest, ReadsFilesAgainWhenTheyChange) {
  PolicyStore store(places);
  const auto none = store.rules();
  EXPECT_TRUE(none->files.empty());
  EXPECT_EQ(store.rules(), none) << "unchanged files are not read again";
  write(places.user, R"({"maxCapturesPerMinute": 7})");
  const auto one = store.rules();
  EXPECT_GT(one->generation, none->generation);
  EXPECT_EQ(one->of(Caller::Kind::kMcp).captures_per_minute, 7);
  write(places.system, R"({"maxCapturesPerMinute": 3})");
  EXPECT_EQ(store.rules()->of(Caller::Kind::kMcp).captures_per_minute, 3);
  std::filesystem::remove(places.system);
  EXPECT_EQ(store.rules()->of(Caller::Kind::kMcp).captures_per_minute, 7);
}

TEST_F(PolicyStoreTest, KnowsTheGenerationWithoutReadingTheFiles) {
  PolicyStore store(places);
  const std::uint64_t first = store.rules()->generation;
  EXPECT_EQ(store.generation(), first);
  write(places.user, R"({"maxCapturesPerMinute": 7})");
  const std::uint64_t second = store.generation();
  EXPECT_GT(second, first);
  EXPECT_EQ(store.generation(), second);
  EXPECT_EQ(store.rules()->generation, second);
}

TEST_F(PolicyStoreTest, RefusesEverythingWhileAFileIsBroken) {
  PolicyStore store(places);
  for (const char* text : {"{", "[]", "{\"mask\": 1}"}) {
    write(places.user, text);
    const auto& refusal = store.rules()->of(Caller::Kind::kCommandLine).refusal;
    ASSERT_TRUE(refusal) << text;
    EXPECT_NE(refusal->message.find(places.user), std::string::npos);
  }
  write(places.user, "{}");
  EXPECT_FALSE(store.rules()->of(Caller::Kind::kCommandLine).refusal);
  std::filesystem::remove(places.user);
  std::filesystem::create_directory(places.user);
  EXPECT_TRUE(store.rules()->of(Caller::Kind::kCommandLine).refusal) << "a folder is no file";
  std::filesystem::remove(places.user);
  ASSERT_EQ(::mkfifo(places.user.c_str(), 0600), 0);
  EXPECT_TRUE(store.rules()->of(Caller::Kind::kCommandLine).refusal) << "a pipe is not waited for";
}

TEST_F(PolicyStoreTest, RefusesEverythingWhileOthersCouldWriteAFile) {
  PolicyStore store(places);
  const auto refusal = [&] { return store.rules()->of(Caller::Kind::kMcp).refusal; };
  for (const std::string& file : {places.user, places.system}) {
    write(file, "{}");
    EXPECT_FALSE(refusal()) << file;
    for (const mode_t mode : {0646U, 0666U, 0602U}) {
      ::chmod(file.c_str(), mode);
      ASSERT_TRUE(refusal()) << file << std::oct << mode;
      EXPECT_EQ(refusal()->message,
                "policy file " + file + ": it is writable by every user; nothing is captured");
      EXPECT_TRUE(refusal()->hint.starts_with("Run `chmod go-w " + file + "`. "))
          << refusal()->hint;
      EXPECT_EQ(refusal()->fact("file"), file);
      ::chmod(file.c_str(), 0644);
      EXPECT_FALSE(refusal()) << "no restart is needed";
    }
    ::chmod(folder.c_str(), 0777);
    ASSERT_TRUE(refusal());
    EXPECT_NE(refusal()->message.find("its folder " + folder + " is writable"), std::string::npos);
    ::chmod(folder.c_str(), 0700);
    EXPECT_FALSE(refusal());
    if (::geteuid() == 0) {
      ASSERT_EQ(::chown(file.c_str(), 65534, 0), 0);
      EXPECT_TRUE(refusal()) << "it belongs to somebody else";
      ASSERT_EQ(::chown(file.c_str(), 0, 0), 0);
    }
  }
  EXPECT_NO_THROW(PolicyStore::read(places.user, "/home/me", true));
  ::chmod(places.user.c_str(), 0666);
  EXPECT_THROW(PolicyStore::read(places.user, "/home/me", true), Error);
  EXPECT_NO_THROW(PolicyStore::read(places.user, "/home/me", false)) << "the user named it";
}

TEST_F(PolicyStoreTest, ALinkToNothingIsNotTheSameAsNoFile) {
  PolicyStore store(places);
  EXPECT_FALSE(store.rules()->of(Caller::Kind::kMcp).refusal);
  std::filesystem::create_symlink(folder + "/elsewhere.json", places.user);
  ASSERT_TRUE(store.rules()->of(Caller::Kind::kMcp).refusal);
  write(folder + "/elsewhere.json", "{}");
  EXPECT_FALSE(store.rules()->of(Caller::Kind::kMcp).refusal);
}

TEST_F(PolicyStoreTest, TakesNoSystemFileFromTheEnvironment) {
  ::setenv("XDG_CONFIG_DIRS", folder.c_str(), 1);
  EXPECT_EQ(PolicyPlaces::of_this_process().system, "/etc/peekaboo/policy.json");
  ::unsetenv("XDG_CONFIG_DIRS");
}

}  // namespace
}  // namespace native
