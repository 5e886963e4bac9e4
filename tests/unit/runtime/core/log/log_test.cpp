#include "runtime/core/log/log.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include "runtime/core/log/log_file.hpp"

namespace runtime {
namespace {

namespace paths = std::filesystem;

class Log : public testing::Test {
 protected:
  void SetUp() override {
    log::flush();  // a test before may have logged, which opens another file
    std::string pattern = (paths::temp_directory_path() / "peekaboo-log-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
    setenv("TMPDIR", directory_.c_str(), 1);
  }
  void TearDown() override {
    log::flush();
    unsetenv("TMPDIR");
    paths::remove_all(directory_);
  }
  std::string read(const paths::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  paths::path directory_;
};

TEST_F(Log, WritesJsonLinesAndMasksSecrets) {
  log::Settings settings;
  settings.file = directory_ / "a.log";
  log::configure(settings);
  EXPECT_FALSE(paths::exists(directory_ / "a.log"));
  Value fields;
  fields.set("tool", "image").set("OPENAI_API_KEY", "sk-very-secret");
  log::info("quote \" and\nnewline {}", fields);
  log::debug("not at this level");
  log::flush();
  const std::string text = read(directory_ / "a.log");
  EXPECT_NE(text.find(R"("msg":"quote \" and\nnewline {}")"), std::string::npos) << text;
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
  paths::create_symlink(directory_ / "victim", directory_ / "link.log");
  log::Settings settings;
  settings.file = directory_ / "link.log";
  log::configure(settings);
  log::info("hello");
  log::flush();
  EXPECT_FALSE(paths::exists(directory_ / "victim"));
}

TEST_F(Log, NoSecretStandsInAnyLine) {
  log::Settings settings;
  settings.file = directory_ / "s.log";
  settings.secrets = {"topsecret-value", "short"};
  log::configure(settings);
  Value fields;
  fields.set("stderr", "the header was topsecret-value, twice topsecret-value");
  log::warn("tried sk-ant-0123456789abcdef0123 and task-force-is-no-key and short", fields);
  log::flush();
  const std::string text = read(directory_ / "s.log");
  EXPECT_EQ(text.find("topsecret"), std::string::npos) << text;
  EXPECT_EQ(text.find("0123456789"), std::string::npos) << text;
  EXPECT_NE(text.find("task-force-is-no-key and short"), std::string::npos) << text;
}

TEST_F(Log, ASecretThatBeginsAsAnotherDoesLeavesNoRest) {
  log::Settings settings;
  settings.secrets = {"letters-first", "letters-first-and-more"};
  log::configure(settings);
  EXPECT_EQ(log::redacted("a letters-first-and-more b letters-first c"), "a *** b *** c");
}

TEST_F(Log, MakesTheFolderOfTheFile) {
  log::Settings settings;
  settings.file = directory_ / "a" / "b" / "c.log";
  log::configure(settings);
  log::info("x");
  log::flush();
  EXPECT_FALSE(read(directory_ / "a/b/c.log").empty());
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST_F(Log, ABurstIsWrittenWholeAndInOrder) {
  log::Settings settings;
  settings.file = directory_ / "burst.log";
  log::configure(settings);
  constexpr int kLines = 2000;
  for (int i = 0; i < kLines; ++i) log::info("line " + std::to_string(i) + ".");
  log::flush();
  std::istringstream lines(read(directory_ / "burst.log"));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    ASSERT_NE(line.find("line " + std::to_string(count) + "."), std::string::npos) << line;
  EXPECT_EQ(count, kLines);
}

TEST_F(Log, LargeFilesArePutAside) {
  const std::string path = directory_ / "r.log";
  const std::string line = std::string(99, 'x') + "\n";
  log::LogFile file(path, 1000);
  for (int i = 0; i < 65; ++i) file.append(line);
  EXPECT_EQ(lines_of(read(path)), 5u);
  for (int number = 1; number <= log::LogFile::kKept; ++number)
    EXPECT_EQ(lines_of(read(path + "." + std::to_string(number))), 10u) << number;
  EXPECT_FALSE(paths::exists(path + "." + std::to_string(log::LogFile::kKept + 1)));
}

TEST_F(Log, SeveralProgramsShareAFile) {
  const std::string path = directory_ / "shared.log";
  constexpr int kWriters = 4, kLines = 500, kLength = 100;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer)
    writers.emplace_back([&path, writer] {
      log::LogFile file(path, kWriters * kLines * kLength / 3);
      for (int i = 0; i < kLines; ++i) {
        std::string line = std::to_string(writer) + ":" + std::to_string(i) + ":";
        line.resize(kLength - 1, 'x');
        file.append(line + "\n");
      }
    });
  for (std::thread& writer : writers) writer.join();
  std::string all = read(path);
  for (int number = 1; number <= log::LogFile::kKept; ++number)
    all += read(path + "." + std::to_string(number));
  EXPECT_EQ(lines_of(all), static_cast<std::size_t>(kWriters * kLines));
  std::istringstream lines(all);
  for (std::string line; std::getline(lines, line);) ASSERT_EQ(line.size(), kLength - 1u) << line;
}

TEST_F(Log, AFileThatWasRemovedIsMadeAgain) {
  const std::string path = directory_ / "gone.log";
  log::LogFile file(path);
  file.append("one\n");
  paths::remove(path);
  file.append("two\n");
  EXPECT_EQ(read(path), "two\n");
}

TEST_F(Log, WhatIsNoPlainFileOfOursIsNotTouched) {
  const std::string victim = directory_ / "victim";
  std::ofstream(victim) << "precious";
  paths::create_hard_link(victim, directory_ / "hard.log");
  ASSERT_EQ(mkfifo((directory_ / "fifo.log").c_str(), 0600), 0);
  paths::create_directory(directory_ / "folder.log");
  for (const char* name : {"hard.log", "fifo.log", "folder.log"}) {
    log::LogFile file(directory_ / name);
    file.append("line\n");
    EXPECT_EQ(file.path(), (directory_ / "peekaboo-mcp.log").string()) << name;
    EXPECT_NE(file.problem(), "") << name;
  }
  EXPECT_EQ(read(victim), "precious");
}

TEST_F(Log, WhenTheDefaultWillNotDoEitherThereIsAnother) {
  paths::create_symlink(directory_ / "victim", directory_ / "peekaboo-mcp.log");
  log::LogFile file("");
  EXPECT_TRUE(file.writable());
  EXPECT_NE(file.path().find("peekaboo-mcp-" + std::to_string(geteuid())), std::string::npos);
  EXPECT_FALSE(paths::exists(directory_ / "victim"));
}

TEST(LogLevel, IsParsedInAnyCase) {
  log::Level level = log::Level::kInfo;
  EXPECT_TRUE(log::parse_level("WARN", &level));
  EXPECT_EQ(level, log::Level::kWarn);
  EXPECT_FALSE(log::parse_level("loud", &level));
}

}  // namespace
}  // namespace runtime
