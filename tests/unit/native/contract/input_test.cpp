#include "tests/unit/native/contract/contract.hpp"

// What every backend promises of keys and pointer.
namespace contract {
namespace {

using native::Act;
using native::Button;
using native::Hotkey;
using native::Point;
using Buttons = std::vector<std::string>;

class InputContract : public Contract {
 protected:
  native::Input& input() { return desktop().input(); }
  bool lacks(const std::function<void()>& run) { return refused(Operation::kInput, run); }
  static Act act(std::uint64_t window = 0) { return {window, false, soon(), {}}; }
  static std::int64_t typed(const Error& error) {
    for (const auto& [name, fact] : error.details)
      if (name == "typed") return std::get<std::int64_t>(fact);
    return -1;
  }
  void expect_pointer(const Point& place) {
    const auto ask = [&] { return input().pointer(soon()); };
    if (refused(Operation::kPointerPlace, ask)) return;
    EXPECT_EQ(ask(), place);
  }
  // Returns the error of a call whose check ends it at once.
  template <class Run>
  static Error interrupted(Run run) {
    Act ending = act();
    ending.check = [] { throw Error("INTERRUPTED", "as told"); };
    return error_of([&] { run(ending); });
  }
};

TEST_P(InputContract, TypesAllOfUnicode) {
  const std::uint64_t id = world_->open_window({});
  const std::string text = "Hello, World! ~^`'\"\\|@#\n\tÄÖß漢字€ñ😀é Ωж";
  if (lacks([&] { input().type(text, act(id)); })) return;
  input().type(text, act(id));
  EXPECT_EQ(world_->typed(id), text);
  input().type("again", act());
  EXPECT_EQ(world_->typed(id), text + "again");
}

TEST_P(InputContract, TypesMoreCharactersThanThereAreKeys) {
  const std::uint64_t id = world_->open_window({});
  std::string text;
  for (int i = 0; i < 100; ++i) {
    text += '\xE6';
    text += static_cast<char>(0x80 + i / 64);
    text += static_cast<char>(0x80 + i % 64);
  }
  if (lacks([&] { input().type(text + text, act(id)); })) return;
  input().type(text + text, act(id));
  EXPECT_EQ(world_->typed(id), text + text);
}

TEST_P(InputContract, TypesALongText) {
  const std::uint64_t id = world_->open_window({});
  std::string text;
  for (int i = 0; i < 5000; ++i) text += static_cast<char>(' ' + i % 95);
  if (lacks([&] { input().type(text, act(id)); })) return;
  input().type(text, act(id));
  EXPECT_EQ(world_->typed(id), text);
}

TEST_P(InputContract, RefusesTextThatCannotBeTypedBeforeAnyOfItArrives) {
  const std::uint64_t id = world_->open_window({});
  if (lacks([&] { input().type("ab\x1b", act(id)); })) return;
  for (const char* text : {"ab\x1b", "ab\xed\xa0\x80"})
    EXPECT_EQ(error_of([&] { input().type(text, act(id)); }).code, "INVALID_ARGUMENT");
  EXPECT_EQ(world_->typed(id), "");
}

TEST_P(InputContract, RefusesKeysForAWindowWithoutTheFocus) {
  const std::uint64_t first = world_->open_window({"first", "p", "P", {50, 50, 200, 200}, 1});
  const std::uint64_t second = world_->open_window({"second", "q", "Q", {300, 50, 200, 200}, 2});
  if (lacks([&] { input().type("lost", act(first)); })) return;
  const Error error = error_of([&] { input().type("lost", act(first)); });
  EXPECT_EQ(error.code, "FOCUS_REFUSED");
  EXPECT_EQ(typed(error), 0);
  EXPECT_NE(error.message.find("of P"), std::string::npos) << error.message;
  EXPECT_NE(error.message.find("of Q"), std::string::npos) << error.message;
  EXPECT_EQ(error_of([&] { input().press({0, 'a'}, 1, act(first)); }).code, "FOCUS_REFUSED");
  EXPECT_EQ(world_->typed(first) + world_->typed(second), "");
  Act process = act(first);
  process.whole_process = true;
  input().type("found", process);
  EXPECT_EQ(world_->typed(second), "found");
}

TEST_P(InputContract, SaysHowMuchArrivedWhenTheFocusIsTaken) {
  const std::uint64_t first = world_->open_window({"first", "p", "P", {50, 50, 200, 200}, 1});
  std::uint64_t thief = 0;
  Act stolen = act(first);
  stolen.check = [&] {
    if (thief == 0 && !world_->typed(first).empty())
      thief = world_->open_window({"thief", "q", "Q", {300, 50, 200, 200}, 2});
  };
  const std::string text(1000, 'x');
  if (lacks([&] { input().type(text, stolen); })) return;
  const Error error = error_of([&] { input().type(text, stolen); });
  EXPECT_EQ(error.code, "FOCUS_REFUSED");
  EXPECT_GT(typed(error), 0);
  EXPECT_LT(typed(error), 1000);
  EXPECT_EQ(world_->typed(first).size(), static_cast<std::size_t>(typed(error)));
  EXPECT_EQ(world_->typed(thief), "");
}

TEST_P(InputContract, EndsWhenItIsInterrupted) {
  const std::uint64_t id = world_->open_window({});
  const std::string text(1000, 'x');
  if (lacks([&] { input().type(text, act(id)); })) return;
  Act stopping = act();
  stopping.check = [&] {
    if (!world_->typed(id).empty()) throw Error("INTERRUPTED", "as told");
  };
  const Error stopped = error_of([&] { input().type(text, stopping); });
  EXPECT_EQ(stopped.code, "INTERRUPTED");
  EXPECT_LT(world_->typed(id).size(), 1000U);
  EXPECT_EQ(world_->typed(id).size(), static_cast<std::size_t>(typed(stopped)));
  EXPECT_NE(stopped.message.find("keys were sent before"), std::string::npos) << stopped.message;
  const Error unsent = interrupted([&](const Act& ending) { input().type(text, ending); });
  EXPECT_EQ(typed(unsent), 0);
  EXPECT_EQ(interrupted([&](const Act& ending) { input().click({{150, 150}}, ending); }).code,
            "INTERRUPTED");
  EXPECT_EQ(world_->buttons(id), Buttons());
}

TEST_P(InputContract, Clicks) {
  const std::uint64_t id = world_->open_window({"w", "p", "P", {100, 120, 300, 200}, 1});
  if (lacks([&] { input().click({{110, 140}}, act(id)); })) return;
  input().click({{110, 140}}, act(id));
  EXPECT_EQ(world_->buttons(id), (Buttons{"press 1 10,20", "release 1 10,20"}));
  expect_pointer({110, 140});
  input().click({{5, 6, true}, Button::kRight, 2}, act(id));
  EXPECT_EQ(world_->buttons(id), (Buttons{"press 1 10,20", "release 1 10,20", "press 3 5,6",
                                          "release 3 5,6", "press 3 5,6", "release 3 5,6"}));
}

TEST_P(InputContract, MovesDragsAndScrolls) {
  const std::uint64_t id = world_->open_window({"w", "p", "P", {100, 120, 300, 200}, 1});
  if (lacks([&] { input().move({700, 600}, act()); })) {
    lacks([&] { input().pointer(soon()); });
    lacks([&] { input().drag({{110, 140}, {210, 240}}, act(id)); });
    lacks([&] { input().scroll({{1, 2, true}, -1, 2}, act(id)); });
    return;
  }
  input().move({700, 600}, act());
  expect_pointer({700, 600});
  input().drag({{110, 140}, {210, 240}}, act(id));
  EXPECT_EQ(world_->buttons(id), (Buttons{"press 1 10,20", "release 1 110,120"}));
  input().scroll({{1, 2, true}, -1, 2}, act(id));
  EXPECT_EQ(world_->buttons(id),
            (Buttons{"press 1 10,20", "release 1 110,120", "press 5 1,2", "release 5 1,2",
                     "press 5 1,2", "release 5 1,2", "press 6 1,2", "release 6 1,2"}));
}

TEST_P(InputContract, KeepsAButtonDownBetweenActs) {
  const std::uint64_t id = world_->open_window({"w", "p", "P", {100, 120, 300, 200}, 1});
  if (lacks([&] { input().press_button(Button::kLeft, {110, 140}, act(id)); })) {
    lacks([&] { input().release_button(Button::kLeft, {110, 140}, act(id)); });
    return;
  }
  input().press_button(Button::kLeft, {110, 140}, act(id));
  input().move({150, 150}, act());
  EXPECT_EQ(world_->buttons(id), (Buttons{"press 1 10,20"}));
  input().release_button(Button::kLeft, {160, 170}, act());
  const Buttons whole = {"press 1 10,20", "release 1 60,50"};
  EXPECT_EQ(world_->buttons(id), whole);
  EXPECT_EQ(error_of([&] { input().release_button(Button::kLeft, {160, 170}, act()); }).code,
            "INTERRUPTED");
  EXPECT_EQ(world_->buttons(id), whole);
}

TEST_P(InputContract, LetsGoOfEverything) {
  const std::uint64_t id = world_->open_window({"w", "p", "P", {100, 120, 300, 200}, 1});
  if (world_->refuses(Operation::kInput)) {
    EXPECT_NO_THROW(input().release_all(soon())) << "nothing is down";
    return;
  }
  input().press_button(Button::kLeft, {110, 140}, act(id));
  input().release_all(soon());
  EXPECT_EQ(world_->buttons(id), (Buttons{"press 1 10,20", "release 1 10,20"}));
}

TEST_P(InputContract, HoldsAKey) {
  const std::uint64_t id = world_->open_window({});
  if (lacks([&] { input().hold({0, 'b'}, std::chrono::milliseconds(50), act(id)); })) {
    lacks([&] { input().press({0, 'b'}, 1, act(id)); });
    return;
  }
  input().type("a", act(id));
  input().hold({0, 'b'}, std::chrono::milliseconds(50), act(id));
  input().type("c", act(id));
  EXPECT_EQ(error_of([&] { input().hold({0, 'b'}, std::chrono::seconds(61), act(id)); }).code,
            "INVALID_ARGUMENT");
  EXPECT_EQ(error_of([&] { input().hold({0, 'b'}, {}, act(id)); }).code, "INVALID_ARGUMENT");
}

TEST_P(InputContract, RefusesAClickOnACoveredPlace) {
  const std::uint64_t below = world_->open_window({"below", "p", "P", {100, 100, 400, 300}, 1});
  const std::uint64_t above = world_->open_window({"above", "q", "Q", {200, 150, 400, 300}, 2});
  if (lacks([&] { input().click({{210, 160}}, act(below)); })) return;
  const Error error = error_of([&] { input().click({{210, 160}}, act(below)); });
  EXPECT_EQ(error.code, "FOCUS_REFUSED");
  EXPECT_NE(error.message.find("of Q"), std::string::npos) << error.message;
  EXPECT_EQ(world_->buttons(below), Buttons());
  EXPECT_EQ(world_->buttons(above), Buttons());
  input().click({{120, 120}}, act(below));
  EXPECT_EQ(world_->buttons(below).size(), 2U);
}

TEST_P(InputContract, RefusesWhatThereIsNot) {
  const std::uint64_t id = world_->open_window({});
  const auto code = [&](auto run) { return error_of([&] { run(); }).code; };
  if (lacks([&] { input().move({-1, 5}, act()); })) return;
  for (const Point& place : {Point{-1, 5}, Point{5, 800}, Point{40000, 5}, Point{5, -40000}}) {
    EXPECT_EQ(code([&] { input().move(place, act()); }), "INVALID_ARGUMENT");
    EXPECT_EQ(code([&] { input().click({place}, act()); }), "INVALID_ARGUMENT");
    EXPECT_EQ(code([&] { input().drag({{150, 150}, place}, act()); }), "INVALID_ARGUMENT");
  }
  EXPECT_EQ(world_->buttons(id), Buttons()) << "nothing was begun";
  EXPECT_EQ(code([&] { input().click({{150, 150}, Button::kLeft, 4}, act()); }),
            "INVALID_ARGUMENT");
  EXPECT_EQ(code([&] { input().scroll({{150, 150}, 0, 101}, act()); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code([&] { input().press({0, 'a'}, 101, act()); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code([&] { input().press({16, 'a'}, 1, act()); }), "INVALID_ARGUMENT");
  for (const std::uint64_t gone : {std::uint64_t{987654321}, std::uint64_t{1} << 40}) {
    EXPECT_EQ(code([&] { input().type("a", act(gone)); }), "WINDOW_NOT_FOUND");
    EXPECT_EQ(code([&] { input().click({{5, 5}}, act(gone)); }), "WINDOW_NOT_FOUND");
    EXPECT_EQ(code([&] { input().click({{5, 5, true}}, act(gone)); }), "WINDOW_NOT_FOUND");
  }
}

TEST_P(InputContract, KeepsItsDeadlineWhenTheServerIsStopped) {
  world_->open_window({});
  if (lacks([&] { input().move({5, 5}, act()); })) return;
  input().move({5, 5}, act());
  world_->stop_server();
  Act late = act();
  late.deadline = in(milliseconds(150));
  EXPECT_EQ(error_of([&] { input().type("abc", late); }).code, "TIMEOUT");
  world_->continue_server();
  EXPECT_NO_THROW(input().move({5, 5}, act()));
}

INSTANTIATE_TEST_SUITE_P(Backends, InputContract, every_backend(), name_of);

}  // namespace
}  // namespace contract
