#include "native/kwin/script.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "native/desktop/error.hpp"
#include "tests/unit/native/kwin/mock_kwin.hpp"

namespace native::kwin {
namespace {

using test::kwin_deadline;
using test::MockKwin;

// A runtime folder.
class RunFolder {
 public:
  RunFolder() {
    path_ = (std::filesystem::temp_directory_path() / "peekaboo-run-XXXXXX").string();
    if (::mkdtemp(path_.data()) == nullptr) std::abort();
  }
  ~RunFolder() { std::filesystem::remove_all(path_); }
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;
  const std::string& path() const { return path_; }
  bool is_empty() const { return std::filesystem::is_empty(path_); }

 private:
  std::string path_;
};

// Returns the name in a line such as {"loaded": "NAME", …}.
std::string name_in(const std::string& line, const std::string& key) {
  const std::string before = "{\"" + key + "\": \"";
  EXPECT_TRUE(line.starts_with(before)) << line;
  return line.substr(before.size(), line.find('"', before.size()) - before.size());
}

TEST(KwinScript, IsAnsweredAndUnloaded) {
  for (const char* how : {"plasma6", "plasma5", "forged", "old"}) {
    const RunFolder run;
    MockKwin kwin(how);
    EXPECT_EQ(run_script(kwin.service(), run.path(), "", kwin_deadline(10'000)), "answer") << how;
    const std::string loaded = kwin.line();
    EXPECT_EQ(name_in(kwin.line(), "unloaded"), name_in(loaded, "loaded")) << how;
    EXPECT_NE(loaded.find("\"folder\": 448, \"file\": 384"), std::string::npos) << loaded;
    EXPECT_TRUE(run.is_empty()) << how;
  }
}

TEST(KwinScript, IsLoadedAnewWhenItsNumberIsOfNoneOrOfAnother) {
  const RunFolder run;
  MockKwin kwin("numbers");
  EXPECT_EQ(run_script(kwin.service(), run.path(), "", kwin_deadline(10'000)), "answer");
  for (int times = 0; times < 3; ++times) {
    const std::string loaded = kwin.line();
    EXPECT_EQ(name_in(kwin.line(), "unloaded"), name_in(loaded, "loaded"));
  }
  EXPECT_TRUE(run.is_empty());
}

TEST(KwinScript, IsUnloadedWhenItSaysNothing) {
  const RunFolder run;
  MockKwin kwin("mute");
  EXPECT_THROW(run_script(kwin.service(), run.path(), "", kwin_deadline(300)), ServiceLate);
  const std::string loaded = kwin.line();
  EXPECT_EQ(name_in(kwin.line(), "unloaded"), name_in(loaded, "loaded"));
  EXPECT_TRUE(run.is_empty());
}

TEST(KwinScript, IsUnloadedByAKwinThatGoesOnLater) {
  const RunFolder run;
  MockKwin kwin("plasma6");
  kwin.stop();
  EXPECT_THROW(run_script(kwin.service(), run.path(), "", kwin_deadline(200)), ServiceLate);
  EXPECT_TRUE(run.is_empty());
  kwin.go_on();
  // Its file is gone, so that it cannot be loaded any more.
  EXPECT_FALSE(name_in(kwin.line(), "unloaded").empty());
  EXPECT_EQ(run_script(kwin.service(), run.path(), "", kwin_deadline(10'000)), "answer");
}

TEST(KwinScript, FailuresHaveACode) {
  for (const char* how : {"unloadable", "long"}) {
    const RunFolder run;
    MockKwin kwin(how);
    try {
      // The long answer takes seconds on a busy machine.
      run_script(kwin.service(), run.path(), "", kwin_deadline(120'000));
      FAIL() << how;
    } catch (const Error& error) {
      EXPECT_EQ(error.code, "UNSUPPORTED");
      EXPECT_EQ(error.fact("reason"), "no scripts");
    }
    EXPECT_FALSE(name_in(kwin.line(), "loaded").empty());
    EXPECT_FALSE(name_in(kwin.line(), "unloaded").empty());
    EXPECT_TRUE(run.is_empty()) << how;
  }
}

TEST(KwinScript, AFolderThatCannotBeWrittenIsTold) {
  MockKwin kwin("plasma6");
  try {
    run_script(kwin.service(), "/nowhere", "", kwin_deadline(5000));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "CAPTURE_FAILED");
    EXPECT_EQ(error.fact("reason"), "script file");
  }
}

TEST(KwinScript, TheEndOfKwinIsTold) {
  const RunFolder run;
  MockKwin kwin("mute");
  kwin.kill();
  EXPECT_THROW(run_script(kwin.service(), run.path(), "", kwin_deadline(5000)), ServiceLost);
  EXPECT_TRUE(run.is_empty());
}

}  // namespace
}  // namespace native::kwin
