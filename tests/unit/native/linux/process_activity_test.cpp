#include "native/linux/process_activity.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

namespace native {
namespace {

TEST(ProcessActivity, SeesThatThisProcessRuns) {
  const auto activity = process_activity("/proc", ::getpid());
  ASSERT_TRUE(activity.has_value());
  EXPECT_FALSE(activity->waiting);
  EXPECT_FALSE(activity->stopped);
}

TEST(ProcessActivity, KnowsNothingOfAProcessThatIsNotThere) {
  EXPECT_FALSE(process_activity("/proc", 0x7FFFFFFF).has_value());
}

TEST(ProcessActivity, SeesThatAProcessIsStopped) {
  const pid_t child = ::fork();
  if (child == 0) {
    for (;;) ::pause();
  }
  ::kill(child, SIGSTOP);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, WUNTRACED), child);
  const auto activity = process_activity("/proc", child);
  ASSERT_TRUE(activity.has_value());
  EXPECT_TRUE(activity->stopped);
  EXPECT_TRUE(activity->waiting);
  ::kill(child, SIGKILL);
  ::waitpid(child, &status, 0);
}

// A folder of our own in the shape of /proc: what threads do can be chosen there.
class ProcessFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "peekaboo-proc-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void thread(int id, const std::string& state, int sleeps, int runs = 1) {
    const std::string path = folder_ + "/7/task/" + std::to_string(id);
    std::filesystem::create_directories(path);
    std::ofstream(path + "/status")
        << "Name:\tapplication\nState:\t" << state << "\nThreads:\t2\n"
        << "voluntary_ctxt_switches:\t" << sleeps << "\nnonvoluntary_ctxt_switches:\t1000\n";
    std::ofstream(path + "/schedstat") << "123456 7890 " << runs << "\n";
  }

  std::string folder_;
};

TEST_F(ProcessFolder, OneRunningThreadKeepsTheProcessFromWaiting) {
  thread(7, "S (sleeping)", 40);
  thread(8, "S (sleeping)", 2);
  const auto waiting = process_activity(folder_, 7);
  ASSERT_TRUE(waiting.has_value());
  EXPECT_TRUE(waiting->waiting);
  EXPECT_EQ(waiting->sleeps, 42U);
  thread(8, "R (running)", 2);
  EXPECT_FALSE(process_activity(folder_, 7)->waiting);
  thread(8, "D (disk sleep)", 2);
  EXPECT_FALSE(process_activity(folder_, 7)->waiting);
}

// Between showing as waiting and being counted as such a thread may have used a processor.
TEST_F(ProcessFolder, AThreadThatGotAProcessorHasNotWaitedSince) {
  thread(7, "S (sleeping)", 40, 5);
  const auto before = process_activity(folder_, 7);
  EXPECT_TRUE(process_activity(folder_, 7)->same_wait(*before));
  thread(7, "S (sleeping)", 40, 6);
  EXPECT_FALSE(process_activity(folder_, 7)->same_wait(*before));
  thread(7, "S (sleeping)", 41, 5);
  EXPECT_FALSE(process_activity(folder_, 7)->same_wait(*before));
  thread(7, "R (running)", 40, 5);
  EXPECT_FALSE(process_activity(folder_, 7)->same_wait(*before));
}

TEST_F(ProcessFolder, AStatusWithoutSenseCountsForNothing) {
  thread(7, "S (sleeping)", 40);
  std::filesystem::create_directories(folder_ + "/7/task/8");
  std::ofstream(folder_ + "/7/task/8/status") << "State";
  const auto activity = process_activity(folder_, 7);
  ASSERT_TRUE(activity.has_value());
  EXPECT_EQ(activity->sleeps, 40U);
}

}  // namespace
}  // namespace native
