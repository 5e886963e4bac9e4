#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <ostream>
#include <stdexcept>
#include <vector>

#include "native/desktop/elements/element_path.hpp"
#include "tests/unit/native/contract/elements_world.hpp"
#include "tests/unit/native/support/child.hpp"

// What every backend promises about elements, put to each of them in the same words.
namespace contract {
namespace {

using native::Deadline;
using native::Element;
using native::ElementAct;
using native::ElementActed;
using native::ElementLimits;
using native::ElementTree;
using native::Error;
using std::chrono::milliseconds;

struct ElementsBackend {
  const char* name;
  std::unique_ptr<ElementsWorld> (*make)();
};
void PrintTo(const ElementsBackend& backend, std::ostream* out) { *out << backend.name; }

class ElementsContract : public testing::TestWithParam<ElementsBackend> {
 protected:
  ElementsContract() : world_(GetParam().make()) {}

  static Deadline in(milliseconds time) { return std::chrono::steady_clock::now() + time; }
  static Deadline soon() { return in(milliseconds(20'000)); }

  ElementTree read(const ElementLimits& limits = {}) {
    ElementTree tree = world_->elements().read(world_->scope(), limits, soon());
    native::write_paths(tree);
    return tree;
  }
  static const Element* find(const ElementTree& tree, const std::string& role,
                             const std::string& name) {
    for (const Element& each : tree.elements)
      if (each.role == role && each.name == name) return &each;
    return nullptr;
  }
  Element button(const std::string& name) {
    const ElementTree tree = read();
    const Element* found = find(tree, "button", name);
    if (found == nullptr) throw std::runtime_error("no button " + name);
    return *found;
  }
  Element again(const Element& known) {
    return world_->elements().again(known.id, world_->scope(), soon());
  }
  Element one(const std::string& role, const std::string& name = {}) {
    const ElementTree tree = read();
    for (const Element& each : tree.elements)
      if (each.role == role && (name.empty() || each.name == name)) return each;
    throw std::runtime_error("no " + role + " " + name);
  }
  ElementActed act(const Element& known, const ElementAct& what, native::Act act = {}) {
    act.deadline = soon();
    return world_->elements().act(known.id, what, world_->scope(), act);
  }
  ElementActed act(const Element& known, ElementAct::Kind kind) {
    return act(known, ElementAct{kind});
  }
  ElementActed set(const Element& known, std::variant<std::string, double> value) {
    return act(known, {ElementAct::Kind::kSetValue, false, std::move(value)});
  }
  // Programs do what they are asked when they come to it.
  bool becomes(const std::string& what, const std::string& told) {
    return test::eventually([&] { return world_->told(what) == told; });
  }
  static std::string code_of(const std::function<void()>& operation) {
    try {
      operation();
    } catch (const Error& error) {
      return error.code;
    }
    return "none";
  }
  static bool has(const Element& element, const std::string& state) {
    return std::find(element.states.begin(), element.states.end(), state) != element.states.end();
  }

  std::unique_ptr<ElementsWorld> world_;
};

TEST_P(ElementsContract, ListsWhatAWindowHolds) {
  const ElementTree tree = read();
  ASSERT_FALSE(tree.elements.empty());
  EXPECT_EQ(tree.elements[0].role, "frame");
  EXPECT_EQ(tree.elements[0].name, "Order Form");
  EXPECT_EQ(tree.elements[0].parent, -1);
  EXPECT_TRUE(tree.left_out.empty());
  const Element* save = find(tree, "button", "Save");
  ASSERT_NE(save, nullptr);
  EXPECT_TRUE(has(*save, "showing"));
  EXPECT_TRUE(has(*save, "enabled"));
  EXPECT_EQ(save->id.pid, world_->scope().pid);
  EXPECT_EQ(save->id.window, world_->scope().windows[0].id);
  for (std::size_t place = 1; place < tree.elements.size(); ++place) {
    EXPECT_GE(tree.elements[place].parent, 0);
    EXPECT_LT(tree.elements[place].parent, static_cast<int>(place));
  }
}

TEST_P(ElementsContract, KnowsWhereTheyAreOnTheDesktop) {
  const ElementTree tree = read();
  const Element* save = find(tree, "button", "Save");
  ASSERT_NE(save, nullptr);
  ASSERT_TRUE(save->bounds);
  EXPECT_EQ(*save->bounds, world_->place_of("Save"));
  const native::Rect window = world_->scope().windows[0].bounds;
  EXPECT_EQ(native::intersection(*save->bounds, window), *save->bounds);
}

TEST_P(ElementsContract, GivesValuesButNoPasswords) {
  const ElementTree tree = read();
  const auto with_value = [&](const std::string& role) {
    return std::find_if(tree.elements.begin(), tree.elements.end(),
                        [&](const Element& each) { return each.role == role; });
  };
  const auto text = with_value("text");
  ASSERT_NE(text, tree.elements.end());
  EXPECT_EQ(text->value, "Ada");
  const auto password = with_value("password text");
  ASSERT_NE(password, tree.elements.end());
  EXPECT_EQ(password->value, std::nullopt);
  for (const Element& each : tree.elements) {
    EXPECT_EQ(each.name.find("secret"), std::string::npos);
    EXPECT_NE(each.value, "secret");
  }
  EXPECT_EQ(again(*password).value, std::nullopt);
}

TEST_P(ElementsContract, TellsEqualElementsApart) {
  const ElementTree tree = read();
  const auto found = native::find_path(tree, "frame \"Order Form\"/button \"Same\"");
  ASSERT_EQ(found.size(), 2U);
  const Element& first = tree.elements[found[0]];
  const Element& second = tree.elements[found[1]];
  EXPECT_NE(first.id, second.id);
  EXPECT_NE(first.path, second.path);
  EXPECT_NE(first.bounds, second.bounds);
  EXPECT_EQ(again(second).bounds, second.bounds);
}

TEST_P(ElementsContract, LooksAtAnElementAgain) {
  const Element save = button("Save");
  const Element now = again(save);
  EXPECT_EQ(now.id, save.id);
  EXPECT_EQ(now.bounds, save.bounds);
  EXPECT_EQ(now.states, save.states);
  EXPECT_EQ(now.actions, std::vector<std::string>{"click"});
}

TEST_P(ElementsContract, DoesNotTakeOneElementForAnother) {
  const Element save = button("Save");
  world_->rename("Save", "Delete");
  EXPECT_EQ(code_of([&] { again(save); }), "ELEMENT_STALE");
  Element later = button("Delete");
  EXPECT_EQ(again(later).name, "Delete");
  ++later.id.start;
  EXPECT_EQ(code_of([&] { again(later); }), "ELEMENT_STALE") << "of another process";
  --later.id.start;
  later.id.window += 100;
  EXPECT_EQ(code_of([&] { again(later); }), "ELEMENT_STALE") << "of another window";
  later.id.window -= 100;
  ++later.id.label;
  EXPECT_EQ(code_of([&] { again(later); }), "ELEMENT_STALE") << "of another name";
  --later.id.label;
  later.id.object = "nothing";
  EXPECT_EQ(code_of([&] { again(later); }), "ELEMENT_STALE") << "of no program";
}

TEST_P(ElementsContract, ShowsNothingOfHiddenWindows) {
  const Element save = button("Save");
  native::ElementScope scope = world_->scope();
  scope.hidden = {scope.windows[0].id};
  EXPECT_TRUE(world_->elements().read(scope, {}, soon()).elements.empty());
  EXPECT_EQ(code_of([&] { world_->elements().again(save.id, scope, soon()); }), "ELEMENT_STALE");
}

TEST_P(ElementsContract, KeepsLimits) {
  ElementLimits limits;
  limits.nodes = 3;
  ElementTree tree = read(limits);
  EXPECT_EQ(tree.elements.size(), 3U);
  EXPECT_FALSE(tree.left_out.empty());
  limits = {};
  limits.depth = 1;
  tree = read(limits);
  ASSERT_EQ(tree.elements.size(), 1U);
  EXPECT_GT(tree.elements[0].left_out, 0);
  limits = {};
  limits.children = 2;
  tree = read(limits);
  const auto lacking = std::find_if(tree.elements.begin(), tree.elements.end(),
                                    [](const Element& each) { return each.left_out > 0; });
  ASSERT_NE(lacking, tree.elements.end());
  EXPECT_FALSE(tree.left_out.empty());
}

TEST_P(ElementsContract, DoesNotWaitForAStoppedProgram) {
  const Element save = button("Save");
  world_->stop_program();
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(code_of([&] { read(); }), "TIMEOUT");
  EXPECT_EQ(code_of([&] { again(save); }), "TIMEOUT");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds(8000));
  world_->continue_program();
  EXPECT_EQ(again(save).name, "Save");
}

TEST_P(ElementsContract, SaysWhenAProgramHasEnded) {
  const Element save = button("Save");
  const native::ElementScope scope = world_->scope();
  world_->end_program();
  EXPECT_EQ(code_of([&] { world_->elements().read(scope, {}, soon()); }), "WINDOW_NOT_FOUND");
  EXPECT_EQ(code_of([&] { world_->elements().again(save.id, scope, soon()); }), "WINDOW_NOT_FOUND");
}

TEST_P(ElementsContract, SaysWhatItCanDo) {
  button("Save");
  const native::Capability capability = world_->elements().capability(soon());
  EXPECT_EQ(capability.operation, "elements");
  EXPECT_TRUE(capability.available) << capability.detail;
  EXPECT_EQ(capability.remedy, "");
  const auto rows = world_->elements().support({world_->scope().pid, 1}, soon());
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_TRUE(rows[0].available);
  EXPECT_FALSE(rows[1].available);
}

TEST_P(ElementsContract, SaysWhenThereIsNoAccessibility) {
  const auto elements = world_->absent();
  EXPECT_EQ(code_of([&] { elements->read(world_->scope(), {}, soon()); }),
            "PERMISSION_ERROR_ACCESSIBILITY");
  const native::Capability capability = elements->capability(soon());
  EXPECT_FALSE(capability.available);
  EXPECT_FALSE(capability.remedy.empty());
}

TEST_P(ElementsContract, PressesAButton) {
  const ElementActed pressed = act(button("Save"), ElementAct::Kind::kPress);
  EXPECT_EQ(pressed.action, "click");
  EXPECT_TRUE(pressed.answered);
  EXPECT_TRUE(becomes("presses Save", "1"));
  EXPECT_EQ(code_of([&] { act(button("Off"), ElementAct::Kind::kPress); }), "UNSUPPORTED");
  EXPECT_EQ(world_->told("presses Off"), "0");
  EXPECT_EQ(code_of([&] { act(one("text"), ElementAct::Kind::kPress); }), "UNSUPPORTED");
}

TEST_P(ElementsContract, DoesNotWaitForADialog) {
  const Element ask = button("Ask");
  const auto begin = std::chrono::steady_clock::now();
  act(ask, ElementAct::Kind::kPress);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds(1500));
  EXPECT_TRUE(becomes("presses Ask", "1"));
}

TEST_P(ElementsContract, ActsOnNothingElse) {
  const Element save = button("Save");
  world_->rename("Save", "Delete");
  EXPECT_EQ(code_of([&] { act(save, ElementAct::Kind::kPress); }), "ELEMENT_STALE");
  native::ElementScope scope = world_->scope();
  scope.hidden = {scope.windows[0].id};
  const Element now = button("Delete");
  native::Act hidden;
  hidden.deadline = soon();
  EXPECT_EQ(code_of([&] { world_->elements().act(now.id, {}, scope, hidden); }), "ELEMENT_STALE");
  EXPECT_EQ(world_->told("presses Delete"), "0");
}

TEST_P(ElementsContract, EndsAnActThatIsStopped) {
  const Element save = button("Save");
  native::Act stopped;
  stopped.check = [] { throw Error("INTERRUPTED", "stopped"); };
  EXPECT_EQ(code_of([&] { act(save, {}, stopped); }), "INTERRUPTED");
  EXPECT_EQ(world_->told("presses Save"), "0");
}

TEST_P(ElementsContract, GivesTheFocus) {
  const ElementActed focused = act(one("text"), ElementAct::Kind::kFocus);
  ASSERT_TRUE(focused.element);
  EXPECT_TRUE(has(*focused.element, "focused"));
}

TEST_P(ElementsContract, SetsTexts) {
  const Element field = one("text");
  EXPECT_EQ(set(field, "Grace Hopper").element->value, "Grace Hopper");
  EXPECT_EQ(world_->told("text"), "Grace Hopper");
  EXPECT_EQ(set(field, 12.5).element->value, "12.5");
  EXPECT_EQ(set(field, "").element->value.value_or(""), "");
  EXPECT_EQ(set(field, "Zoë 漢字 😀").element->value, "Zoë 漢字 😀");
  EXPECT_EQ(code_of([&] { set(field, "\xff"); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code_of([&] { set(field, std::string(1, '\0')); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code_of([&] { set(field, "\xed\xa0\x80"); }), "INVALID_ARGUMENT") << "a surrogate";
  EXPECT_EQ(code_of([&] { set(field, std::string((1 << 20) + 1, 'a')); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code_of([&] { set(button("Save"), "Delete"); }), "UNSUPPORTED");
  EXPECT_EQ(world_->told("text"), "Zoë 漢字 😀");
}

TEST_P(ElementsContract, TellsALongTextWhenAnElementIsReadAlone) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "ü";
  const Element field = one("text");
  EXPECT_EQ(set(field, text).element->value, text);
  EXPECT_EQ(again(one("text")).value, text);
}

TEST_P(ElementsContract, SetsAPasswordAndDoesNotReadIt) {
  const ElementActed acted = set(one("password text"), "hunter2");
  EXPECT_EQ(world_->told("password"), "hunter2");
  ASSERT_TRUE(acted.element);
  EXPECT_EQ(acted.element->value, std::nullopt);
}

TEST_P(ElementsContract, SetsNumbersInTheirRange) {
  const Element number = one("spin button");
  const auto range = again(number).range;
  ASSERT_TRUE(range);
  EXPECT_EQ(range->minimum, 0);
  EXPECT_EQ(range->maximum, 10);
  EXPECT_FALSE(again(one("text")).range);
  EXPECT_EQ(set(number, 7.0).element->value, "7");
  EXPECT_EQ(world_->told("number"), "7");
  EXPECT_EQ(code_of([&] { set(number, 11.0); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code_of([&] { set(number, "many"); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code_of([&] { set(number, std::nan("")); }), "INVALID_ARGUMENT");
  EXPECT_EQ(world_->told("number"), "7");
}

TEST_P(ElementsContract, SelectsOneOrAnother) {
  const ElementActed acted = act(one("list item", "Green"), ElementAct::Kind::kSelect);
  ASSERT_TRUE(acted.element);
  EXPECT_TRUE(has(*acted.element, "selected"));
  EXPECT_EQ(world_->told("selected"), "Green");
  act(one("list item", "Blue"), {ElementAct::Kind::kSelect, true});
  EXPECT_EQ(world_->told("selected"), "Green Blue");
  act(one("list item", "Red"), ElementAct::Kind::kSelect);
  EXPECT_EQ(world_->told("selected"), "Red");
  EXPECT_EQ(code_of([&] { act(button("Save"), ElementAct::Kind::kSelect); }), "UNSUPPORTED");
}

TEST_P(ElementsContract, NoticesAChange) {
  button("Save");
  const auto watch = world_->elements().watch(world_->scope().pid, soon());
  world_->rename("Save", "Delete");
  for (;;) {
    const ElementTree tree = read();
    if (find(tree, "button", "Delete") != nullptr) break;
    watch->wait(soon(), [] {});
  }
}

TEST_P(ElementsContract, EndsAWaitThatIsStopped) {
  button("Save");
  const auto watch = world_->elements().watch(world_->scope().pid, soon());
  int checks = 0;
  const auto check = [&] {
    if (++checks > 3) throw Error("INTERRUPTED", "stopped");
  };
  const auto wait_for_ever = [&] {
    while (checks <= 3) watch->wait(soon(), check);
  };
  EXPECT_EQ(code_of(wait_for_ever), "INTERRUPTED");
}

INSTANTIATE_TEST_SUITE_P(Backends, ElementsContract,
                         testing::Values(ElementsBackend{"fake", &make_fake_elements_world},
                                         ElementsBackend{"atspi", &make_atspi_world}),
                         [](const auto& backend) { return backend.param.name; });

}  // namespace
}  // namespace contract
