#include "native/policy/effective_rules.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>

#include "tests/unit/native/policy/support.hpp"

namespace native {
namespace {

using namespace test;
using runtime::Caller;

TEST(PolicyFile, NamesTheFaultsOfAllKeys) {
  try {
    file_of("/p",
            "{\n\"maskng\": 1,\n\"masking\": 2,\n\"callers\": {\"mcp\": {\"whenLocked\": 3}}}");
    FAIL() << "it is broken";
  } catch (const Error& error) {
    EXPECT_EQ(error.fact("line"), "2");
    for (const char* part : {"/p:2: unknown key 'maskng'", "line 3: masking is not",
                             "line 4: callers.mcp.whenLocked is not"})
      EXPECT_NE(error.message.find(part), std::string::npos) << error.message;
  }
}

TEST(PolicyFile, NamesAFewOfManyFaults) {
  std::string text = "{\"x\": 1";
  for (int i = 0; i < 50'000; ++i) text += ",\n\"x" + std::to_string(i) + "\": 1";
  try {
    file_of("/p", text + "}");
    FAIL() << "it is broken";
  } catch (const Error& error) {
    EXPECT_LT(error.message.size(), 1000u);
  }
}

CallerRules merged(const std::string& system, const std::string& user,
                   Caller::Kind kind = Caller::Kind::kMcp) {
  return effective_rules(file_of("/etc/p", system), file_of("/home/me/p", user), kAround, 1)
      .of(kind);
}

bool excluded(const CallerRules& rules, const std::string& title, const std::string& name = "x") {
  WindowFacts facts;
  facts.title = title;
  facts.app_class = name;
  return rules.windows->find(facts) != nullptr;
}

TEST(EffectiveRules, HasSafeDefaultsWithoutAFile) {
  const Rules rules = effective_rules({}, {}, kAround, 3);
  EXPECT_EQ(rules.generation, 3U);
  EXPECT_FALSE(rules.blocks_windows);
  const CallerRules& mcp = rules.of(Caller::Kind::kMcp);
  EXPECT_TRUE(mcp.paths.bound);
  EXPECT_EQ(mcp.paths.allowed, (std::vector<std::string>{"/home/me", "/work", "/tmp"}));
  EXPECT_EQ(mcp.paths.without_hidden, (std::vector<std::string>{"/home/me"}));
  EXPECT_EQ(mcp.captures_per_minute, 0);
  EXPECT_FALSE(mcp.audited);
  EXPECT_TRUE(mcp.denied_when_locked);
  EXPECT_FALSE(mcp.refusal);
  EXPECT_TRUE(excluded(mcp, "", "KeePassXC"));
  EXPECT_FALSE(excluded(mcp, "KeePassXC", "firefox")) << "built-in ones go by program";
  EXPECT_FALSE(rules.of(Caller::Kind::kCommandLine).paths.bound);
  EXPECT_TRUE(rules.of(Caller::Kind::kGuest).paths.bound);
}

TEST(EffectiveRules, DoNotAllowTheRootAsAWorkingDirectory) {
  Surroundings around = kAround;
  around.working_directory = "/";
  const Rules rules = effective_rules({}, {}, around, 1);
  const auto& allowed = rules.of(Caller::Kind::kMcp).paths.allowed;
  EXPECT_EQ(std::count(allowed.begin(), allowed.end(), "/"), 0);
}

TEST(EffectiveRules, AuditOnceThereIsAFile) {
  EXPECT_TRUE(effective_rules({}, file_of("/p", "{}"), kAround, 1).of(Caller::Kind::kMcp).audited);
  EXPECT_FALSE(effective_rules({}, file_of("/p", R"({"enableAuditLog": false})"), kAround, 1)
                   .of(Caller::Kind::kMcp)
                   .audited);
  EXPECT_TRUE(merged("{}", R"({"enableAuditLog": false})").audited);
}

TEST(EffectiveRules, OnlyTightenTheSystem) {
  const CallerRules rules = merged(
      R"({"allowedDirectories": ["/srv", "~/shots"], "blockedWindowPatterns": ["bank"],
          "maxCapturesPerMinute": 10, "whenLocked": "deny", "builtInExclusions": true})",
      R"({"allowedDirectories": ["/srv/a/../b", "/etc", "~"], "blockedWindowPatterns": [],
          "maxCapturesPerMinute": 100, "whenLocked": "allow", "builtInExclusions": false})");
  EXPECT_EQ(rules.paths.allowed, (std::vector<std::string>{"/srv/b", "/home/me/shots"}));
  EXPECT_TRUE(rules.paths.without_hidden.empty());
  EXPECT_TRUE(excluded(rules, "my Bank"));
  EXPECT_TRUE(excluded(rules, "", "keepassxc"));
  EXPECT_EQ(rules.captures_per_minute, 10);
  EXPECT_TRUE(rules.denied_when_locked);
  EXPECT_EQ(merged("{}", R"({"maxCapturesPerMinute": 5})").captures_per_minute, 5);
}

