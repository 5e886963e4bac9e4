#include <gtest/gtest.h>

#include "tests/unit/native/lua/desktop_host.hpp"

namespace native {
namespace {

class ElementsModule : public testing::Test {
 protected:
  ElementsModule() {
    Window window;
    window.id = 7;
    window.pid = 4711;
    window.title = "Order Form";
    window.bounds = window.frame = {100, 100, 400, 300};
    window.on_screen = true;
    host_.desktop.add_window(window, [](int, int) { return 0U; });
    host_.elements.set_window(4711, 7,
                              {"frame",
                               "Order Form",
                               "",
                               window.bounds,
                               {{"button", "Save", "", {110, 110, 80, 30}, {{"label", "Save"}}},
                                {"button", "Save as", "", {110, 150, 80, 30}},
                                {"text", "", "one\ntwo", {110, 190, 80, 30}}}});
  }
  std::string text(const std::string& script) {
    const std::vector<runtime::Value> out = host_.run(
        "local elements = require 'elements' local function run() " + script +
        " end local all = table.pack(pcall(run)) if not all[1] then return tostring(all[2]) end "
        "return all[2]");
    return out.empty() || !out[0].string() ? "" : *out[0].string();
  }

  DesktopHost host_;
};

TEST_F(ElementsModule, GivesATree) {
  EXPECT_EQ(
      text("local t = elements.tree(4711) local words = {} for i, e in ipairs(t.elements) do "
           "words[i] = e.depth .. e.role .. ':' .. e.name end return table.concat(words, ' ')"),
      "1frame:Order Form 2button:Save 3label:Save 2button:Save as 2text:");
  EXPECT_EQ(text("local e = elements.tree(0, {windows = {7}}).elements[5] return e.value"),
            "one\ntwo");
  EXPECT_EQ(
      text("local e = elements.tree(4711).elements[2] return e.bounds.x .. ' ' .. e.window .. "
           "' ' .. e.path"),
      "110 7 frame \"Order Form\"/button \"Save\"");
}

TEST_F(ElementsModule, KeepsLimits) {
  EXPECT_EQ(text("local t = elements.tree(4711, {max_elements = 2}) return #t.elements .. ' ' .. "
                 "#t.left_out"),
            "2 1");
  EXPECT_EQ(text("local t = elements.tree(4711, {depth = 1}) return #t.elements .. ' ' .. "
                 "t.elements[1].left_out"),
            "1 3");
}

TEST_F(ElementsModule, FindsWhatFits) {
  const auto found = [&](const std::string& wish) {
    return text("local list, count = elements.find(4711, " + wish +
                ") local words = {count .. ''} for _, e in ipairs(list) do words[#words + 1] = "
                "e.role .. ':' .. e.name .. (e.actions and '!' or '') end return "
                "table.concat(words, ' ')");
  };
  EXPECT_EQ(found("{name = 'save'}"), "1 button:Save!") << "not its label";
  EXPECT_EQ(found("{role = 'button', name = 'Save*'}"), "2 button:Save button:Save as");
  EXPECT_EQ(found("{role = 'label'}"), "1 label:Save");
  EXPECT_EQ(found("{path = 'frame/text'}"), "1 text:");
  EXPECT_EQ(found("{path = 'frame/text', role = 'button'}"), "0");
  EXPECT_NE(found("{path = 'frame/'}").find("INVALID_ARGUMENT"), std::string::npos);
}

TEST_F(ElementsModule, LooksAgain) {
  const std::string again =
      "return elements.again('" + text("return elements.tree(4711).elements[2].id") + "')";
  EXPECT_EQ(text(again + ".actions[1]"), "click");
  host_.elements.rename(4711, "Save", "Delete");
  EXPECT_NE(text(again).find("ELEMENT_STALE"), std::string::npos);
  EXPECT_NE(text("return elements.again('nonsense')").find("INVALID_ARGUMENT"), std::string::npos);
}

TEST_F(ElementsModule, Acts) {
  const auto act = [&](int place, const std::string& options) {
    return text(
        "local now, action, answered = elements.act(elements.tree(4711).elements[" +
        std::to_string(place) + "].id, " + options +
        ") return tostring(now and now.value) .. ' ' .. action .. ' ' .. tostring(answered)");
  };
  EXPECT_EQ(act(2, "{kind = 'press'}"), "nil click true");
  EXPECT_EQ(act(5, "{kind = 'set_value', value = 'three'}"), "three  true");
  EXPECT_EQ(act(5, "{kind = 'set_value', value = 2}"), "2  true");
  EXPECT_EQ(act(5, "{kind = 'set_value', value = 2.5}"), "2.5  true");
  EXPECT_NE(act(5, "{kind = 'press'}").find("UNSUPPORTED"), std::string::npos);
  EXPECT_NE(act(5, "{kind = 'paint'}").find("INVALID_ARGUMENT"), std::string::npos);
  EXPECT_EQ(host_.elements.take_acts().front(), "press Save");
}

TEST_F(ElementsModule, WaitsForAChange) {
  EXPECT_EQ(
      text("local task, found = require 'task' local id = elements.tree(4711).elements[5].id "
           "task.all { function() found = elements.wait(4711, {role = 'text', value = 'new'}) "
           "end, function() elements.act(id, {kind = 'set_value', value = 'new'}) end } "
           "return found[1].value"),
      "new");
  EXPECT_EQ(text("return #elements.wait(4711, {name = 'Nothing', gone = true}) .. ''"), "0");
  EXPECT_EQ(text("return #elements.wait(4711, {name = 'Save*', role = 'button'}) .. ''"), "2");
}

TEST_F(ElementsModule, SaysWhatWasSeenWhenNothingCame) {
  const std::string said =
      text("elements.wait(4711, {name = 'Save as', state = 'focused', timeout = 0.05})");
  EXPECT_NE(said.find("TIMEOUT"), std::string::npos) << said;
  EXPECT_NE(said.find("last seen: frame \"Order Form\"/button \"Save as\" (enabled, showing)"),
            std::string::npos)
      << said;
  EXPECT_NE(text("elements.wait(4711, {name = 'x', state = 'focussed'})").find("INVALID_ARGUMENT"),
            std::string::npos);
  EXPECT_NE(text("elements.wait(4712, {name = 'Save'})").find("WINDOW_NOT_FOUND"),
            std::string::npos);
}

TEST_F(ElementsModule, DoesNotTakeAHungProgramForOneWithoutElements) {
  host_.elements.set_stopped(4711, true);
  const std::string said =
      text("elements.wait(4711, {name = 'Save', gone = true, timeout = 0.05})");
  EXPECT_NE(said.find("last seen: program 4711 does not answer"), std::string::npos) << said;
}

TEST_F(ElementsModule, EndsAWaitThatIsCancelled) {
  EXPECT_NE(text("require('task').timeout(0.05, elements.wait, 4711, {name = 'Nothing'})")
                .find("TIMEOUT"),
            std::string::npos);
  EXPECT_EQ(text("return elements.tree(4711).elements[1].name"), "Order Form");
}

TEST_F(ElementsModule, TellsWhatIsSupported) {
  EXPECT_EQ(text("local capability, rows = elements.support {processes = {4711, 5}} return "
                 "tostring(capability.available) .. tostring(rows[1].available) .. "
                 "tostring(rows[2].available) .. rows[2].remedy"),
            "truetruefalseStart it anew.");
}

TEST_F(ElementsModule, StatusTellsOfElements) {
  EXPECT_EQ(
      text("local rows = require('desktop').status().capabilities local last = rows[#rows] return "
           "last.operation .. tostring(last.available)"),
      "elementstrue");
}

}  // namespace
}  // namespace native
