#include "native/portal/input_portal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <future>

#include "native/desktop/error.hpp"
#include "tests/unit/native/portal/other_helper.hpp"

namespace native::portal {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const std::vector<InputEvent> kClick = {{InputEvent::Kind::kMove, 3, 4},
                                        {InputEvent::Kind::kButton, 0x110, 1},
                                        {InputEvent::Kind::kButton, 0x110, 0}};

InputPortal input_of(const OtherHelper& helper) {
  return InputPortal(helper.place(), [] { return std::string("unix:path=/bus"); });
}

Deadline in_time() { return Clock::now() + seconds(5); }

std::string refusal_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    std::string sent = "-";
    for (const auto& [name, fact] : error.details)
      if (name == "sent") sent = std::to_string(std::get<std::int64_t>(fact));
    EXPECT_FALSE(error.hint.empty());
    return error.code + ": " + error.fact("reason") + ", sent " + sent;
  }
  return "nothing was thrown";
}

// Lets a connection begin, and answers each of its batches in this way.
OtherHelper::Answer acting(OtherHelper::Answer batch) {
  return [=](const Message& request, Message& answer) {
    if (request.text("do") == "act") return batch(request, answer);
    EXPECT_EQ(request.text("do"), "hands");
    EXPECT_EQ(request.text("of"), "input");
    EXPECT_EQ(request.text("bus"), "unix:path=/bus");
    answer.set("state", "ready");
    return true;
  };
}

OtherHelper::Answer answering(std::int64_t sent, const std::string& refused = "") {
  return acting([=](const Message&, Message& answer) {
    answer.set("sent", sent);
    if (!refused.empty()) answer.set("refused", refused);
    return true;
  });
}

TEST(InputPortal, SendsEventsOverOneConnection) {
  std::vector<std::string> batches, only;
  const OtherHelper helper(acting([&](const Message& request, Message& answer) {
    batches.push_back(request.text("events"));
    only.push_back(request.text("only"));
    const std::string& last = batches.back();
    answer.set("sent", static_cast<std::int64_t>(std::count(last.begin(), last.end(), ';')));
    return true;
  }));
  const std::unique_ptr<InputLink> link = input_of(helper).open(in_time());
  link->send(kClick, true, in_time());
  link->send(std::vector<InputEvent>(200, {InputEvent::Kind::kTouch, 0, 0}), false, in_time());
  EXPECT_TRUE(link->is_alive());
  ASSERT_EQ(batches.size(), 3U);
  EXPECT_EQ(only, (std::vector<std::string>{"yes", "no", "no"}));
  EXPECT_EQ(batches[0], "m3,4;b272,1;b272,0;");
  EXPECT_EQ(batches[1].size(), 128U * 5);
  EXPECT_EQ(batches[2].size(), 72U * 5);
}

TEST(InputPortal, TellsHowManyWereSentBeforeARefusal) {
  const OtherHelper stopped(answering(2, "session closed"));
  const auto link = input_of(stopped).open(in_time());
  EXPECT_EQ(refusal_of([&] { link->send(kClick, true, in_time()); }),
            "INTERRUPTED: session closed, sent 2");
  EXPECT_TRUE(link->is_alive()) << "the next act may begin a session anew";
  const OtherHelper elsewhere(answering(0, "not shared"));
  EXPECT_EQ(refusal_of([&] { input_of(elsewhere).open(in_time())->send(kClick, true, in_time()); }),
            "PERMISSION_ERROR_ACCESSIBILITY: not shared, sent 0");
}

TEST(InputPortal, TrustsNoAnswer) {
  for (const std::int64_t sent : {2, 4, -1}) {
    const OtherHelper helper(answering(sent));
    const auto link = input_of(helper).open(in_time());
    EXPECT_EQ(refusal_of([&] { link->send(kClick, true, in_time()); }),
              "INTERRUPTED: bad answer, sent 0");
    EXPECT_FALSE(link->is_alive());
  }
  const OtherHelper unknown(answering(1, "call this number"));
  EXPECT_EQ(refusal_of([&] { input_of(unknown).open(in_time())->send(kClick, true, in_time()); }),
            "INTERRUPTED: bad answer, sent 1");
}

TEST(InputPortal, AHelperThatEndsIsNotSentTheSameAgain) {
  int batches = 0;
  const OtherHelper helper(acting([&](const Message&, Message&) {
    ++batches;
    return false;
  }));
  const auto link = input_of(helper).open(in_time());
  EXPECT_EQ(refusal_of([&] { link->send(kClick, true, in_time()); }),
            "INTERRUPTED: helper ended, sent -");
  EXPECT_FALSE(link->is_alive());
  EXPECT_EQ(refusal_of([&] { link->send(kClick, true, in_time()); }),
            "INTERRUPTED: helper ended, sent -");
  EXPECT_EQ(batches, 1);
}

TEST(InputPortal, SilenceEndsAtTheDeadline) {
  std::promise<void> done;
  const auto waiting = done.get_future().share();
  const OtherHelper helper(acting([=](const Message&, Message&) {
    waiting.wait_for(seconds(10));
    return false;
  }));
  const auto link = input_of(helper).open(in_time());
  const Deadline begun = Clock::now();
  EXPECT_EQ(refusal_of([&] { link->send(kClick, true, begun + milliseconds(200)); }),
            "TIMEOUT: no answer, sent -");
  EXPECT_LT(Clock::now() - begun, seconds(3));
  EXPECT_FALSE(link->is_alive()) << "its answer would be taken for the next one's";
  done.set_value();
}

TEST(InputPortal, WithoutConsentNothingBegins) {
  const OtherHelper helper([](const Message&, Message& answer) {
    answer.set("refused", "needs consent");
    return true;
  });
  EXPECT_EQ(refusal_of([&] { input_of(helper).open(in_time()); }),
            "PERMISSION_ERROR_ACCESSIBILITY: needs consent, sent -");
}

TEST(InputPortal, TellsItsState) {
  const auto state = [](const char* field, const char* word) {
    const OtherHelper helper([=](const Message& request, Message& answer) {
      EXPECT_EQ(request.text("do"), "state");
      answer.set(field, word);
      return true;
    });
    const std::vector<Permission> rows = input_of(helper).list(in_time());
    EXPECT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows.front().name, "input");
    EXPECT_EQ(rows.front().remedy.empty(), rows.front().state == "given");
    return rows.front().state;
  };
  EXPECT_EQ(state("state", "given"), "given");
  EXPECT_EQ(state("state", "needs consent"), "needs consent");
  EXPECT_EQ(state("state", "consent revoked"), "consent revoked");
  EXPECT_EQ(state("refused", "no remote desktop"), "unavailable");
  EXPECT_EQ(state("refused", "no portal"), "unavailable");
}

TEST(InputPortal, GrantsAndRevokes) {
  std::vector<std::string> asked;
  const OtherHelper helper([&](const Message& request, Message& answer) {
    EXPECT_EQ(request.text("of"), "input");
    asked.push_back(request.text("do"));
    answer.set("state", asked.back() == "ask" ? "given" : "forgotten");
    return true;
  });
  InputPortal portal = input_of(helper);
  portal.grant("input", in_time());
  EXPECT_TRUE(portal.revoke("input", in_time()));
  EXPECT_EQ(asked, (std::vector<std::string>{"ask", "forget"}));
}

}  // namespace
}  // namespace native::portal
