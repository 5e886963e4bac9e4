#include "native/dbus/pipeline.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "native/desktop/error.hpp"
#include "tests/unit/native/dbus/private_bus.hpp"
#include "tests/unit/native/support/deadlines.hpp"

namespace native::dbus {
namespace {

using test::in;

constexpr const char* kBus = "org.freedesktop.DBus";

Method bus_method(const char* name, std::vector<Argument> arguments = {}) {
  return {kBus, "/org/freedesktop/DBus", kBus, name, std::move(arguments)};
}

class PipelineTest : public testing::Test {
 protected:
  test::PrivateBus daemon_;
  Bus bus_{daemon_.address};
};

TEST_F(PipelineTest, AnswersMoreCallsThanAreInFlight) {
  Pipeline pipeline(bus_, in(20'000));
  int answered = 0;
  for (int i = 0; i < 1000; ++i) {
    pipeline.add(bus_method("GetNameOwner", {kBus}), [&](Reply& reply) {
      std::string owner;
      if (reply.read(&owner) && owner == kBus) ++answered;
    });
  }
  EXPECT_TRUE(pipeline.run());
  EXPECT_EQ(answered, 1000);
}

TEST_F(PipelineTest, TakesCallsThatAnswersAdd) {
  Pipeline pipeline(bus_, in(20'000));
  std::string names;
  pipeline.add(bus_method("GetId"), [&](Reply&) {
    names += "a";
    pipeline.add(bus_method("GetId"), [&](Reply&) { names += "b"; });
  });
  EXPECT_TRUE(pipeline.run());
  EXPECT_EQ(names, "ab");
  EXPECT_TRUE(pipeline.run()) << "with nothing to do";
}

TEST_F(PipelineTest, SendsTypedArguments) {
  Pipeline pipeline(bus_, in(20'000));
  std::uint32_t result = 0;
  pipeline.add(bus_method("RequestName", {"org.example.Peekaboo", std::uint32_t{4}}),
               [&](Reply& reply) { EXPECT_TRUE(reply.read(&result)); });
  EXPECT_TRUE(pipeline.run());
  EXPECT_EQ(result, 1U) << "DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER";
}

TEST_F(PipelineTest, SendsNothingWhenTheCheckThrows) {
  Pipeline stopped(bus_, in(20'000), [] { throw Error("INTERRUPTED", "stopped"); });
  stopped.add(bus_method("RequestName", {"org.example.Peekaboo", std::uint32_t{4}}),
              [](Reply&) { FAIL() << "answered"; });
  EXPECT_THROW(stopped.run(), Error);
  bool is_owned = true;
  Pipeline next(bus_, in(20'000));
  next.add(bus_method("NameHasOwner", {"org.example.Peekaboo"}),
           [&](Reply& reply) { EXPECT_TRUE(reply.read(&is_owned)); });
  EXPECT_TRUE(next.run());
  EXPECT_FALSE(is_owned);
}

TEST_F(PipelineTest, GivesNoneForFailures) {
  Pipeline pipeline(bus_, in(20'000));
  int failures = 0;
  const auto count = [&](Reply& reply) { failures += reply ? 0 : 1; };
  pipeline.add(bus_method("NoSuchMethod"), count);
  pipeline.add({"org.example.Nobody", "/", "org.example.Nobody", "Ask"}, count);
  pipeline.add({":not a name", "/", "org.example.Nobody", "Ask"}, count);
  pipeline.add({kBus, "no path", kBus, "Ask"}, count);
  EXPECT_TRUE(pipeline.run());
  EXPECT_EQ(failures, 4);
}

TEST_F(PipelineTest, CutsLongTexts) {
  Pipeline pipeline(bus_, in(20'000));
  std::string start;
  bool at_end = false;
  pipeline.add(bus_method("GetNameOwner", {kBus}), [&](Reply& reply) {
    EXPECT_EQ(reply.next_type().first, 's');
    EXPECT_TRUE(reply.read(&start, 's', 5));
    at_end = reply.next_type().first == 0;
  });
  EXPECT_TRUE(pipeline.run());
  EXPECT_EQ(start, "org.f");
  EXPECT_TRUE(at_end);
}

TEST_F(PipelineTest, GivesUpOnAStoppedBusAndGoesOnAfterwards) {
  ASSERT_EQ(bus_.connect(in(20'000)), Bus::State::kThere);
  daemon_.stop();
  int late = 0;
  Pipeline hung(bus_, in(100));
  hung.add(bus_method("GetId"), [&](Reply&) { ++late; });
  EXPECT_FALSE(hung.run());
  EXPECT_EQ(bus_.state(), Bus::State::kSilent);
  daemon_.go_on();
  int answered = 0;
  Pipeline next(bus_, in(20'000));
  next.add(bus_method("GetNameOwner", {kBus}), [&](Reply& reply) {
    std::string owner;
    if (reply.read(&owner) && owner == kBus) ++answered;
  });
  EXPECT_TRUE(next.run());
  EXPECT_EQ(answered, 1);
  EXPECT_EQ(late, 0);
}

TEST_F(PipelineTest, NoticesThatTheBusIsGone) {
  ASSERT_EQ(bus_.connect(in(20'000)), Bus::State::kThere);
  daemon_.end();
  Pipeline pipeline(bus_, in(20'000));
  pipeline.add(bus_method("GetId"), [](Reply&) { FAIL() << "answered"; });
  EXPECT_FALSE(pipeline.run());
  EXPECT_EQ(bus_.state(), Bus::State::kAbsent);
}

}  // namespace
}  // namespace native::dbus
