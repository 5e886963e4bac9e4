#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "native/fake/fake_desktop.hpp"
#include "native/fake/fake_elements.hpp"
#include "native/gate/gate.hpp"
#include "tests/unit/native/support/deadlines.hpp"

namespace native {
namespace {

using test::soon;

constexpr std::int64_t kPid = 4711;

// Rules of a test, which refuse on demand and may change at each look.
class RefusingPolicy : public Policy {
 public:
  explicit RefusingPolicy(const std::vector<std::string>& hidden_titles = {}, bool masked = false)
      : hidden_titles_(hidden_titles), masked_(masked), rules_(made()) {}
  std::shared_ptr<const Rules> rules() override { return changes ? made() : rules_; }
  void admit(const Caller&, const Operation& operation, const Rules&) override {
    EXPECT_TRUE(operation.kind == Operation::Kind::kReadElements ||
                operation.kind == Operation::Kind::kInput);
    if (refuses) throw Error("POLICY_DENIED", "no");
  }
  void confirm(const Caller&, const Operation&, const Rules&) override {
    if (refuses_late) throw Error("POLICY_DENIED", "no more");
  }
  void audit(const Caller&, const CaptureTarget&, int, const Error*) override {}
  void audit_act(const Caller&, const ActRecord& act, const Error* error) override {
    acts.push_back(act.name + " " + std::to_string(act.window) + (act.sets_value ? " value" : "") +
                   (error != nullptr ? " " + error->code : ""));
  }

  std::vector<std::string> acts;
  bool changes = false, refuses = false, refuses_late = false;

 private:
  std::shared_ptr<const Rules> made() const {
    std::vector<WindowRule> rules(hidden_titles_.size());
    for (std::size_t i = 0; i < rules.size(); ++i) rules[i].title = hidden_titles_[i];
    const auto windows = std::make_shared<const WindowRules>(std::move(rules));
    auto all = std::make_shared<Rules>();
    for (CallerRules& caller : all->callers) {
      caller.windows = windows;
      caller.always_masked = masked_;
    }
    return all;
  }

  std::vector<std::string> hidden_titles_;
  bool masked_;
  std::shared_ptr<const Rules> rules_;
};

class GateElements : public testing::Test {
 protected:
  GateElements() {
    add(7, "Order Form", {{"button", "Save", "", {110, 110, 80, 30}}});
    add(8, "Diary", {{"text", "", "dear diary", {510, 110, 80, 30}}});
  }
  void add(std::uint64_t id, const std::string& title,
           const std::vector<FakeElements::Control>& controls) {
    Window window;
    window.id = id;
    window.pid = kPid;
    window.title = title;
    window.bounds = window.frame = {100, 100, 400, 300};
    window.on_screen = true;
    desktop_.add_window(window, [](int, int) { return 0U; });
    elements_.set_window(kPid, id, {"frame", title, "", window.bounds, controls});
  }
  void use(std::unique_ptr<RefusingPolicy> policy) {
    policy_ = policy.get();
    gate_ = std::make_unique<Gate>(std::move(policy));
  }
  ElementTree read(std::uint64_t window = 0) {
    ElementsOf target{kPid};
    if (window != 0) target.windows = {window};
    return gate_->elements(desktop_, elements_, {}, target, {}, soon());
  }
  Element again(const ElementId& id) {
    return gate_->element_again(desktop_, elements_, {}, id, soon());
  }
  ElementActed act(const ElementId& id, const ElementAct& what) {
    return gate_->act_on_element(desktop_, elements_, {}, id, what, Act{0, false, soon()});
  }
  template <class Work>
  static std::string code_of(const Work& work) {
    try {
      work();
    } catch (const Error& error) {
      return error.code;
    }
    return "none";
  }

