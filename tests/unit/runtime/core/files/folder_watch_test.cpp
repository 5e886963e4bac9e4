#include "runtime/core/files/folder_watch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "runtime/core/async/combine.hpp"
#include "runtime/core/files/files.hpp"
#include "runtime/core/files/new_file.hpp"

namespace runtime {
namespace {

namespace paths = std::filesystem;
using Names = std::vector<std::string>;

class FolderWatchTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (paths::temp_directory_path() / "peekaboo-watch-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    top_ = pattern;
  }
  void TearDown() override { paths::remove_all(top_); }

  void write(const paths::path& path) { std::ofstream(path) << "text"; }

  // Returns the names reported by the watch until `wanted` is among them.
  Names told(FolderWatch& watch, const std::string& wanted) {
    Names all;
    run(loop_, gather(&watch, wanted, &all));
    return all;
  }

  Loop loop_;
  paths::path top_;

 private:
  static Task<void> gather(FolderWatch* watch, std::string wanted, Names* all) {
    while (std::find(all->begin(), all->end(), wanted) == all->end()) {
      Task<Names> next = watch->next();
      const Names names = co_await timeout(20.0, std::move(next), "nothing changed");
      all->insert(all->end(), names.begin(), names.end());
    }
  }
};

TEST_F(FolderWatchTest, TellsOfAFileThatIsWritten) {
  FolderWatch watch(loop_, top_.string() + "/");
  write(top_ / "one.lua");
  EXPECT_EQ(told(watch, "one.lua"), Names{"one.lua"});
}

TEST_F(FolderWatchTest, TellsOfFinishedFilesOnly) {
  FolderWatch watch(loop_, top_.string());
  const std::uint8_t byte[] = {1};
  for (const bool lasting : {true, false}) {
    files::WriteOptions options;
    options.lasting = lasting;
    for (int i = 0; i < 2; ++i) files::write((top_ / "finished").string(), byte, options);
  }
  write(top_ / "marker");
  for (const std::string& name : told(watch, "marker"))
    EXPECT_TRUE(name == "finished" || name == "marker") << name;
}

TEST_F(FolderWatchTest, TellsOfARenamedAndARemovedFile) {
  write(top_ / "draft");
  FolderWatch watch(loop_, top_.string());
  paths::rename(top_ / "draft", top_ / "one.lua");
  told(watch, "one.lua");
  paths::remove(top_ / "one.lua");
  told(watch, "one.lua");
}

TEST_F(FolderWatchTest, EachNameIsToldOnce) {
  FolderWatch watch(loop_, top_.string());
  for (int i = 0; i < 10; ++i) write(top_ / "again");
  write(top_ / "last");
  const Names names = told(watch, "last");
  EXPECT_EQ(std::count(names.begin(), names.end(), "last"), 1);
  EXPECT_LE(std::count(names.begin(), names.end(), "again"),
            2);  // the events may come in several readings
}

TEST_F(FolderWatchTest, AFolderThatComesLaterIsAChange) {
  const paths::path folder = top_ / "a" / "b" / "tools";
  FolderWatch watch(loop_, folder.string());
  write(top_ / "unrelated");
  paths::create_directories(folder);
  write(folder / "early.lua");
  EXPECT_EQ(told(watch, "").back(), "");
  write(folder / "late.lua");
  told(watch, "late.lua");
}

TEST_F(FolderWatchTest, AFolderThatGoesAndComesAgainIsWatchedAgain) {
  const paths::path folder = top_ / "tools";
  paths::create_directory(folder);
  FolderWatch watch(loop_, folder.string());
  paths::remove_all(folder);
  told(watch, "");
  paths::create_directory(folder);
  told(watch, "");
  write(folder / "one.lua");
  told(watch, "one.lua");
}

TEST_F(FolderWatchTest, AFolderInItsPlaceIsWatched) {
  const paths::path folder = top_ / "tools";
  const paths::path other = top_ / "other";
  paths::create_directory(folder);
  paths::create_directory(other);
  FolderWatch watch(loop_, folder.string());
  paths::rename(folder, top_ / "away");
  paths::rename(other, folder);
  told(watch, "");
  write(folder / "one.lua");
  told(watch, "one.lua");
}

TEST_F(FolderWatchTest, TooManyNamesAreToldAsAnything) {
  FolderWatch watch(loop_, top_.string());
  for (int i = 0; i < 3000; ++i) write(top_ / std::to_string(i));
  const Names names = told(watch, "");
  EXPECT_LE(names.size(), 2001u);
}

TEST_F(FolderWatchTest, EndsWhileSomebodyWaits) {
  auto watch = std::make_unique<FolderWatch>(loop_, top_.string());
  Task<Names> next = watch->next();
  EXPECT_THROW(run(loop_,
                   [](Task<Names> waiting) -> Task<void> {
                     Task<Names> limited = timeout(0.01, std::move(waiting), "nothing");
                     co_await std::move(limited);
                   }(std::move(next))),
               Error);
}

}  // namespace
}  // namespace runtime
