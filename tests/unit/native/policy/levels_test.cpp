#include "native/policy/levels.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/native/policy/support.hpp"

namespace native {
namespace {

using namespace test;
using runtime::Caller;

CallerRules rules_of(const std::string& system, const std::string& user = "",
                     Caller::Kind kind = Caller::Kind::kMcp) {
  const auto file = [](const char* path, const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(file_of(path, text));
  };
  return effective_rules(file("/etc/p", system), file("/home/me/p", user), kAround, 1).of(kind);
}

std::string level(const CallerRules& rules, const WindowFacts& facts) {
  const LevelRule* const rule = rules.windows->levels().find(facts);
  return rule == nullptr ? "full" : name_of(rule->level);
}

std::string level(const CallerRules& rules, const std::string& app_class) {
  WindowFacts facts;
  facts.app_class = app_class;
  return level(rules, facts);
}

TEST(Levels, AreFullWithoutAPolicy) {
  const CallerRules rules = effective_rules({}, {}, kAround, 1).of(Caller::Kind::kMcp);
  EXPECT_TRUE(rules.windows->levels().empty());
  EXPECT_EQ(level(rules, "Gedit"), "full");
}

TEST(Levels, FitEveryNameOfAnApplicationButTitles) {
  const CallerRules rules =
      rules_of(R"({"levels": {"org.gnome.gedit": "view", "*writer": "click"}})");
  EXPECT_EQ(level(rules, {"org.gnome.gedit", "A", "a", "App", "a"}), "full");
  EXPECT_EQ(level(rules, {"", "Org.GNOME.Gedit", "", "", ""}), "view");
  EXPECT_EQ(level(rules, {"", "", "org.gnome.gedit", "", ""}), "view");
  EXPECT_EQ(level(rules, {"", "", "", "", "org.gnome.gedit"}), "view");
  EXPECT_EQ(level(rules, {"", "", "", "", "", "org.gnome.gedit"}), "view");
  EXPECT_EQ(level(rules, {"", "", "", "LibreOffice Writer", ""}), "click");
}

TEST(Levels, CountANameMoreThanAPattern) {
  const CallerRules rules =
      rules_of(R"({"levels": {"*": "view", "gedit": "full", "/ged.*/": "none", "gimp": "click"}})");
  EXPECT_EQ(level(rules, "gedit"), "full");
  EXPECT_EQ(level(rules, "gimp"), "click");
  EXPECT_EQ(level(rules, "geany"), "view");
  EXPECT_EQ(level(rules, "gedx"), "none") << "the least of several patterns";
  EXPECT_EQ(level(rules, WindowFacts{}), "view") << "a program without any name";
}

TEST(Levels, OfAnApplicationThatIsNotSeenExcludeIt) {
  const CallerRules rules = rules_of(R"({"levels": {"*": "none", "gedit": "view"}})");
  WindowFacts facts;
  facts.app_class = "gimp";
  const WindowRule* const rule = rules.windows->find(facts);
  ASSERT_NE(rule, nullptr);
  EXPECT_EQ(describe(*rule), "application '*'");
  EXPECT_EQ(rule->source, "/etc/p");
  facts.app_class = "gedit";
  EXPECT_EQ(rules.windows->find(facts), nullptr);
  EXPECT_TRUE(rules.windows->needs_applications());
}

TEST(Levels, AreOnlyTightenedByTheUser) {
  const CallerRules rules =
      rules_of(R"({"levels": {"gedit": "view", "gimp": "full"}})",
               R"({"levels": {"gedit": "full", "gimp": "click", "xterm": "none"}})");
  EXPECT_EQ(level(rules, "gedit"), "view");
  EXPECT_EQ(level(rules, "gimp"), "click");
  EXPECT_EQ(level(rules, "xterm"), "none");
}

TEST(Levels, MayBeOfOneKindOfCaller) {
  const std::string text =
      R"({"levels": {"gedit": "view"}, "callers": {"script": {"levels": {}}}})";
  EXPECT_EQ(level(rules_of(text), "gedit"), "view");
  EXPECT_EQ(level(rules_of(text, "", Caller::Kind::kScript), "gedit"), "full");
  const CallerRules rules = rules_of(text);
  ASSERT_EQ(rules.windows->levels().rules().size(), 1U);
  EXPECT_EQ(rules.windows->levels().rules()[0].rule.application, "gedit");
}

TEST(Levels, LetPasswordManagersOnlyBeLookedAtOnceTheyAreShown) {
  EXPECT_EQ(level(rules_of("{}"), "KeePassXC"), "full") << "it is excluded instead";
  const CallerRules shown = rules_of(R"({"builtInExclusions": false})");
  EXPECT_EQ(level(shown, "KeePassXC"), "view");
  EXPECT_EQ(level(shown, "gedit"), "full");
  EXPECT_TRUE(shown.windows->levels().rules().empty());
  EXPECT_EQ(
      level(rules_of(R"({"builtInExclusions": false, "levels": {"*": "full"}})"), "KeePassXC"),
      "view");
  const std::string named = R"({"builtInExclusions": false, "levels": {"keepassxc": "full"}})";
  EXPECT_EQ(level(rules_of(named), "KeePassXC"), "full");
  EXPECT_EQ(level(rules_of(R"({"builtInExclusions": false})", named), "KeePassXC"), "view")
      << "the user cannot lift what the system's file leaves as it is";
}

TEST(Levels, AreRefusedWithTheNearestName) {
  const std::string fault = fault_of("{\n\"levels\": {\n\"org.gnome.gedit\": \"veiw\"}}");
  EXPECT_NE(fault.find("/etc/p:3: unknown level 'veiw'"), std::string::npos) << fault;
  EXPECT_NE(fault.find("Did you mean 'view'"), std::string::npos) << fault;
  EXPECT_NE(fault_of(R"({"levels": {"a": "all"}})").find("Use one of: none, view, click, full."),
            std::string::npos)
      << fault_of(R"({"levels": {"a": "all"}})");
  for (const char* text :
       {R"({"levels": []})", R"({"levels": {"a": 1}})", R"({"levels": {"": "view"}})",
        R"({"levels": {"/(/": "view"}})", R"({"level": {}})"})
    EXPECT_NE(fault_of(text), "accepted") << text;
}

TEST(OwnWindows, AreDeniedUnlessThePolicyAllowsThem) {
  EXPECT_TRUE(rules_of("{}").own_windows_denied);
  EXPECT_FALSE(rules_of(R"({"ownWindows": "allow"})").own_windows_denied);
  EXPECT_TRUE(rules_of("{}", R"({"ownWindows": "allow"})").own_windows_denied);
  EXPECT_TRUE(
      rules_of(R"({"ownWindows": "allow"})", R"({"ownWindows": "deny"})").own_windows_denied);
  EXPECT_NE(fault_of(R"({"ownWindows": true})"), "accepted");
}

TEST(Confirm, IsOnlyTightened) {
  EXPECT_FALSE(rules_of("{}").confirmed_from);
  EXPECT_EQ(rules_of(R"({"confirm": "input"})").confirmed_from, Effect::kInput);
  EXPECT_EQ(rules_of(R"({"confirm": "input"})", R"({"confirm": "destructive"})").confirmed_from,
            Effect::kInput);
  EXPECT_EQ(rules_of(R"({"confirm": "input"})", R"({"confirm": "reversible"})").confirmed_from,
            Effect::kReversible);
  for (const char* text :
       {R"({"confirm": "never"})", R"({"confirm": "none"})", R"({"confirm": 1})"})
    EXPECT_NE(fault_of(text), "accepted") << text;
}

TEST(Effect, IsConfirmedFromTheSmallerOneOn) {
  EXPECT_FALSE(needs_confirmation(Effect::kDestructive, std::nullopt));
  EXPECT_TRUE(needs_confirmation(Effect::kDestructive, Effect::kInput));
  EXPECT_FALSE(needs_confirmation(Effect::kReversible, Effect::kInput));
  EXPECT_FALSE(needs_confirmation(Effect::kNone, Effect::kNone));
  EXPECT_EQ(stricter(std::nullopt, Effect::kInput), Effect::kInput);
  EXPECT_EQ(stricter(Effect::kDestructive, Effect::kInput), Effect::kInput);
}

}  // namespace
}  // namespace native