TEST(EffectiveRules, KeepWhatASilentUserFileDoesNotMention) {
  const CallerRules rules = merged(
      R"({"builtInExclusions": false, "whenLocked": "allow", "enableAuditLog": false})", "{}");
  EXPECT_FALSE(excluded(rules, "", "keepassxc"));
  EXPECT_FALSE(rules.denied_when_locked);
  EXPECT_FALSE(rules.audited);
}

// A capture then looks for no windows at all.
TEST(EffectiveRules, ExcludeNothingWhenAllIsLifted) {
  const std::string lifted = R"({"builtInExclusions": false, "whenLocked": "allow"})";
  const CallerRules rules = merged("{}", "{}");
  EXPECT_FALSE(rules.windows->empty());
  const Rules open = effective_rules(std::nullopt, file_of("/p", lifted), kAround, 1);
  for (const CallerRules& each : open.callers) {
    EXPECT_TRUE(each.windows->empty());
    EXPECT_FALSE(each.windows->needs_titles());
    EXPECT_FALSE(each.windows->needs_applications());
    EXPECT_FALSE(each.windows->levels().empty()) << "password managers may only be looked at";
  }
  const Rules hiding = effective_rules(
      std::nullopt,
      file_of("/p",
              R"({"builtInExclusions": false, "whenLocked": "allow", "levels": {"Bank": "none"}})"),
      kAround, 1);
  const CallerRules& hidden = hiding.of(Caller::Kind::kMcp);
  EXPECT_FALSE(hidden.windows->empty());
  EXPECT_TRUE(hidden.windows->needs_applications());
  EXPECT_TRUE(excluded(hidden, "", "Bank"));
}

TEST(EffectiveRules, OverrideForOneCaller) {
  const std::string text =
      R"({"maxCapturesPerMinute": 10, "blockedWindowPatterns": ["a"],
          "callers": {"script": {"maxCapturesPerMinute": 99, "allowedDirectories": ["/x"]},
                      "mcp": {"blockedWindowPatterns": [{"class": "Mail", "title": "*inbox*"}]}}})";
  const Rules rules = effective_rules({}, file_of("/p", text), kAround, 1);
  EXPECT_EQ(rules.of(Caller::Kind::kScript).captures_per_minute, 99);
  const std::vector<RuleSource>& sources = rules.of(Caller::Kind::kScript).sources;
  EXPECT_TRUE(std::any_of(sources.begin(), sources.end(), [](const RuleSource& each) {
    return each.key == "maxCapturesPerMinute" && each.file == "/p (this caller)";
  }));
  EXPECT_TRUE(rules.of(Caller::Kind::kScript).paths.bound);
  EXPECT_FALSE(rules.of(Caller::Kind::kDaemon).paths.bound);
  EXPECT_TRUE(excluded(rules.of(Caller::Kind::kMcp), "My Inbox", "mail"));
  EXPECT_FALSE(excluded(rules.of(Caller::Kind::kMcp), "My Inbox", "other"));
  EXPECT_FALSE(excluded(rules.of(Caller::Kind::kMcp), "banana"));
  EXPECT_TRUE(excluded(rules.of(Caller::Kind::kScript), "banana"));
}

