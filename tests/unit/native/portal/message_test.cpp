#include "native/portal/message.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace native::portal {
namespace {

using std::chrono::milliseconds;

struct Pair {
  OwnedFile one, other;
};

Pair connected() {
  int ends[2];
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
  return {OwnedFile(ends[0]), OwnedFile(ends[1])};
}

Deadline soon() { return Clock::now() + milliseconds(50); }

TEST(PortalMessage, ComesAsItWasSent) {
  const Pair pair = connected();
  Message sent("picture");
  sent.set("x", -5).set("bus", "unix:path=/a=b,guid=c");
  sent.file.reset(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  ASSERT_TRUE(send_message(pair.one.get(), sent, soon()));
  const auto received = receive_message(pair.other.get(), soon());
  ASSERT_TRUE(received);
  EXPECT_EQ(received->text("do"), "picture");
  EXPECT_EQ(received->text("bus"), "unix:path=/a=b,guid=c");
  EXPECT_EQ(received->text("nothing"), "");
  EXPECT_EQ(received->number("x", -5, 5), -5);
  EXPECT_GE(received->file.get(), 0);
  EXPECT_NE(::fcntl(received->file.get(), F_GETFD) & FD_CLOEXEC, 0);
}

TEST(PortalMessage, NumbersAreHeldToTheirRange) {
  Message message;
  message.set("a", "12x").set("b", "").set("c", 7).set("d", "99999999999999999999");
  EXPECT_FALSE(message.number("a", 0, 100));
  EXPECT_FALSE(message.number("b", 0, 100));
  EXPECT_FALSE(message.number("c", 8, 100));
  EXPECT_FALSE(message.number("c", 0, 6));
  EXPECT_FALSE(message.number("d", 0, INT64_MAX));
  EXPECT_FALSE(message.number("e", 0, 100));
  EXPECT_EQ(message.number("c", 7, 7), 7);
}

TEST(PortalMessage, OnlyWholeMessagesAreRead) {
  EXPECT_FALSE(Message::decoded(""));
  EXPECT_FALSE(Message::decoded("do=x"));
  EXPECT_FALSE(Message::decoded(std::string("do\0", 3)));
  EXPECT_FALSE(Message::decoded(std::string("do\0a=b\0", 7)));
  std::string longest(5000, '=');
  longest.push_back('\0');
  EXPECT_FALSE(Message::decoded(longest));
  std::string many;
  for (int i = 0; i < 33; ++i) many += std::string("a=b\0", 4);
  EXPECT_FALSE(Message::decoded(many));
  EXPECT_TRUE(Message::decoded(many.substr(4)));
}

TEST(PortalMessage, NothingComesFromSilenceAndFromTheGone) {
  Pair pair = connected();
  const Deadline begun = Clock::now();
  EXPECT_FALSE(receive_message(pair.one.get(), soon()));
  EXPECT_GE(Clock::now() - begun, milliseconds(50));
  pair.other.reset();
  EXPECT_FALSE(receive_message(pair.one.get(), Clock::now() + std::chrono::minutes(1)));
  EXPECT_FALSE(send_message(pair.one.get(), Message("x"), soon()));
}

TEST(PortalMessage, WhatIsTooLongIsNotTaken) {
  const Pair pair = connected();
  Message longest("x");
  longest.set("text", std::string(5000, 'x'));
  EXPECT_FALSE(send_message(pair.one.get(), longest, soon()));
  const std::string bytes(6000, 'x');
  ASSERT_EQ(::send(pair.one.get(), bytes.data(), bytes.size(), 0), 6000);
  EXPECT_FALSE(receive_message(pair.other.get(), soon()));
}

TEST(PortalMessage, OneDescriptorIsKeptAndTheOthersAreClosed) {
  const Pair pair = connected();
  int files[3];
  for (int& each : files) each = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  char text[] = "do=x";  // with its zero
  iovec part{text, sizeof text};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof files)] = {};
  msghdr head{};
  head.msg_iov = &part;
  head.msg_iovlen = 1;
  head.msg_control = control;
  head.msg_controllen = sizeof control;
  cmsghdr* const rights = CMSG_FIRSTHDR(&head);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof files);
  std::copy_n(files, 3, reinterpret_cast<int*>(CMSG_DATA(rights)));
  ASSERT_GE(::sendmsg(pair.one.get(), &head, 0), 0);
  for (const int each : files) ::close(each);
  {
    const auto received = receive_message(pair.other.get(), soon());
    ASSERT_TRUE(received);
    EXPECT_GE(received->file.get(), 0);
  }
  // All of them have been closed: the lowest number is free again.
  const OwnedFile next(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(next.get(), files[0]);
}

}  // namespace
}  // namespace native::portal
