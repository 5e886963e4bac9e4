#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include "native/dbus/dbus_notifications.hpp"
#include "native/fake/fake_notifications.hpp"
#include "tests/unit/native/dbus/mock_notifications.hpp"
#include "tests/unit/native/support/deadlines.hpp"

// The contract of Notifications, for every backend.
namespace native {
namespace {

using test::in;

// Notifications, and the person who looks at them.
class NotificationWorld {
 public:
  virtual ~NotificationWorld() = default;
  virtual Notifications& notifications() = 0;
  // Waits until a message is shown.
  virtual void wait() = 0;
  virtual void answer(Confirmation answer) = 0;
  // Waits until the last question is taken away.
  virtual void wait_until_gone() = 0;
};

class FakeNotificationWorld : public NotificationWorld {
 public:
  explicit FakeNotificationWorld(bool buttons)
      : fake_(buttons ? FakeNotifications::Buttons::kThere : FakeNotifications::Buttons::kMissing) {
  }
  Notifications& notifications() override { return fake_; }
  void wait() override {
    while (fake_.shown().empty()) std::this_thread::yield();
  }
  void answer(Confirmation answer) override { fake_.answer(answer); }
  void wait_until_gone() override { EXPECT_FALSE(fake_.is_open()); }

 private:
  FakeNotifications fake_;
};

class DbusWorld : public NotificationWorld {
 public:
  explicit DbusWorld(bool buttons)
      : service_(buttons ? std::vector<std::string>{"actions", "body"}
                         : std::vector<std::string>{"body"}),
        notifications_(open_dbus_notifications([this] { return service_.address(); })) {}
  Notifications& notifications() override { return *notifications_; }
  void wait() override { EXPECT_NE(service_.line().find("\"id\": 1"), std::string::npos); }
  void answer(Confirmation answer) override {
    service_.say(answer == Confirmation::kAllowed ? "press 1 allow" : "close 1");
  }
  void wait_until_gone() override { EXPECT_EQ(service_.line(), "{\"closed\": 1}"); }

 private:
  test::MockNotifications service_;
  std::unique_ptr<Notifications> notifications_;
};

using Make = std::unique_ptr<NotificationWorld> (*)(bool buttons);

template <class World>
std::unique_ptr<NotificationWorld> make(bool buttons) {
  return std::make_unique<World>(buttons);
}

class NotificationsContract : public testing::TestWithParam<Make> {};

TEST_P(NotificationsContract, AnswersAreThoseOfThePerson) {
  for (const Confirmation expected : {Confirmation::kAllowed, Confirmation::kRefused}) {
    const auto world = GetParam()(true);
    Confirmation answer = Confirmation::kCannotAsk;
    std::thread asking(
        [&] { answer = world->notifications().ask({"Title", "text"}, in(20'000), {}); });
    world->wait();
    world->answer(expected);
    asking.join();
    EXPECT_EQ(answer, expected);
  }
}

TEST_P(NotificationsContract, AQuestionEndsAtItsDeadline) {
  const auto world = GetParam()(true);
  const Confirmation answer = world->notifications().ask({"Title", "text"}, in(300), {});
  EXPECT_EQ(answer, Confirmation::kUnanswered);
  world->wait();
  world->wait_until_gone();
}

TEST_P(NotificationsContract, ACheckEndsAQuestion) {
  const auto world = GetParam()(true);
  std::atomic<bool> stopped{false};
  const auto check = [&] {
    if (stopped) throw std::runtime_error("stopped");
  };
  bool thrown = false;
  std::thread asking([&] {
    try {
      world->notifications().ask({"Title", "text"}, in(20'000), check);
    } catch (const std::runtime_error&) {
      thrown = true;
    }
  });
  world->wait();
  stopped = true;
  asking.join();
  EXPECT_TRUE(thrown);
  world->wait_until_gone();
}

TEST_P(NotificationsContract, WithoutButtonsNobodyIsAsked) {
  const auto world = GetParam()(false);
  EXPECT_EQ(world->notifications().ask({"Title", "text"}, in(20'000), {}),
            Confirmation::kCannotAsk);
  const NotificationService service = world->notifications().service(in(20'000));
  EXPECT_TRUE(service.available);
  EXPECT_FALSE(service.has_buttons);
  EXPECT_FALSE(service.detail.empty());
}

TEST_P(NotificationsContract, MessagesAreShown) {
  const auto world = GetParam()(true);
  world->notifications().show({"Title", "text"});
  world->wait();
  EXPECT_TRUE(world->notifications().service(in(20'000)).has_buttons);
}

INSTANTIATE_TEST_SUITE_P(Backends, NotificationsContract,
                         testing::Values(&make<FakeNotificationWorld>, &make<DbusWorld>));

}  // namespace
}  // namespace native