TEST(EffectiveRules, MaskWhatIsAskedFor) {
  for (const char* text : {R"({"masking": "always"})", R"({"strict": true})"}) {
    const Rules rules = effective_rules({}, file_of("/p", text), kAround, 1);
    EXPECT_FALSE(rules.of(Caller::Kind::kMcp).refusal) << text;
    EXPECT_TRUE(rules.of(Caller::Kind::kMcp).always_masked) << text;
    EXPECT_TRUE(rules.of(Caller::Kind::kMcp).masked_kinds.empty()) << "all kinds";
  }
  const CallerRules both = merged(R"({"maskedKinds": ["emails"]})", R"({"maskedKinds": ["keys"]})");
  EXPECT_EQ(both.masked_kinds, (std::set{PiiKind::kEmail, PiiKind::kKey}));
  EXPECT_NE(fault_of(R"({"maskedKinds": ["email"]})").find("unknown kind 'email'"),
            std::string::npos);
  EXPECT_NE(fault_of(R"({"maskedKinds": ["email"]})").find("Did you mean"), std::string::npos);
  EXPECT_TRUE(
      excluded(merged(R"({"strict": true})", "{}"), "Bank — Mozilla Firefox Private Browsing"));
}

TEST(EffectiveRules, ShowNothingUnderABrokenFile) {
  const Rules rules = refusing_rules(Error("POLICY_DENIED", "broken"), 2);
  EXPECT_TRUE(excluded(rules.of(Caller::Kind::kMcp), ""));
  EXPECT_TRUE(excluded(rules.of(Caller::Kind::kCommandLine), "anything"));
}

