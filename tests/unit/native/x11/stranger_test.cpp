#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>
#include <utility>

#include "native/desktop/error.hpp"
#include "native/x11/x11_desktop.hpp"
#include "tests/unit/native/support/lying_x_server.hpp"
#include "tests/unit/native/support/x_server.hpp"

// A socket at which another user's program listens gets no cookie.
namespace native {
namespace {

constexpr uid_t kNobody = 65534;

// Acts as a server that refuses every client, and reports what it received. Runs in a separate
// process, as the user nobody if this user may start such a process.
class Listener {
 public:
  Listener() : number_(test::take_display(listener_)) {
    if (::pipe(ends_) != 0) throw std::runtime_error("no pipe");
    child_ = ::fork();
    if (child_ == 0) serve();
    char ready = 0;
    if (::read(ends_[0], &ready, 1) != 1) throw std::runtime_error("no listener");
  }
  ~Listener() {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
    ::close(listener_);
    for (const int end : ends_) ::close(end);
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  std::string display() const { return ":" + std::to_string(number_); }
  // How many connections came, and how many of them with a cookie; the listener ends.
  std::pair<int, int> visits() {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
    ::close(std::exchange(ends_[1], -1));
    std::pair<int, int> result;
    for (char kind = 0; ::read(ends_[0], &kind, 1) == 1;) {
      ++result.first;
      result.second += kind == 'c' ? 1 : 0;
    }
    return result;
  }

 private:
  static void put(int to, const void* bytes, std::size_t count) {
    if (::write(to, bytes, count) < 0) ::_exit(1);
  }
  // Calls only what the child of a process with threads may call.
  [[noreturn]] void serve() const {
    if (::getuid() == 0 && ::setresuid(kNobody, kNobody, kNobody) != 0) ::_exit(1);
    ::listen(listener_, 5);
    put(ends_[1], "r", 1);
    for (;;) {
      const int socket = ::accept(listener_, nullptr, nullptr);
      unsigned char head[12] = {};
      if (::recv(socket, head, sizeof head, MSG_WAITALL) == sizeof head) {
        const bool cookie = head[6] != 0 || head[7] != 0 || head[8] != 0 || head[9] != 0;
        put(ends_[1], cookie ? "c" : "n", 1);
        const unsigned char refusal[16] = {0, 4, 11, 0, 0, 0, 2, 0, 'b', 'u', 's', 'y'};
        put(socket, refusal, sizeof refusal);
      }
      ::close(socket);
    }
  }

  int ends_[2] = {-1, -1};
  int listener_ = -1;
  int number_ = -1;
  pid_t child_ = -1;
};

class Stranger : public testing::Test {
 protected:
  Stranger() {
    // A cookie for any display of any host.
    const std::string name = "MIT-MAGIC-COOKIE-1";
    std::string entry{"\xff\xff\0\0\0\0\0", 7};
    entry += static_cast<char>(name.size());
    authority_ =
        folder_.write("authority", entry + name + std::string("\0\x10", 2) + "0123456789abcdef");
  }

  // What a failing operation says, asked for by the listener's own user or by another one.
  std::string failure(const Listener& server, bool own_user) {
    SessionRoots roots = SessionRoots::system();
    roots.environment = [&](const std::string& name) -> std::optional<std::string> {
      if (name == "DISPLAY") return server.display();
      if (name == "XAUTHORITY") return authority_;
      return std::nullopt;
    };
    const uid_t listener = ::getuid() == 0 ? kNobody : ::getuid();
    roots.uid = own_user ? listener : listener - 1;
    try {
      open_x11(roots)->displays().displays(std::chrono::steady_clock::now() +
                                           std::chrono::seconds(10));
    } catch (const Error& error) {
      EXPECT_EQ(error.code, "DISPLAY_UNAVAILABLE");
      return error.message;
    }
    return {};
  }

  test::Folder folder_;
  std::string authority_;
};

TEST_F(Stranger, GetsNoCookie) {
  Listener listener;
  const std::string message = failure(listener, false);
  EXPECT_NE(message.find("another user (uid "), std::string::npos) << message;
  EXPECT_EQ(listener.visits(), std::pair(1, 0)) << "once, to ask whether none is needed";
}

TEST_F(Stranger, IsNotWhoSharesOurUser) {
  Listener listener;
  const std::string message = failure(listener, true);
  EXPECT_NE(message.find("refused the connection: busy"), std::string::npos) << message;
  EXPECT_EQ(listener.visits(), std::pair(2, 1)) << "with the cookie, then without";
}

}  // namespace
}  // namespace native
