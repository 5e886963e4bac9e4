#include "runtime/app/terminal/history.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace runtime {
namespace {

class History : public testing::Test {
 protected:
  History() {
    std::string pattern = std::filesystem::temp_directory_path() / "peekaboo-history-XXXXXX";
    folder_ = mkdtemp(pattern.data());
    path_ = folder_ + "/state/peekaboo/history";
  }
  ~History() override { std::filesystem::remove_all(folder_); }

  static unsigned mode(const std::string& path) {
    struct stat facts{};
    stat(path.c_str(), &facts);
    return facts.st_mode & 0777u;
  }

  std::string folder_;
  std::string path_;
};

TEST_F(History, IsForItsOwnerOnly) {
  const HistoryFile file(path_);
  EXPECT_TRUE(file.load().empty());
  file.add("window.list()");
  file.add("app.list()");
  EXPECT_EQ(mode(path_), 0600u);
  EXPECT_EQ(mode(std::filesystem::path(path_).parent_path()), 0700u);
  EXPECT_EQ(HistoryFile(path_).load(), (std::vector<std::string>{"window.list()", "app.list()"}));
}

TEST_F(History, TightensAFileThatOthersCouldRead) {
  const HistoryFile file(path_);
  file.load();
  std::ofstream(path_) << "old\n";
  chmod(path_.c_str(), 0644);
  file.add("new");
  EXPECT_EQ(mode(path_), 0600u);
  EXPECT_EQ(file.load(), (std::vector<std::string>{"old", "new"}));
}

TEST_F(History, KeepsTheLinesOfATextTogether) {
  const HistoryFile file(path_);
  file.load();
  file.add("for i = 1, 2 do\n  print(i)\nend");
  file.add("f()");
  EXPECT_EQ(file.load(), (std::vector<std::string>{"for i = 1, 2 do\n  print(i)\nend", "f()"}));
}

TEST_F(History, StaysBounded) {
  const HistoryFile file(path_);
  file.load();
  {
    std::ofstream out(path_);
    for (std::size_t i = 0; i <= 2 * HistoryFile::kKept; ++i) out << "line " << i << "\n";
  }
  EXPECT_EQ(file.load().size(), HistoryFile::kKept);
  EXPECT_EQ(file.load().back(), "line " + std::to_string(2 * HistoryFile::kKept));
  std::size_t lines = 0;
  std::ifstream in(path_);
  for (std::string line; std::getline(in, line);) ++lines;
  EXPECT_EQ(lines, HistoryFile::kKept);
}

TEST_F(History, LeavesOutWhatIsTooLong) {
  const HistoryFile file(path_);
  file.load();
  file.add(std::string(100000, 'x'));
  file.add("short");
  EXPECT_EQ(file.load(), (std::vector<std::string>{"short"}));
}

TEST_F(History, DoesWithoutAFile) {
  const HistoryFile none("");
  none.add("x");
  EXPECT_TRUE(none.load().empty());
  std::filesystem::create_directories(path_);  // a folder where the file should be
  const HistoryFile blocked(path_);
  blocked.add("x");
  EXPECT_TRUE(blocked.load().empty());
}

}  // namespace
}  // namespace runtime
