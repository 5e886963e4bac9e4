#include "native/dbus/dbus_notifications.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "tests/unit/native/dbus/mock_notifications.hpp"
#include "tests/unit/native/dbus/support.hpp"

namespace native {
namespace {

using test::failure_of;
using test::in;
using test::MockNotifications;
using test::PrivateBus;

std::unique_ptr<Notifications> notifications_on(const std::string& address) {
  return open_dbus_notifications([address] { return address; });
}

bool has(const std::string& line, const std::string& part) {
  return line.find(part) != std::string::npos;
}

TEST(DbusNotifications, AskWithTwoButtonsUntilTheyAreAnswered) {
  const MockNotifications service({"actions", "body", "body-markup"});
  const auto notifications = notifications_on(service.address());
  Confirmation answer{};
  std::thread asking(
      [&] { answer = notifications->ask({"Delete?", "<b>3</b> & more"}, in(20'000), {}); });
  const std::string line = service.line();
  EXPECT_TRUE(has(line, R"("actions": ["allow", "Allow", "refuse", "Refuse"])")) << line;
  EXPECT_TRUE(has(line, R"("urgency": 2, "transient": false, "expires": 0)")) << line;
  EXPECT_TRUE(has(line, R"("text": "&lt;b&gt;3&lt;/b&gt; &amp; more")")) << line;
  service.say("press 1 allow");
  asking.join();
  EXPECT_EQ(answer, Confirmation::kAllowed);
  // Some services leave it shown.
  EXPECT_EQ(service.line(), R"({"closed": 1})");
}

TEST(DbusNotifications, LeaveTextAsItIsWhereThereIsNoMarkup) {
  const MockNotifications service({"body"});
  const auto notifications = notifications_on(service.address());
  notifications->show({"Title", "a < b & c"});
  const std::string line = service.line();
  EXPECT_TRUE(has(line, R"("text": "a < b & c")")) << line;
  EXPECT_TRUE(has(line, R"("actions": [], "urgency": 1, "transient": true, "expires": -1)"))
      << line;
}

TEST(DbusNotifications, PutTheTextIntoTheTitleOfAServiceThatShowsNoOther) {
  const MockNotifications service({});
  const auto notifications = notifications_on(service.address());
  notifications->show({"Title", "text"});
  EXPECT_TRUE(has(service.line(), R"("title": "Title: text")"));
}

TEST(DbusNotifications, ObeyNoOtherProgramsAnswers) {
  const MockNotifications service({"actions", "body"});
  const auto notifications = notifications_on(service.address());
  Confirmation answer{};
  std::thread asking([&] { answer = notifications->ask({"a", "b"}, in(20'000), {}); });
  service.line();
  service.say("forge 1");
  EXPECT_EQ(service.line(), R"({"forged": 1})");
  service.say("press 7 allow");
  service.say("press 1 refuse");
  asking.join();
  EXPECT_EQ(answer, Confirmation::kRefused);
}

TEST(DbusNotifications, CannotAskOnceTheServiceIsGone) {
  const MockNotifications service({"actions", "body"});
  const auto notifications = notifications_on(service.address());
  Confirmation answer{};
  std::thread asking([&] { answer = notifications->ask({"a", "b"}, in(20'000), {}); });
  service.line();
  service.say("leave");
  asking.join();
  EXPECT_EQ(answer, Confirmation::kCannotAsk);
}

TEST(DbusNotifications, SendWithTheSubtitleAsFirstLine) {
  const MockNotifications service({"body", "body-markup", "sound"});
  const auto notifications = notifications_on(service.address());
  const SentNotification sent =
      notifications->send({"Title", "<b>3</b> & more", "Sub", true}, in(20'000));
  const std::string line = service.line();
  EXPECT_TRUE(has(line, R"("text": "Sub\n&lt;b&gt;3&lt;/b&gt; &amp; more", "actions": [])"))
      << line;
  EXPECT_TRUE(has(line, R"("urgency": 1, "transient": false)")) << line;
  EXPECT_TRUE(has(line, R"("sound": "message-new-instant")")) << line;
  EXPECT_EQ(sent.id, 1U);
  EXPECT_EQ(sent.service, "Mock 1.0");
  EXPECT_TRUE(sent.has_sound && sent.has_text);
  notifications->withdraw(1, false, in(20'000));
  EXPECT_EQ(service.line(), R"({"closed": 1})");
}

TEST(DbusNotifications, PutWhatIsSentIntoTheTitleWhereThereIsNoText) {
  const MockNotifications service({});
  const SentNotification sent =
      notifications_on(service.address())->send({"T", "text", "S"}, in(20'000));
  EXPECT_TRUE(has(service.line(), R"("title": "T: S\ntext")"));
  EXPECT_FALSE(sent.has_text || sent.has_sound);
}

TEST(DbusNotifications, TakeAwayOnlyWhatWasSentHere) {
  const MockNotifications service({"body"});
  const auto notifications = notifications_on(service.address());
  EXPECT_EQ(failure_of([&] { notifications->withdraw(7, false, in(20'000)); }),
            "INVALID_ARGUMENT ");
  notifications->withdraw(7, true, in(20'000));
  EXPECT_EQ(service.line(), R"({"closed": 7})");
  notifications->send({"a", "b"}, in(20'000));
  service.line();
  service.say("leave");
  EXPECT_EQ(service.line(), R"({"left": true})");
  // Another service gives the same numbers to other messages.
  EXPECT_NE(failure_of([&] { notifications->withdraw(1, false, in(20'000)); }), "none");
}

TEST(DbusNotifications, SayWhyNothingCanBeSent) {
  EXPECT_EQ(failure_of([] { notifications_on("")->send({"a", "b"}, in(5000)); }),
            "PROVIDER_UNAVAILABLE not running");
  const MockNotifications service({"body"});
  service.stop();
  const Deadline began = std::chrono::steady_clock::now();
  EXPECT_EQ(failure_of([&] { notifications_on(service.address())->send({"a", "b"}, in(20'000)); }),
            "PROVIDER_UNAVAILABLE does not answer");
  EXPECT_LT(std::chrono::steady_clock::now() - began,
            Notifications::kPatience + std::chrono::seconds(5));
  service.go_on();
}

TEST(DbusNotifications, KnowTheService) {
  {
    const MockNotifications service({"actions", "body"});
    const NotificationService known = notifications_on(service.address())->service(in(5000));
    EXPECT_TRUE(known.available && known.has_buttons);
    EXPECT_EQ(known.detail, "Mock 1.0");
  }
  const PrivateBus bus;
  EXPECT_FALSE(notifications_on("")->service(in(5000)).available);
  EXPECT_EQ(notifications_on("")->service(in(5000)).detail, "no session bus");
  EXPECT_EQ(notifications_on("unix:path=/nonexistent/bus")->service(in(5000)).detail,
            "session bus does not answer");
  bus.stop();
  const Deadline began = std::chrono::steady_clock::now();
  EXPECT_FALSE(notifications_on(bus.address)->service(in(100)).available);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(10));
  bus.go_on();
}

TEST(DbusNotifications, AServiceThatHangsHoldsUpNobody) {
  const MockNotifications service({"actions", "body"});
  service.stop();
  const Deadline began = std::chrono::steady_clock::now();
  {
    const auto notifications = notifications_on(service.address());
    for (int i = 0; i < 10; ++i) notifications->show({"a", "b"});
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(2));
    EXPECT_EQ(notifications->ask({"a", "b"}, in(100), {}), Confirmation::kCannotAsk);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
  service.go_on();
}

}  // namespace
}  // namespace native
