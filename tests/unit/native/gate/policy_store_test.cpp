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

TEST_F(PolicyStoreTest, TakesNoSystemFileFromTheEnvironment) {
  ::setenv("XDG_CONFIG_DIRS", folder.c_str(), 1);
  EXPECT_EQ(PolicyPlaces::of_this_process().system, "/etc/peekaboo/policy.json");
  ::unsetenv("XDG_CONFIG_DIRS");
}

}  // namespace
}  // namespace native