  FakeDesktop desktop_;
  FakeElements elements_;
  RefusingPolicy* policy_ = nullptr;
  std::unique_ptr<Gate> gate_;
};

TEST_F(GateElements, GivesElementsWithPaths) {
  use(std::make_unique<RefusingPolicy>());
  EXPECT_EQ(read().elements.size(), 4U);
  const ElementTree tree = read(7);
  ASSERT_EQ(tree.elements.size(), 2U);
  EXPECT_EQ(tree.elements[1].path, "frame \"Order Form\"/button \"Save\"");
  EXPECT_EQ(again(tree.elements[1].id).name, "Save");
}

TEST_F(GateElements, GivesNoneOfExcludedWindows) {
  use(std::make_unique<RefusingPolicy>());
  const ElementTree before = read(8);
  ASSERT_EQ(before.elements.size(), 2U);
  use(std::make_unique<RefusingPolicy>(std::vector<std::string>{"Diary"}));
  const ElementTree tree = read();
  ASSERT_EQ(tree.elements.size(), 2U);
  EXPECT_EQ(tree.elements[0].name, "Order Form");
  EXPECT_EQ(code_of([&] { read(8); }), "POLICY_DENIED");
  EXPECT_EQ(code_of([&] { again(before.elements[1].id); }), "POLICY_DENIED");
}

TEST_F(GateElements, GoesByTheTitleThatTheProgramTells) {
  use(std::make_unique<RefusingPolicy>(std::vector<std::string>{"Secret"}));
  elements_.rename(kPid, "Diary", "Secret plans");
  const ElementTree tree = read();
  ASSERT_EQ(tree.elements.size(), 2U);
  EXPECT_EQ(tree.elements[0].name, "Order Form");
  EXPECT_EQ(tree.elements[1].parent, 0);
}

TEST_F(GateElements, MasksTextsWhereThePolicyAlwaysMasks) {
  add(9, "ada@example.com", {{"label", "write to ada@example.com", "", {1, 1, 9, 9}}});
  use(std::make_unique<RefusingPolicy>(std::vector<std::string>{}, true));
  const ElementTree tree = read(9);
  ASSERT_EQ(tree.elements.size(), 2U);
  for (const Element& each : tree.elements) {
    EXPECT_EQ(each.name.find("ada@"), std::string::npos) << each.name;
    EXPECT_EQ(each.path.find("ada@"), std::string::npos) << each.path;
  }
  EXPECT_EQ(again(tree.elements[1].id).name, tree.elements[1].name);
}

TEST_F(GateElements, AsksBeforeAndAfter) {
  use(std::make_unique<RefusingPolicy>());
  policy_->refuses = true;
  EXPECT_EQ(code_of([&] { read(); }), "POLICY_DENIED");
  EXPECT_TRUE(desktop_.log().empty());
  policy_->refuses = false;
  policy_->refuses_late = true;
  EXPECT_EQ(code_of([&] { read(); }), "POLICY_DENIED");
  policy_->refuses_late = false;
  policy_->changes = true;
  EXPECT_EQ(code_of([&] { read(); }), "POLICY_DENIED");
}

TEST_F(GateElements, KnowsOnlyWindowsThatAreThere) {
  use(std::make_unique<RefusingPolicy>());
  EXPECT_EQ(code_of([&] { read(99); }), "WINDOW_NOT_FOUND");
  EXPECT_EQ(code_of([&] { gate_->elements(desktop_, elements_, {}, {1}, {}, soon()); }),
            "WINDOW_NOT_FOUND");
}

TEST_F(GateElements, RefusesWindowsOfUnknownProcesses) {
  use(std::make_unique<RefusingPolicy>());
  Window window;
  window.id = 9;
  window.title = "Letter";
  window.on_screen = true;
  desktop_.add_window(window, [](int, int) { return 0U; });
  EXPECT_EQ(code_of([&] { read(9); }), "UNSUPPORTED");
}

TEST_F(GateElements, ActsAndWritesItDown) {
  add(9, "Form", {{"text", "", "old", {1, 1, 9, 9}}, {"button", "Save", "", {1, 11, 9, 9}}});
  use(std::make_unique<RefusingPolicy>());
  const ElementTree tree = read(9);
  EXPECT_EQ(act(tree.elements[2].id, {}).action, "click");
  const ElementActed set =
      act(tree.elements[1].id, {ElementAct::Kind::kSetValue, false, "secret plan"});
  EXPECT_EQ(set.element->value, "secret plan");
  EXPECT_EQ(policy_->acts,
            (std::vector<std::string>{"press element 9", "set value of element 9 value"}));
  EXPECT_EQ(elements_.take_acts(), (std::vector<std::string>{"press Save", "set value "}));
}

TEST_F(GateElements, ActsOnNothingThatIsExcluded) {
  use(std::make_unique<RefusingPolicy>());
  const ElementId id = read(8).elements[1].id;
  use(std::make_unique<RefusingPolicy>(std::vector<std::string>{"Diary"}));
  EXPECT_EQ(code_of([&] { act(id, {ElementAct::Kind::kSetValue, false, "x"}); }), "POLICY_DENIED");
  use(std::make_unique<RefusingPolicy>());
  policy_->refuses = true;
  EXPECT_EQ(code_of([&] { act(id, {}); }), "POLICY_DENIED");
  EXPECT_TRUE(elements_.take_acts().empty());
}

TEST_F(GateElements, MasksWhatAnActGives) {
  add(9, "Form", {{"text", "", "old", {1, 1, 9, 9}}});
  use(std::make_unique<RefusingPolicy>(std::vector<std::string>{}, true));
  const ElementActed acted =
      act(read(9).elements[1].id, {ElementAct::Kind::kSetValue, false, "ada@example.com"});
  EXPECT_EQ(acted.element->value->find("ada@"), std::string::npos);
  policy_->refuses_late = true;
  EXPECT_EQ(code_of([&] { act(read(9).elements[1].id, {ElementAct::Kind::kFocus}); }),
            "POLICY_DENIED");
}

TEST_F(GateElements, BringsAWindowToTheFrontBeforeItGetsTheFocus) {
  use(std::make_unique<RefusingPolicy>());
  act(read(7).elements[1].id, {ElementAct::Kind::kFocus});
  const auto log = desktop_.log();
  EXPECT_NE(std::find(log.begin(), log.end(), "activate 7"), log.end());
}

}  // namespace
}  // namespace native
