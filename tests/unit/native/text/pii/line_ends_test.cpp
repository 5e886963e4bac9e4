#include "native/text/pii/line_ends.hpp"

#include <gtest/gtest.h>

#include <string>

namespace native {
namespace {

unsigned at_end(const std::string& line) { return links_at_end(exact_text(line)); }
unsigned at_begin(const std::string& line) { return links_at_begin(exact_text(line)); }

TEST(LineEnds, LinkWhatMayGoOn) {
  const struct {
    LineLink link;
    const char* before;
    const char* after;
  } cases[] = {
      {kNumberLink, "the card is 4111 1111", "1111 1111 of Ann"},
      {kNumberLink, "call me at +", "49 30 1234567"},
      {kNumberLink, "order 12, iban=D", "E89370400440532013000"},
      {kNumberLink, "IBAN: ES55 0391 229", "\u00A9 7699 6140 7462"},
      {kAddressLink, "please write to ann.miller", "@example.com today"},
      {kDomainLink, "please write to ann@exam", "ple.com today"},
      {kKeyLink, "export it as ghp_aB3dE5fG7", "hJ9kL1mN3pQ5 and go"},
      {kBlockLink, "-----BEGIN PRIVATE KEY-----", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"},
      {kPasswordLink, "Password:", "hunter2x"},
      {kPasswordLink, "Passwort", "hunter2x"},
      {kPasswordLink, "Password:", "correct horse battery"},
      {kPasswordLink, "a long line of a terminal and DB_PASS", "WORD=hunter2x ok"},
      {kPasswordLink, "a long line of a terminal, and the pa", "ssword: hunter2 ok"},
      {kLabelLink, "Card number", "4111111111111111"},
  };
  for (const auto& each : cases) {
    EXPECT_NE(at_end(each.before) & each.link, 0U) << each.before;
    EXPECT_NE(at_begin(each.after) & each.link, 0U) << each.after;
  }
}

TEST(LineEnds, DoNotLinkProse) {
  const std::string first = "the order was shipped on Monday and the invoice is";
  const std::string second = "attached please reply soon thanks for your message";
  EXPECT_EQ(at_end(first) & at_begin(second), 0U);
  EXPECT_EQ(at_end(""), 0U);
  EXPECT_EQ(at_begin(""), 0U);
}

TEST(LineEnds, TakeNoNumberForALabel) {
  for (const char* number : {"94742", "4.4298", "8.608e+05", "-7"})
    EXPECT_EQ(at_end(number) & kLabelLink, 0U) << number;
  for (const char* label : {"SSN", "Tel", "\u260E", "7:", "#"})
    EXPECT_NE(at_end(label) & kLabelLink, 0U) << label;
}

TEST(LineEnds, TellOnlyWhatIsWanted) {
  EXPECT_EQ(links_at_end(exact_text("Password:"), kNumberLink | kPasswordLink), kPasswordLink);
  EXPECT_EQ(links_at_end(exact_text("Password:"), 0), 0U);
  EXPECT_EQ(links_at_begin(exact_text("1111"), kNumberLink), kNumberLink);
}

// Returns what is found over the end of the first line, where the search finds this word.
std::string wrapped(const std::string& first, const std::string& second, const std::string& word) {
  const PiiText text = exact_text(first + "\n" + second);
  const auto find = [&](const PiiText& joined) {
    const std::size_t at = joined.text.find(word);
    if (at == std::string::npos) return PiiFindings{};
    return PiiFindings{{PiiKind::kCreditCard, at, at + word.size(), true}};
  };
  const PiiFindings found =
      find_wrapped(text, 0, first.size(), first.size() + 1, text.text.size(), find);
  if (found.empty()) return "";
  return text.text.substr(found[0].begin, found[0].end - found[0].begin);
}

TEST(LineEnds, JoinNumbersOnlyWhereALineMayHaveBeenBroken) {
  const std::string word = "4111111111111111";
  const auto found = [&](const std::string& first, const std::string& second, int width) {
    const PiiText text =
        read_text({{{0, 0, 80, 10}, 95, 1, first}, {{0, 14, width, 10}, 95, 2, second}});
    const auto find = [&](const PiiText& joined) {
      const std::size_t at = joined.text.find(word);
      return at == std::string::npos
                 ? PiiFindings{}
                 : PiiFindings{{PiiKind::kCreditCard, at, at + word.size(), true}};
    };
    return !find_wrapped(text, 0, first.size(), first.size() + 1, text.text.size(), find).empty();
  };
  EXPECT_TRUE(found("41111111", "11111111", 80));
  EXPECT_FALSE(found("41111111", "11111111", 120)) << "the second line is longer";
  EXPECT_TRUE(found("41111111-", "11111111", 120)) << "lines are broken at hyphens, too";
}

TEST(LineEnds, JoinLinesWithoutABlank) {
  EXPECT_EQ(wrapped("card 41111111", "11111111 ok", "4111111111111111"), "41111111\n11111111");
  EXPECT_EQ(wrapped("card 4111-", "1111 ok", "41111111"), "4111-\n1111") << "or a hyphen";
  EXPECT_EQ(wrapped("card 4111", "1111 ok", "4111"), "") << "what ends in the first is not wrapped";
  EXPECT_EQ(wrapped("card 4111", "2222 ok", "2222"), "");
  const std::string much(5000, 'x');
  EXPECT_EQ(wrapped(much + " 4111", "1111 " + much, "41111111"), "4111\n1111");
}

}  // namespace
}  // namespace native
