#include "runtime/core/log.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace runtime {
namespace {

namespace files = std::filesystem;

class Log : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (files::temp_directory_path() / "peekaboo-log-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
    setenv("TMPDIR", directory_.c_str(), 1);
  }
  void TearDown() override {
    log::flush();
    unsetenv("TMPDIR");
    files::remove_all(directory_);
  }
  std::string read(const files::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  files::path directory_;
};

TEST_F(Log, WritesJsonLinesAndMasksSecrets) {
  log::Settings settings;
  settings.file = directory_ / "a.log";
  log::configure(settings);
  EXPECT_FALSE(files::exists(directory_ / "a.log"));
  Value fields;
  fields.set("tool", "image").set("OPENAI_API_KEY", "sk-very-secret");
  log::info("quote \" and\nnewline {}", fields);
  log::debug("not at this level");
  log::flush();
  const std::string text = read(directory_ / "a.log");
  EXPECT_NE(text.find(R"("msg":"quote \" and\u000anewline {}")"), std::string::npos) << text;
  EXPECT_EQ(text.find("very-secret"), std::string::npos);
  EXPECT_EQ(text.find("not at this level"), std::string::npos);
  struct stat info{};
  ASSERT_EQ(stat((directory_ / "a.log").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
}

TEST_F(Log, FallsBackAndSaysSoWhenThePathCannotBe) {
  log::Settings settings;
  settings.file = "/proc/none/peekaboo.log";
  log::configure(settings);
  const log::Status status = log::status();
  EXPECT_TRUE(status.writable);
  EXPECT_EQ(status.file, (directory_ / "peekaboo-mcp.log").string());
  EXPECT_NE(status.problem.find("/proc/none"), std::string::npos);
}

TEST_F(Log, FollowsNoSymbolicLink) {
  files::create_symlink(directory_ / "victim", directory_ / "link.log");
  log::Settings settings;
  settings.file = directory_ / "link.log";
  log::configure(settings);
  log::info("hello");
  log::flush();
  EXPECT_FALSE(files::exists(directory_ / "victim"));
}

TEST(LogLevel, IsParsedInAnyCase) {
  log::Level level = log::Level::kInfo;
  EXPECT_TRUE(log::parse_level("WARN", &level));
  EXPECT_EQ(level, log::Level::kWarn);
  EXPECT_FALSE(log::parse_level("loud", &level));
}

}  // namespace
}  // namespace runtime
