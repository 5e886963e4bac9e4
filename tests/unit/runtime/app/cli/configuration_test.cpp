#include "runtime/app/cli/configuration.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace runtime {
namespace {

namespace paths = std::filesystem;

class ConfigurationFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (paths::temp_directory_path() / "peekaboo-config-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    paths::create_directories(folder_ / "peekaboo");
    path_ = folder_ / "peekaboo" / "config.json";
    setenv("XDG_CONFIG_HOME", folder_.c_str(), 1);
  }
  void TearDown() override {
    unsetenv("XDG_CONFIG_HOME");
    paths::remove_all(folder_);
  }
  Configuration written(const std::string& text) {
    std::ofstream(path_) << text;
    paths::permissions(path_, paths::perms::owner_read | paths::perms::owner_write);
    return load_configuration();
  }
  paths::path folder_, path_;
};

TEST_F(ConfigurationFile, NoneIsNoProblem) {
  const Configuration configuration = load_configuration();
  EXPECT_EQ(configuration.path, path_.string());
  EXPECT_FALSE(configuration.found);
  EXPECT_EQ(configuration.problem, "");
}

TEST_F(ConfigurationFile, CommentsAndSpellings) {
  const Configuration configuration =
      written("// mine\n{\"logLevel\": /* loud */ \"debug\", \"PEEKABOO_CLI_TIMEOUT\": 5,}");
  EXPECT_TRUE(configuration.found);
  EXPECT_FALSE(configuration.shared);
  EXPECT_EQ(configuration.problem, "");
  EXPECT_EQ(configuration.values["log_level"], Value("debug"));
  EXPECT_EQ(configuration.values["cli_timeout"], Value(5));
}

TEST_F(ConfigurationFile, ABrokenOneNamesTheLine) {
  const Configuration configuration = written("{\n  \"log_level\": \"debug\",\n  \"x\" 1\n}");
  EXPECT_TRUE(configuration.found);
  EXPECT_TRUE(configuration.values.is_nil());
  EXPECT_EQ(configuration.line, 3);
  EXPECT_NE(configuration.problem.find("line 3"), std::string::npos) << configuration.problem;
}

TEST_F(ConfigurationFile, OnlyAnObjectWillDo) {
  for (const char* text : {"[]", "3", "null", "\"x\""})
    EXPECT_NE(written(text).problem, "") << text;
  EXPECT_EQ(written(" \n").problem, "");
}

TEST_F(ConfigurationFile, OthersMayNotRead) {
  written("{}");
  paths::permissions(path_, paths::perms::group_read, paths::perm_options::add);
  EXPECT_TRUE(load_configuration().shared);
}

TEST_F(ConfigurationFile, NothingBigAndNothingOdd) {
  EXPECT_NE(written("{\"x\":\"" + std::string(300 << 10, 'a') + "\"}").problem, "");
  paths::remove(path_);
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_NE(load_configuration().problem.find("not a regular file"), std::string::npos);
  paths::remove(path_);
  paths::create_symlink("/dev/zero", path_);
  EXPECT_NE(load_configuration().problem.find("not a regular file"), std::string::npos);
  paths::remove(path_);
  paths::create_directory(path_);
  EXPECT_NE(load_configuration().problem, "");
  EXPECT_TRUE(load_configuration().values.is_nil());
}

TEST_F(ConfigurationFile, ARelativeFolderIsIgnored) {
  setenv("XDG_CONFIG_HOME", "here", 1);
  setenv("HOME", folder_.c_str(), 1);
  EXPECT_EQ(load_configuration().path, (folder_ / ".config/peekaboo/config.json").string());
}

}  // namespace
}  // namespace runtime
