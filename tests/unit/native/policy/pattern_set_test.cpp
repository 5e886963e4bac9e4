#include "native/policy/pattern_set.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cctype>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/policy/case_fold.hpp"
#include "native/policy/title_pattern.hpp"

namespace native {
namespace {

bool fits(const std::string& pattern, const std::string& text,
          PatternUse use = PatternUse::kTitle) {
  PatternSet set;
  set.add(Pattern(pattern), 7, use);
  set.compile();
  const auto found = set.find(text);
  EXPECT_TRUE(!found || *found == 7U);
  return found.has_value();
}

// An independent opinion on wildcards: which beginnings of the text each beginning of the pattern
// fits.
bool wild(const std::string& pattern, const std::string& text) {
  std::vector<bool> fits(text.size() + 1, false);
  fits[0] = true;
  for (const char c : pattern) {
    std::vector<bool> next(text.size() + 1, false);
    for (std::size_t i = 0; i <= text.size(); ++i) {
      if (c == '*')
        next[i] = fits[i] || (i > 0 && next[i - 1]);
      else
        next[i] = i > 0 && fits[i - 1] && (c == '?' || c == text[i - 1]);
    }
    fits = next;
  }
  return fits[text.size()];
}

TEST(PatternSet, FollowsTheGrammar) {
  EXPECT_TRUE(fits("bank", "My BANK account"));
  EXPECT_FALSE(fits("bank", "My account"));
  EXPECT_TRUE(fits("bank*", "Bank of X"));
  EXPECT_FALSE(fits("bank*", "My bank"));
  EXPECT_TRUE(fits("*bank", "My bank"));
  EXPECT_TRUE(fits("*b?nk*", "a bonk z"));
  EXPECT_FALSE(fits("b?nk", "a bonk"));
  EXPECT_TRUE(fits("/^b[ao]nk$/", "BONK"));
  EXPECT_TRUE(fits("/b.nk/", "a bonk z"));
  EXPECT_TRUE(fits("/^a$/", "/^A$/")) << "a pattern fits the very same text";
  EXPECT_TRUE(fits("*", ""));
  EXPECT_TRUE(fits("a.b", "xa.bx"));
  EXPECT_FALSE(fits("a.b", "xacbx")) << "only /…/ is an expression";
  EXPECT_TRUE(fits("/", "a/b"));
  EXPECT_TRUE(fits("*(private)*", "x (Private) y"));
  EXPECT_TRUE(fits("a?c", "aéc")) << "? is a character, not a byte";
  EXPECT_TRUE(fits("a*c", "a\nc"));
}

TEST(PatternSet, ComparesWholeNames) {
  EXPECT_TRUE(fits("KeePassXC", "keepassxc", PatternUse::kName));
  EXPECT_FALSE(fits("keepass", "keepassxc", PatternUse::kName));
  EXPECT_TRUE(fits("keepass*", "keepassxc", PatternUse::kName));
}

TEST(PatternSet, IgnoresLetterCaseBeyondAscii) {
  EXPECT_TRUE(fits("ÄRGER", "ärger"));
  EXPECT_TRUE(fits("ПАРОЛЬ", "мой пароль"));
  EXPECT_TRUE(fits("*ΣΟΦΟΣ", "Σοφος"));
  EXPECT_EQ(fold_case("ẞ İ ﬀ \xFF Z"), fold_case("ẞ İ ﬀ \xFF z"));
}

TEST(PatternSet, RefusesBadPatternsByName) {
  for (const std::string& pattern :
       {std::string(), std::string("/(/"), std::string(kMaxPatternBytes + 1, 'x'),
        std::string("/((a{1000}){1000}){1000}/"), std::string("/(?=a)b/")}) {
    try {
      check_pattern(pattern);
      ADD_FAILURE() << pattern.substr(0, 40);
    } catch (const Error& error) {
      EXPECT_EQ(error.code, "INVALID_ARGUMENT");
      EXPECT_NE(error.message.find("'" + pattern.substr(0, 20)), std::string::npos)
          << error.message;
    }
  }
}

TEST(PatternSet, StaysFastWithNestedQuantifiers) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(fits("/^(a+)+$/", std::string(20'000, 'a') + "b"));
  EXPECT_FALSE(fits("*a*a*a*a*a*a*a*a*b", std::string(20'000, 'a')));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

RC_GTEST_PROP(PatternSet, WildcardsFitAsAPlainMatcherSays, ()) {
  const auto pattern = *rc::gen::nonEmpty(
      rc::gen::container<std::string>(rc::gen::element('a', 'b', '*', '?', '*')));
  const auto text = *rc::gen::container<std::string>(rc::gen::element('a', 'b', 'A', 'B'));
  if (pattern.find_first_of("*?") == std::string::npos) return;
  RC_ASSERT(fits(pattern, text) == wild(pattern, fold_case(text)));
}

RC_GTEST_PROP(PatternSet, AnyNumberOfPatternsFindsWhatOneWould, ()) {
  const auto patterns = *rc::gen::container<std::vector<std::string>>(rc::gen::nonEmpty(
      rc::gen::container<std::string>(rc::gen::element('a', 'b', 'C', '*', '?'))));
  const auto text = *rc::gen::container<std::string>(rc::gen::element('a', 'b', 'c', 'A'));
  PatternSet set;
  bool any = false;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    set.add(Pattern(patterns[i]), i, PatternUse::kTitle);
    any = any || fits(patterns[i], text);
  }
  set.compile();
  const auto found = set.find(text);
  RC_ASSERT(found.has_value() == any);
  if (found) RC_ASSERT(fits(patterns[*found], text));
}

// Feature: mcp-screenshot, Property 8: a title pattern finds the window.
RC_GTEST_PROP(TitlePattern, AnyPartOfATitleFindsItsWindow, (const std::string& letters)) {
  const std::string title = "Report " + std::to_string(std::hash<std::string>()(letters));
  const auto start = *rc::gen::inRange<std::size_t>(0, title.size());
  const auto length = *rc::gen::inRange<std::size_t>(1, title.size() - start + 1);
  const std::vector<std::string> titles = {"zzz", title, "yyy"};
  std::string part = title.substr(start, length);
  for (char& c : part) c = static_cast<char>(std::toupper(c));
  RC_ASSERT(find_titles(part, titles) == std::vector<std::size_t>{1});
  RC_ASSERT(find_titles("*" + part + "*", titles) == std::vector<std::size_t>{1});
}

TEST(TitlePattern, PrefersTheExactTitle) {
  const std::vector<std::string> titles = {"Notes - a", "notes", "a*", "NOTES"};
  EXPECT_EQ(find_titles("Notes", titles), (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(find_titles("a*", titles), (std::vector<std::size_t>{2}));
  EXPECT_EQ(find_titles("note", titles), (std::vector<std::size_t>{0, 1, 3}));
  EXPECT_TRUE(find_titles("nothing", titles).empty());
}

// Five thousand patterns of every kind over the titles of sixty windows.
TEST(PatternSet, SearchesForThousandsAtOnce) {
  PatternSet set;
  for (std::size_t i = 0; i < 5000; ++i) {
    const std::string id = std::to_string(i * 7919 % 100'003);
    const std::string forms[] = {"secret " + id, "*token-" + id + "*", "pass*" + id + "*x?z",
                                 "/key[ _-]?" + id + "\\b/"};
    set.add(Pattern(forms[i % 4]), i, PatternUse::kTitle);
  }
  const auto compiling = std::chrono::steady_clock::now();
  set.compile();
  const auto start = std::chrono::steady_clock::now();
  std::size_t found = 0;
  for (int i = 0; i < 60; ++i)
    found +=
        set.find("Document " + std::to_string(i) + " - secretary's pass and key - Editor") ? 1 : 0;
  const auto end = std::chrono::steady_clock::now();
  EXPECT_EQ(found, 0U);
  EXPECT_TRUE(set.find("my Secret 31676!"));
  const auto ms = [](auto span) { return std::chrono::duration<double, std::milli>(span).count(); };
  RecordProperty("compile_ms", std::to_string(ms(start - compiling)));
  std::printf("5,000 patterns: compiled in %.2f ms, 60 titles in %.2f ms\n", ms(start - compiling),
              ms(end - start));
}

}  // namespace
}  // namespace native
