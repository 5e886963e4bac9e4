#include "native/gate/stop_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>

#include "native/desktop/error.hpp"
#include "runtime/core/value/error.hpp"
#include "tests/unit/native/gate/folder.hpp"

namespace native {
namespace {

TEST(StopFile, StopsEveryProcessUntilItIsCleared) {
  const Folder folder;
  const std::string path = folder.at("run/peekaboo");
  const StopFile stop({path}), seen_by_another({path});
  EXPECT_FALSE(seen_by_another.is_set());
  EXPECT_NO_THROW(seen_by_another.check());
  stop.clear();
  stop.set();
  stop.set();
  EXPECT_TRUE(seen_by_another.is_set());
  try {
    seen_by_another.check();
    FAIL() << "nothing was refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "POLICY_DENIED");
    EXPECT_EQ(error.fact("reason"), "stopped");
  }
  struct stat info{};
  ASSERT_EQ(stat((path + "/stopped").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0600U);
  stop.clear();
  EXPECT_FALSE(seen_by_another.is_set());
}

TEST(StopFile, AnythingOfThatNameStops) {
  const Folder folder;
  const StopFile stop({folder.path()});
  std::filesystem::create_symlink("/nowhere", folder.at("stopped"));
  EXPECT_TRUE(stop.is_set());
  EXPECT_THROW(stop.set(), runtime::Error) << "a link is not followed";
  stop.clear();
  std::filesystem::create_directory(folder.at("stopped"));
  EXPECT_TRUE(stop.is_set());
  EXPECT_THROW(stop.clear(), runtime::Error);
}

TEST(StopFile, EachChangeHasItsNumber) {
  const Folder folder;
  const StopFile stop({folder.path()});
  std::set<std::uint64_t> seen{stop.changes()};
  EXPECT_EQ(stop.changes(), 0U);
  stop.clear();
  EXPECT_EQ(stop.changes(), 0U) << "nothing was stopped";
  for (int i = 0; i < 3; ++i) {
    stop.set();
    EXPECT_TRUE(seen.insert(stop.changes()).second);
    // The clock of files has ticks of some milliseconds.
    const std::uint64_t before = stop.changes();
    do {
      stop.clear();
      stop.set();
    } while (stop.changes() == before);
    stop.clear();
    EXPECT_TRUE(seen.insert(stop.changes()).second);
    EXPECT_EQ(stop.changes(), StopFile({folder.path()}).changes());
  }
}

TEST(StopFile, IsLookedForInEachFolder) {
  const Folder session, temporary;
  const std::vector<std::string> both = {session.at("peekaboo"), temporary.at("peekaboo")};
  const StopFile stop(both);
  for (const std::string& one : both) {
    const std::uint64_t before = stop.changes();
    StopFile({one}).set();
    EXPECT_TRUE(stop.is_set()) << one;
    EXPECT_NE(stop.changes(), before);
    stop.clear();
    EXPECT_FALSE(stop.is_set());
  }
  stop.set();
  for (const std::string& one : both) EXPECT_TRUE(StopFile({one}).is_set()) << one;
  // The folder of a session goes with the session.
  std::filesystem::remove_all(session.path());
  EXPECT_TRUE(stop.is_set());
  stop.clear();
  EXPECT_FALSE(stop.is_set());
  stop.set();
  EXPECT_FALSE(std::filesystem::exists(session.path())) << "logind makes it";
}

TEST(StopFile, AFolderOfAnotherUserSaysNothing) {
  if (::geteuid() != 0) GTEST_SKIP() << "owners are root's to give";
  const Folder folder;
  const std::string path = folder.at("peekaboo");
  ::mkdir(path.c_str(), 0700);
  ASSERT_EQ(::chown(path.c_str(), 65534, 65534), 0);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    if (::setresuid(12345, 12345, 12345) != 0) ::_exit(2);
    ::_exit(StopFile({path}).is_set() ? 1 : 0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(StopFile, AFolderThatCannotBeMadeIsSaid) {
  EXPECT_THROW(StopFile({"/proc/nowhere/peekaboo"}).set(), runtime::Error);
  EXPECT_FALSE(StopFile({"/proc/nowhere/peekaboo"}).is_set());
}

}  // namespace
}  // namespace native
