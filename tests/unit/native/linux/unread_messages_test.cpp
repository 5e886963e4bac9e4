#include "native/linux/unread_messages.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "tests/unit/native/support/x_server.hpp"

namespace native {
namespace {

// A server, a client of it, and one more connection, all of this process.
class Sockets : public testing::Test {
 protected:
  void SetUp() override {
    std::strncpy(address_.sun_path, (folder_.path() + "/server").c_str(),
                 sizeof address_.sun_path - 1);
    ASSERT_EQ(::bind(server, address(), sizeof address_), 0);
    ASSERT_EQ(::listen(server, 4), 0);
    ASSERT_EQ(::connect(own, address(), sizeof address_), 0);
  }
  ~Sockets() override {
    for (const int each : {server, own, client, accepted})
      if (each >= 0) ::close(each);
  }
  void connect_client() {
    ::close(::accept(server, nullptr, nullptr));  // the end of our own connection
    ASSERT_EQ(::connect(client, address(), sizeof address_), 0);
    accepted = ::accept(server, nullptr, nullptr);
    ASSERT_GE(accepted, 0);
  }
  const sockaddr* address() const { return reinterpret_cast<const sockaddr*>(&address_); }
  static int open() { return ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0); }

  test::Folder folder_;
  sockaddr_un address_{AF_UNIX, {}};
  int server = open(), own = open(), client = open(), accepted = -1;
};

TEST_F(Sockets, TellWhatAClientHasNotRead) {
  connect_client();
  auto unread = UnreadMessages::of(::getpid(), own);
  ASSERT_TRUE(unread.has_value());
  EXPECT_EQ(unread->bytes(), 0U);
  const std::string message(3000, 'x');
  ASSERT_EQ(::send(accepted, message.data(), 1000, 0), 1000);
  EXPECT_EQ(unread->bytes(), 1000U);
  ASSERT_EQ(::send(accepted, message.data(), 3000, 0), 3000);
  EXPECT_EQ(unread->bytes(), 4000U);
  std::string taken(1500, '\0');
  ASSERT_EQ(::recv(client, taken.data(), taken.size(), 0), 1500);
  EXPECT_EQ(unread->bytes(), 2500U);
  ::close(client);
  client = -1;
  EXPECT_EQ(unread->bytes(), 0U) << "nobody is left who could read it";
}

TEST_F(Sockets, KnowNothingOfOtherProcessesAndServers) {
  connect_client();
  EXPECT_FALSE(UnreadMessages::of(0x7FFFFFFF, own).has_value());
  EXPECT_FALSE(UnreadMessages::of(0, own).has_value());
  int pair[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  EXPECT_FALSE(UnreadMessages::of(::getpid(), pair[0]).has_value()) << "a server without a name";
  EXPECT_FALSE(UnreadMessages::of(::getpid(), -1).has_value());
  ::close(pair[0]);
  ::close(pair[1]);
}

}  // namespace
}  // namespace native
