#include "runtime/core/io/listener.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

#include "runtime/core/async/nursery.hpp"

namespace runtime {
namespace {

// A socket under an abstract name of this process, which disappears with it.
int bound_socket(sockaddr_un* address, socklen_t* size) {
  const std::string name = "peekaboo-listener-test-" + std::to_string(getpid());
  address->sun_family = AF_UNIX;
  std::memcpy(address->sun_path + 1, name.data(), name.size());
  *size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  EXPECT_EQ(bind(descriptor, reinterpret_cast<const sockaddr*>(address), *size), 0);
  return descriptor;
}

Task<void> take_one(Listener* listener, int* taken) { *taken = co_await listener->accept(); }

TEST(Listener, GivesTheConnectionThatComes) {
  sockaddr_un address{};
  socklen_t size = 0;
  const int descriptor = bound_socket(&address, &size);
  ASSERT_EQ(listen(descriptor, 4), 0);
  const int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ASSERT_EQ(connect(client, reinterpret_cast<const sockaddr*>(&address), size), 0);
  int taken = -1;
  Loop loop;
  {
    Listener listener(loop, descriptor);
    run(loop, take_one(&listener, &taken));
  }
  ASSERT_GE(taken, 0);
  char byte = 0;
  EXPECT_EQ(write(client, "x", 1), 1);
  EXPECT_EQ(read(taken, &byte, 1), 1);
  EXPECT_EQ(byte, 'x');
  close(client);
  close(taken);
}

// Retrying at once would block the loop forever.
TEST(Listener, SaysWhenTheSocketDoesNotListen) {
  sockaddr_un address{};
  socklen_t size = 0;
  const int descriptor = bound_socket(&address, &size);
  int taken = -1;
  Loop loop;
  Listener listener(loop, descriptor);
  EXPECT_THROW(run(loop, take_one(&listener, &taken)), Error);
  EXPECT_EQ(taken, -1);
}

}  // namespace
}  // namespace runtime
