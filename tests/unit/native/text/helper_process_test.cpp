// The helper alone, with its socket in our hands.

#include "native/text/helper_process.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <utility>

#include "native/text/protocol.hpp"
#include "tests/unit/native/text/support.hpp"

namespace native {
namespace {

using namespace test;

TEST(HelperProcess, EndsWhenStartedByHand) {
  const std::string helper = find_helper("peekaboo-ocr");
  ASSERT_FALSE(helper.empty());
  const int status = std::system((helper + " < /dev/null 2> /dev/null").c_str());
  EXPECT_TRUE(WIFEXITED(status));
}

class BareHelper : public testing::Test {
 protected:
  BareHelper() {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) abort();
    ours_ = ends[0];
    const std::string helper = find_helper("peekaboo-ocr");
    pid_ = fork();
    if (pid_ == 0) {
      dup2(ends[1], STDIN_FILENO);
      execl(helper.c_str(), "peekaboo-ocr", nullptr);
      _exit(99);
    }
    close(ends[1]);
  }
  ~BareHelper() override {
    if (ours_ >= 0) close(ours_);
    if (pid_ > 0) kill(pid_, SIGKILL), waitpid(pid_, nullptr, 0);
  }

  void hang_up() { close(std::exchange(ours_, -1)); }
  void say(const std::string& text) {
    EXPECT_EQ(write(ours_, text.data(), text.size()), ssize_t(text.size()));
  }
  // The exit status; a helper that does not end by itself lets the test run into its time limit.
  int ending() {
    int status = 0;
    waitpid(std::exchange(pid_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  int ours_ = -1;
  pid_t pid_ = -1;
};

TEST_F(BareHelper, EndsWhenTheSocketIsClosed) {
  hang_up();
  EXPECT_EQ(ending(), 0);
}

TEST_F(BareHelper, EndsOnARequestWithoutAPicture) {
  say("read 1 eng\n");
  EXPECT_EQ(ending(), 0);
}

TEST_F(BareHelper, EndsOnNonsense) {
  say("GET / HTTP/1.1\n");
  EXPECT_EQ(ending(), 0);
}

TEST_F(BareHelper, EndsOnALineWithoutEnd) {
  say(std::string(2 * protocol::kMaxLine, 'x'));
  EXPECT_EQ(ending(), 0);
}

}  // namespace
}  // namespace native
