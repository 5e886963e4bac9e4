#include "native/wayland/clipboard/pipes.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <vector>

namespace native::wayland {
namespace {

constexpr std::size_t kLarge = 3'000'000;

TEST(Pipes, OnlyOurEndDoesNotBlock) {
  const Pipe pipe = make_pipe();
  EXPECT_NE(::fcntl(pipe.in.get(), F_GETFL) & O_NONBLOCK, 0);
  EXPECT_EQ(::fcntl(pipe.out.get(), F_GETFL) & O_NONBLOCK, 0);
  EXPECT_NE(::fcntl(pipe.out.get(), F_GETFD) & FD_CLOEXEC, 0);
}

TEST(Pipes, DrainReadsWhatIsThereAndKnowsTheEnd) {
  Pipe pipe = make_pipe();
  std::string bytes;
  EXPECT_EQ(drain(pipe.in.get(), bytes, 100), Drained::kMoreMayCome);
  ASSERT_EQ(::write(pipe.out.get(), "one", 3), 3);
  EXPECT_EQ(drain(pipe.in.get(), bytes, 100), Drained::kMoreMayCome);
  ASSERT_EQ(::write(pipe.out.get(), "two", 3), 3);
  pipe.out = Descriptor();
  EXPECT_EQ(drain(pipe.in.get(), bytes, 100), Drained::kEnded);
  EXPECT_EQ(bytes, "onetwo");
}

TEST(Pipes, DrainEndsAtItsBound) {
  const Pipe pipe = make_pipe();
  std::string bytes;
  ASSERT_EQ(::write(pipe.out.get(), "12345", 5), 5);
  EXPECT_EQ(drain(pipe.in.get(), bytes, 5), Drained::kMoreMayCome);
  ASSERT_EQ(::write(pipe.out.get(), "6", 1), 1);
  EXPECT_EQ(drain(pipe.in.get(), bytes, 5), Drained::kTooMuch);
}

TEST(Pipes, AReaderThatStopsHoldsUpNoOther) {
  const std::string large(kLarge, 'x');
  OutgoingPipes outgoing;
  Pipe stopped = make_pipe();
  Pipe reads = make_pipe();
  outgoing.begin(std::move(stopped.out), large);
  outgoing.begin(std::move(reads.out), large);
  std::string bytes;
  Drained drained = Drained::kMoreMayCome;
  while (drained == Drained::kMoreMayCome) {
    outgoing.go_on();
    drained = drain(reads.in.get(), bytes, kLarge);
  }
  EXPECT_EQ(drained, Drained::kEnded);
  EXPECT_EQ(bytes.size(), kLarge);
  std::vector<pollfd> states;
  EXPECT_TRUE(outgoing.watch(states).has_value());
  EXPECT_EQ(states.size(), 1U) << "the one that has stopped";
  EXPECT_FALSE(outgoing.none());
}

TEST(Pipes, AReaderThatHasGoneEndsItsTransfer) {
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  const std::string large(kLarge, 'x');
  OutgoingPipes outgoing;
  Pipe pipe = make_pipe();
  outgoing.begin(std::move(pipe.out), large);
  outgoing.go_on();
  EXPECT_FALSE(outgoing.none());
  pipe.in = Descriptor();
  outgoing.go_on();
  EXPECT_TRUE(outgoing.none());
  std::signal(SIGPIPE, before);
}

TEST(Pipes, NothingIsWrittenAtOnce) {
  OutgoingPipes outgoing;
  Pipe pipe = make_pipe();
  outgoing.begin(std::move(pipe.out), "");
  outgoing.go_on();
  EXPECT_TRUE(outgoing.none());
  std::string bytes;
  EXPECT_EQ(drain(pipe.in.get(), bytes, 1), Drained::kEnded);
}

TEST(Pipes, TooManyAreEnded) {
  const std::string large(kLarge, 'x');
  OutgoingPipes outgoing;
  std::vector<Pipe> pipes;
  for (int i = 0; i < 65; ++i) {
    pipes.push_back(make_pipe());
    outgoing.begin(std::move(pipes.back().out), large);
  }
  std::string bytes;
  EXPECT_EQ(drain(pipes.back().in.get(), bytes, 1), Drained::kEnded);
  std::vector<pollfd> states;
  outgoing.watch(states);
  EXPECT_EQ(states.size(), 64U);
}

}  // namespace
}  // namespace native::wayland