TEST(PolicyFile, NamesTheFaultTheLineAndTheRemedy) {
  EXPECT_EQ(
      fault_of("{\n  \"blockedWindowPattern\": []\n}"),
      "policy file /etc/p:2: unknown key 'blockedWindowPattern'; nothing is captured | Did you "
      "mean 'blockedWindowPatterns'? `peekaboo policy validate` checks it.");
  EXPECT_NE(fault_of("{\n\n  \"masking\": \"allways\"}").find("/etc/p:3: masking is not"),
            std::string::npos);
  EXPECT_NE(fault_of("{\n\"strict\": tru\n}").find("/etc/p:2:"), std::string::npos);
  EXPECT_NE(fault_of("").find("/etc/p"), std::string::npos);
  EXPECT_NE(fault_of("[]").find("no JSON object"), std::string::npos);
  EXPECT_NE(fault_of("{\"allowedDirectories\": [\n\"/a\",\n\"b\"]}").find("/etc/p:3: path 'b'"),
            std::string::npos);
  EXPECT_NE(fault_of("{\"strict\": true, /* x\n */ \"strict\": false}").find(":2: key 'strict' is"),
            std::string::npos);
  EXPECT_NE(fault_of(R"({"callers": {"mpc": {}}})").find("Did you mean 'mcp'"), std::string::npos);
  EXPECT_NE(fault_of(R"({"callers": {"mcp": {"strict": true}}})").find("unknown key 'strict'"),
            std::string::npos);
  EXPECT_NE(fault_of(R"({"maskedKinds": ["emails", "credit_cards"]})")
                .find("unknown kind 'credit_cards'; nothing is captured | Did you mean "
                      "'creditCards'?"),
            std::string::npos);
  EXPECT_NE(fault_of(R"({"maskedKinds": [""]})").find("Use one of: emails, "), std::string::npos);
  EXPECT_EQ(fault_of(R"({"maskedKinds": ["emails", "keys", "customPatterns"]})"), "accepted");
  for (const char* text :
       {R"({"maxCapturesPerMinute": 0})", R"({"maxCapturesPerMinute": -1})",
        R"({"maxCapturesPerMinute": 1.5})", R"({"maxCapturesPerMinute": "5"})",
        R"({"enableAuditLog": 1})", R"({"builtInExclusions": null})",
        R"({"blockedWindowPatterns": [""]})", R"({"blockedWindowPatterns": ["/(/"]})",
        R"({"blockedWindowPatterns": [{}]})", R"({"blockedWindowPatterns": [{"titel": "a"}]})",
        R"({"blockedWindowPatterns": "a"})", R"({"customPatterns": ["("]})",
        R"({"allowedDirectories": [1]})", R"({"callers": []})", R"({"whenLocked": true})"})
    EXPECT_NE(fault_of(text), "accepted") << text;
  EXPECT_EQ(fault_of("// a comment\n{\"whenLocked\": \"deny\",}"), "accepted");
}

TEST(PolicyFile, MakesPathsPlain) {
  EXPECT_EQ(plain_path("/a//./b/../c/", "/h"), "/a/c");
  EXPECT_EQ(plain_path("/../..", "/h"), "/");
  EXPECT_EQ(plain_path("~/x", "/h"), "/h/x");
  EXPECT_EQ(plain_path("a", "/h"), std::nullopt);
  EXPECT_EQ(plain_path("", "/h"), std::nullopt);
}

// One random policy file.
std::string random_policy() {
  std::string text = "{";
  const auto add = [&](const std::string& member) { text += (text == "{" ? "" : ",") + member; };
  const auto folders = [] {
    std::string list;
    for (const auto& each : *rc::gen::container<std::vector<std::string>>(
             rc::gen::element<std::string>("/a", "/a/b", "/a/b/c", "/d", "/")))
      list += (list.empty() ? "\"" : ",\"") + each + "\"";
    return list;
  };
  if (*rc::gen::arbitrary<bool>()) add("\"allowedDirectories\": [" + folders() + "]");
  if (*rc::gen::arbitrary<bool>()) add("\"restrictedPaths\": [" + folders() + "]");
  if (*rc::gen::arbitrary<bool>())
    add("\"blockedWindowPatterns\": [\"" + *rc::gen::element<std::string>("aa", "b*", "/c/") +
        "\"]");
  if (*rc::gen::arbitrary<bool>())
    add("\"maxCapturesPerMinute\": " + std::to_string(*rc::gen::inRange(1, 100)));
  for (const std::string word :
       {"\"enableAuditLog\": true", "\"enableAuditLog\": false", "\"whenLocked\": \"allow\"",
        "\"whenLocked\": \"deny\"", "\"builtInExclusions\": false", "\"builtInExclusions\": true",
        "\"masking\": \"always\""}) {
    const std::string key = word.substr(0, word.find(':'));
    if (text.find(key) == std::string::npos && *rc::gen::arbitrary<bool>()) add(word);
  }
  return text + "}";
}

bool allows(const PathRules& rules, const std::string& path) {
  const auto inside = [&](const std::string& folder) {
    return folder == "/" || path == folder || path.starts_with(folder + "/");
  };
  return std::any_of(rules.allowed.begin(), rules.allowed.end(), inside) &&
         std::none_of(rules.restricted.begin(), rules.restricted.end(), inside);
}

RC_GTEST_PROP(EffectiveRulesProperty, NoUserFileAllowsMoreThanTheSystemFile, ()) {
  const std::string system = random_policy();
  const std::string user = random_policy();
  const CallerRules both = merged(system, user);
  const CallerRules alone =
      effective_rules(file_of("/etc/p", system), {}, kAround, 1).of(Caller::Kind::kMcp);
  const bool states_folders = system.find("allowedDirectories") != std::string::npos;
  for (const char* path : {"/a/x", "/a/b/x", "/a/b/c/x", "/d/x", "/e/x", "/home/me/x", "/tmp/x"})
    RC_ASSERT(!allows(both.paths, path) || allows(alone.paths, path) || !states_folders);
  for (const char* title : {"aa", "bcd", "xcx", "nothing"})
    RC_ASSERT(excluded(both, title) || !excluded(alone, title));
  RC_ASSERT(excluded(both, "", "keepassxc") || !excluded(alone, "", "keepassxc"));
  if (alone.captures_per_minute > 0)
    RC_ASSERT(both.captures_per_minute > 0 &&
              both.captures_per_minute <= alone.captures_per_minute);
  RC_ASSERT(both.audited || !alone.audited);
  RC_ASSERT(both.denied_when_locked || !alone.denied_when_locked);
  RC_ASSERT(both.always_masked || !alone.always_masked);
}

}  // namespace
}  // namespace native
