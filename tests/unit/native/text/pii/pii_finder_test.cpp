#include "native/text/pii/pii_finder.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>

#include "native/desktop/error.hpp"
#include "native/text/pii/look_alikes.hpp"

namespace native {
namespace {

using Range = std::pair<std::size_t, std::size_t>;

// A text with what must be found in it.
struct Case {
  std::string kind;
  bool misread = false;  // only when read from a picture
  std::string text;
  std::vector<Range> secrets;
};

// "[[" and "]]" mark a secret, "\n" stands for a line break, "{}" for nothing.
Case parsed(const std::string& row) {
  Case result;
  const std::size_t tab = row.find('\t');
  result.kind = tab == std::string::npos ? "" : row.substr(0, tab);
  result.misread = result.kind.starts_with("~");
  if (result.misread) result.kind.erase(0, 1);
  for (std::size_t at = tab == std::string::npos ? 0 : tab + 1, length = 0; at < row.size();
       at += length) {
    const std::string two = row.substr(at, 2);
    const bool is_mark = two == "[[" || two == "]]" || two == "\\n" || two == "{}";
    length = is_mark ? 2 : 1;
    if (two == "[[")
      result.secrets.emplace_back(result.text.size(), 0);
    else if (two == "]]")
      result.secrets.back().second = result.text.size();
    else if (two == "\\n")
      result.text += '\n';
    else if (!is_mark)
      result.text += row[at];
  }
  return result;
}

// "*" begins a template with "[[]]", "+" a secret for each of the templates before it.
std::vector<Case> cases_of(const std::string& name) {
  std::vector<Case> cases;
  std::vector<std::string> templates;
  bool used = false;
  std::ifstream file(std::string(PEEKABOO_PII_CASES) + "/" + name);
  for (std::string row; std::getline(file, row);) {
    if (row.starts_with("*")) {
      if (used) templates.clear();
      used = false;
      templates.push_back(row.substr(1));
    } else if (row.starts_with("+")) {
      used = true;
      for (std::string each : templates)
        cases.push_back(parsed(each.insert(each.find("[[]]") + 2, row, 1)));
    } else if (!row.empty() && !row.starts_with("#")) {
      cases.push_back(parsed(row));
    }
  }
  return cases;
}

// The words of a text, and where they begin in it.
struct Page {
  std::vector<Word> words;
  std::vector<std::size_t> begins;
};

Page page_of(const std::string& text, int confidence = 95) {
  constexpr int kWidth = 8, kHeight = 12;  // of a character
  Page page;
  int line = 1;
  std::size_t begin = 0;  // of the line
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '\n') {
      ++line;
      begin = at + 1;
    }
    if (text[at] == '\n' || text[at] == ' ') {
      ++at;
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    const Rect bounds{static_cast<int>(at - begin) * kWidth, line * 2 * kHeight,
                      static_cast<int>(end - at) * kWidth, kHeight};
    page.words.push_back({bounds, confidence, line, text.substr(at, end - at)});
    page.begins.push_back(at);
    at = end;
  }
  return page;
}

std::string shown(const std::vector<PiiRange>& ranges, const std::string& text) {
  std::string all;
  for (const PiiRange& range : ranges)
    all += std::string(name_of(range.kind)) + " '" +
           text.substr(range.begin, range.end - range.begin) + "' ";
  return all;
}

std::string shown(const std::vector<PiiArea>& areas, const Page& page) {
  std::string all;
  for (const PiiArea& area : areas) {
    all += std::string(name_of(area.kind)) + (area.sure ? " '" : " ? '");
    for (const std::size_t word : area.words) all += page.words[word].text + " ";
    all += "' ";
  }
  return all;
}

// Returns whether every word with a part of the secret is in the area.
bool covers(const PiiArea& area, const Page& page, Range secret) {
  for (std::size_t i = 0; i < page.words.size(); ++i) {
    const bool part =
        page.begins[i] < secret.second && secret.first < page.begins[i] + page.words[i].text.size();
    if (part && !std::binary_search(area.words.begin(), area.words.end(), i)) return false;
  }
  return true;
}

const PiiFinder& finder() {
  static const PiiFinder all;
  return all;
}

TEST(PiiFinder, FindsEverySecretOfTheTableInKnownText) {
  std::size_t count = 0;
  for (const Case& each : cases_of("found.txt")) {
    if (each.misread) continue;
    ++count;
    const auto ranges = finder().find(each.text);
    const std::string all = each.text + "\n  found: " + shown(ranges, each.text);
    ASSERT_EQ(ranges.size(), each.secrets.size()) << all;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      EXPECT_EQ(name_of(ranges[i].kind), each.kind) << all;
      EXPECT_LE(ranges[i].begin, each.secrets[i].first) << all;
      EXPECT_GE(ranges[i].end, each.secrets[i].second) << all;
    }
  }
  EXPECT_GT(count, 500U);
}

TEST(PiiFinder, FindsEverySecretOfTheTableInWords) {
  const auto cases = cases_of("found.txt");
  EXPECT_GT(cases.size(), 600U);
  for (const Case& each : cases) {
    const Page page = page_of(each.text);
    const auto areas = finder().find(page.words);
    const std::string all = each.text + "\n  found: " + shown(areas, page);
    ASSERT_EQ(areas.size(), each.secrets.size()) << all;
    for (std::size_t i = 0; i < areas.size(); ++i) {
      EXPECT_EQ(name_of(areas[i].kind), each.kind) << all;
      EXPECT_TRUE(covers(areas[i], page, each.secrets[i])) << all;
    }
  }
}

TEST(PiiFinder, LeavesEverythingElseAlone) {
  const auto cases = cases_of("not_found.txt");
  EXPECT_GT(cases.size(), 100U);
  for (const Case& each : cases) {
    EXPECT_EQ(shown(finder().find(each.text), each.text), "") << each.text;
    const Page page = page_of(each.text);
    EXPECT_EQ(shown(finder().find(page.words), page), "") << each.text;
  }
}

// Characters that a reading may put in the place of a digit.
char misread(char c) {
  for (const char like : std::string("OlZASGTBg"))
    if (digit_like(like) == c && *rc::gen::arbitrary<bool>()) return like;
  return c == '0' ? 'o' : c == '1' ? '|' : c == '5' ? 's' : c == '9' ? 'q' : c;
}

RC_GTEST_PROP(PiiFinderProperty, LosesNoNumberByLookAlikes, ()) {
  static const std::vector<Case> cases = [] {
    std::vector<Case> numbers;
    for (const Case& each : cases_of("found.txt"))
      if (!each.misread && (each.kind == "creditCards" || each.kind == "phones" ||
                            each.kind == "ibans" || each.kind == "nationalIds"))
        numbers.push_back(each);
    return numbers;
  }();
  Case each = *rc::gen::elementOf(cases);
  const auto [begin, end] = each.secrets[0];
  const auto digits = std::count_if(each.text.begin() + static_cast<std::ptrdiff_t>(begin),
                                    each.text.begin() + static_cast<std::ptrdiff_t>(end),
                                    [](char c) { return c >= '0' && c <= '9'; });
  const int noise = *rc::gen::inRange(1, static_cast<int>(digits) / 8 + 2);
  for (int i = 0; i < noise; ++i) {
    const auto at = *rc::gen::inRange(begin, end);
    each.text[at] = misread(each.text[at]);
  }
  const Page page = page_of(each.text, *rc::gen::inRange(0, 100));
  const auto areas = finder().find(page.words);
  RC_LOG() << each.text << "\n  found: " << shown(areas, page);
  RC_ASSERT(std::any_of(areas.begin(), areas.end(),
                        [&](const PiiArea& area) { return covers(area, page, each.secrets[0]); }));
}

RC_GTEST_PROP(PiiFinderProperty, FindsSecretsAmongOtherText, ()) {
  static const std::vector<Case> secrets = cases_of("found.txt");
  static const std::vector<Case> others = cases_of("not_found.txt");
  std::string text;
  std::vector<Range> planted;
  std::vector<std::string> kinds;
  for (int i = *rc::gen::inRange(1, 8); i > 0; --i) {
    // Lines with full sentences keep the planted ones apart.
    text += *rc::gen::elementOf(std::vector<std::string>{"Nothing to see in this line.\n",
                                                         "Some more words follow below.\n"});
    if (*rc::gen::arbitrary<bool>()) continue;
    const Case each = *rc::gen::elementOf(secrets);
    for (const auto& [begin, end] : each.secrets)
      planted.emplace_back(begin + text.size(), end + text.size());
    kinds.push_back(each.kind);
    text += each.text + "\n";
  }
  const Page page = page_of(text);
  const auto areas = finder().find(page.words);
  RC_LOG() << text << "\n  found: " << shown(areas, page);
  RC_ASSERT(areas.size() == planted.size());
  for (std::size_t i = 0; i < planted.size(); ++i) RC_ASSERT(covers(areas[i], page, planted[i]));
}

// The finder is asked about single lines, and about neighbours only where they may hang together.
RC_GTEST_PROP(PiiFinderProperty, LinksEveryTwoLinesThatShareASecret, ()) {
  static const std::vector<Case> cases = [] {
    std::vector<Case> wrapped;
    for (const Case& each : cases_of("found.txt"))
      if (each.text.find('\n') != std::string::npos) wrapped.push_back(each);
    return wrapped;
  }();
  const Case each = *rc::gen::elementOf(cases);
  const Page page = page_of(each.text);
  for (const PiiArea& area : finder().find(page.words)) {
    for (std::size_t i = 1; i < area.words.size(); ++i) {
      const int line = page.words[area.words[i - 1]].line;
      if (page.words[area.words[i]].line == line) continue;
      std::vector<Word> before, after;
      for (const Word& word : page.words) {
        if (word.line == line) before.push_back(word);
        if (word.line == line + 1) after.push_back(word);
      }
      RC_LOG() << each.text;
      RC_ASSERT(may_join(finder().links(before), finder().links(after)));
    }
  }
}

TEST(PiiFinder, DoubtsOnlyWhatWasNotSurelyRead) {
  // Its check digit is wrong.
  const std::string card = "Amex 3782-822463-10004 x";
  EXPECT_TRUE(finder().find(page_of(card, 99).words).empty());
  const auto doubtful = finder().find(page_of(card, 30).words);
  ASSERT_EQ(doubtful.size(), 1U);
  EXPECT_FALSE(doubtful[0].sure);
  const auto look_alike = finder().find(page_of("Amex 3782-822463-1000S x", 99).words);
  ASSERT_EQ(look_alike.size(), 1U);
  EXPECT_TRUE(look_alike[0].sure) << "with the digit it looks like, the check digit is right";
}

TEST(PiiFinder, DoubtsNoCardWhoseCheckDigitIsRight) {
  for (const std::string text : {"Card number: 3782-822463-10005 thanks", "Card: 3782 822463 10005",
                                 "Card 4111 1111 1111 1111", "Amex 3782-822463-10005"}) {
    const auto areas = finder().find(page_of(text, 87).words);
    ASSERT_EQ(areas.size(), 1U) << text;
    EXPECT_EQ(areas[0].kind, PiiKind::kCreditCard) << text;
    EXPECT_TRUE(areas[0].sure) << "a second reading that is wrong must not clear " << text;
  }
}

TEST(PiiFinder, FindsKeysInTheUserPartOfAddresses) {
  const PiiFinder keys({PiiKind::kKey}, {});
  const std::string key = "8d1f0a52c7b94e6f83a05b7e41c9d263";
  for (const std::string& address : {"https://" + key + "@o123.ingest.sentry.io/1",
                                     "SENTRY_DSN=https://" + key + "@sentry.example.com/42"}) {
    EXPECT_EQ(keys.find(address).size(), 1U) << address;
    EXPECT_EQ(keys.find(page_of(address).words).size(), 1U) << address;
  }
  for (const std::string& address : {"https://" + key + "\u00a90123.ingest.sentry.io/1",
                                     "https ://" + key + "Q0123.ingest.sentry.io/1",
                                     "https:// " + key + " @o123.ingest.sentry.io/1"})
    EXPECT_EQ(keys.find(page_of(address, 80).words).size(), 1U) << address;
  for (const std::string& address :
       {"https://" + key + ".example.com/1", std::string("https://www.example.com/@team"),
        std::string("https://team-of-writers-and-readers@example.com/")})
    EXPECT_TRUE(keys.find(page_of(address).words).empty()) << address;
}

TEST(PiiFinder, JoinsWordsThatStandTooClose) {
  std::vector<Word> words = page_of("Card 41111111 11111111 x").words;
  const auto place = [&](std::size_t i, int x, int width) { words[i].bounds = {x, 0, width, 12}; };
  place(0, 0, 32), place(1, 42, 64), place(2, 107, 64), place(3, 180, 8);
  EXPECT_EQ(finder().find(words).size(), 1U);
  words = page_of("Call 55512 34567 x").words;
  place(0, 0, 32), place(1, 42, 40), place(2, 83, 40), place(3, 130, 8);
  EXPECT_EQ(finder().find(words).size(), 1U) << "one number, which was read as two";
  place(2, 90, 40);
  EXPECT_TRUE(finder().find(words).empty()) << "two numbers";
}

TEST(PiiFinder, FindsOnlyTheChosenKinds) {
  const PiiFinder emails({PiiKind::kEmail});
  const auto ranges = emails.find("a@b.com 555-123-4567 PIN: 1234");
  ASSERT_EQ(ranges.size(), 1U);
  EXPECT_EQ(ranges[0], (PiiRange{PiiKind::kEmail, 0, 7}));
}

TEST(PiiFinder, FindsCustomPatternsAlsoAcrossLines) {
  const PiiFinder custom({PiiKind::kEmail}, {"EMP-\\d{6}", "project falcon", "x{20}"});
  const auto count = [&](const std::string& text) {
    const Page page = page_of(text);
    std::size_t found = 0;
    for (const PiiArea& area : custom.find(page.words))
      found += area.kind == PiiKind::kCustom ? 1U : 0U;
    return found;
  };
  EXPECT_EQ(count("badge EMP-123456 and EMP-654321"), 2U);
  EXPECT_EQ(count("emp-123456"), 0U) << "letter case counts";
  EXPECT_EQ(count("the project falcon is"), 1U);
  EXPECT_EQ(count("the project\nfalcon is"), 1U);
  EXPECT_EQ(count("badge EMP-123\n456 and"), 1U);
  EXPECT_EQ(count("badge EMP-123 456"), 0U);
  EXPECT_EQ(custom.find("EMP-123456").size(), 1U);
  const auto line = [&](const std::string& text) { return custom.links(page_of(text).words); };
  EXPECT_TRUE(may_join(line("the project"), line("falcon")));
  EXPECT_EQ(PiiFinder({}, {".*"}).find("any text")[0], (PiiRange{PiiKind::kCustom, 0, 8}));
  EXPECT_TRUE(PiiFinder({}, {"z*"}).find("any text").empty());
  EXPECT_THROW(PiiFinder({}, {"("}), Error);
}

TEST(PiiFinder, TakesAThousandCustomPatterns) {
  std::vector<std::string> patterns;
  for (int i = 0; i < 1000; ++i) patterns.push_back("secret" + std::to_string(i) + "[a-z]{2,9}x");
  const PiiFinder finder({PiiKind::kEmail}, patterns);
  const auto ranges = finder.find("a secret77abcx and secret999zzx");
  ASSERT_EQ(ranges.size(), 2U);
  EXPECT_EQ(ranges[0].begin, 2U);
}

TEST(PiiFinder, GivesRangesOfTheTextAsItWasGiven) {
  const std::string text = "höher\u00a0–\u00a0Täl: a@b.com — 555\u2011123\u20114567.";
  const auto ranges = finder().find(text);
  ASSERT_EQ(ranges.size(), 2U);
  EXPECT_EQ(text.substr(ranges[0].begin, ranges[0].end - ranges[0].begin), "a@b.com");
  EXPECT_EQ(text.substr(ranges[1].begin, ranges[1].end - ranges[1].begin),
            "555\u2011123\u20114567");
  EXPECT_TRUE(finder().find("").empty());
  EXPECT_TRUE(finder().find(std::vector<Word>{}).empty());
  EXPECT_EQ(finder().links({}), LineLinks{});
  EXPECT_TRUE(finder().links(page_of("94742").words).bare_word);
  EXPECT_FALSE(finder().links(page_of("415-662-").words).bare_word);
  EXPECT_FALSE(finder().links(page_of("4111 1111").words).bare_word);
}

RC_GTEST_PROP(PiiFinderProperty, StaysWithinAnyText, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::oneOf(
      rc::gen::element('@', '.', '-', '+', '(', ')', ' ', '\n', '0', '1', '9', 'A', 'k', '=', ':'),
      rc::gen::arbitrary<char>()));
  std::size_t last = 0;
  for (const PiiRange& range : finder().find(text)) {
    RC_ASSERT(range.begin < range.end);
    RC_ASSERT(range.end <= text.size());
    RC_ASSERT(range.end > last);
    last = range.end;
  }
  const Page page = page_of(text);
  for (const PiiArea& area : finder().find(page.words)) {
    RC_ASSERT(!area.words.empty());
    RC_ASSERT(std::is_sorted(area.words.begin(), area.words.end()));
    RC_ASSERT(area.words.back() < page.words.size());
  }
}

double seconds_for(const std::string& text) {
  const std::clock_t begin = std::clock();
  finder().find(text);
  finder().find(page_of(text).words);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

TEST(PiiFinder, TakesLinearTimeForAnyText) {
  for (const std::string part : {"a",
                                 "1",
                                 "1 ",
                                 "1234 ",
                                 "123-",
                                 "a@",
                                 "a@b.",
                                 "sk-",
                                 "eyJ",
                                 "password: ",
                                 "+1 ",
                                 "(1) ",
                                 "DE89 ",
                                 "-----BEGIN PRIVATE KEY",
                                 "-----END PRIVATE KEY-----\n",
                                 "l",
                                 "O 0 ",
                                 "://a:",
                                 "key=",
                                 "AB12 ",
                                 "\n",
                                 "x\n",
                                 "1\n"}) {
    const auto repeated = [&](std::size_t bytes) {
      std::string text;
      while (text.size() < bytes) text += part;
      return text;
    };
    seconds_for(repeated(1000));
    const double small = std::max(seconds_for(repeated(500)), 0.01);
    const double large = seconds_for(repeated(4'000));
    EXPECT_LT(large, small * 8 * 4) << part;
  }
}

// Whatever they are, they could hardly be read.
TEST(PiiFinder, TakesLongUnclearNumbersForPersonalData) {
  const auto areas_of = [](const std::string& text, int confidence) {
    return finder().find({Word{{0, 0, 80, 10}, confidence, 1, text}});
  };
  for (const char* text : {"893-79-56017", "585-26-67591"}) {
    const std::vector<PiiArea> areas = areas_of(text, 20);
    ASSERT_EQ(areas.size(), 1U) << text;
    EXPECT_FALSE(areas[0].sure) << text;
  }
  EXPECT_EQ(areas_of("\u00A910-18-1716", 20).size(), 1U);
  EXPECT_TRUE(areas_of("893-79-56017", 95).empty());
  EXPECT_TRUE(areas_of("1234", 20).empty());
  EXPECT_TRUE(areas_of("configuration", 20).empty());
  EXPECT_TRUE(areas_of("44444+4444474", 20).empty());
  EXPECT_TRUE(areas_of("5f0c1234567890123456789012345678901234ab", 20).empty());
}

TEST(PiiFinder, TakesUnclearGroupsBehindACountryForIbans) {
  const auto areas_of = [](int confidence) {
    std::vector<Word> words;
    for (const char* text : {"NL9O@", "KYEO", "5795", "6595", "65"})
      words.push_back({{static_cast<int>(words.size()) * 50, 0, 40, 10}, confidence, 1, text});
    return finder().find(words);
  };
  ASSERT_EQ(areas_of(40).size(), 1U);
  EXPECT_EQ(areas_of(40)[0].words.size(), 5U);
  EXPECT_TRUE(areas_of(95).empty());
}

TEST(PiiFinder, TakesUnclearNamesOfHostsForAddresses) {
  const auto areas_of = [](const std::string& text, int confidence) {
    return finder().find({Word{{0, 0, 80, 10}, confidence, 1, text}});
  };
  EXPECT_EQ(areas_of("paul+fischerfcompany.io", 70).size(), 1U);
  EXPECT_TRUE(areas_of("paul+fischerfcompany.io", 95).empty());
  EXPECT_EQ(areas_of("greta-itofgmail.com", 51).size(), 1U);
  EXPECT_TRUE(areas_of("greta-itofgmail.com", 95).empty());
  EXPECT_TRUE(areas_of("www.company2.io", 70).empty());
  EXPECT_TRUE(areas_of("companypages.io", 70).empty());
}

// Words of one line, from left to right.
std::vector<Word> line_of(const std::vector<std::pair<std::string, int>>& texts, int x = 0,
                          int line = 1) {
  std::vector<Word> words;
  for (const auto& [text, confidence] : texts) {
    const int width = static_cast<int>(text.size()) * 8;
    words.push_back({{x, line * 20, width, 12}, confidence, line, text});
    x += width + 8;
  }
  return words;
}

TEST(PiiFinder, TakesUnclearWordsThatLookLikeSecrets) {
  const auto areas_of = [](const std::string& text, int confidence) {
    return finder().find(line_of({{"see", 97}, {text, confidence}, {"there", 97}}));
  };
  for (const char* each : {"hMYZpPbP4Rsw", "WKQZPTRA", "ann.12@exam", "736281946"}) {
    const auto areas = areas_of(each, 20);
    ASSERT_EQ(areas.size(), 1U) << each;
    EXPECT_FALSE(areas[0].sure) << each;
    EXPECT_EQ(areas[0].words.back(), 1U) << each;
    EXPECT_TRUE(areas_of(each, 95).empty()) << each;
  }
  for (const char* each :
       {"64-linux-gnu-gfortran-12", ".github/SECURITY.md", "ae31d81395e118Od1ebc59b1ddbf7fb4",
        "std::vector<Word>", "connection", "44444+4444474", "14:35"})
    EXPECT_TRUE(areas_of(each, 20).empty()) << each;
}

TEST(PiiFinder, TakesUnclearWordsBesideEachOther) {
  const auto areas = finder().find(
      line_of({{"-H", 89}, {"BYP", 0}, {"E", 0}, {"EES", 0}, {"CE", 0}, {"found", 97}}));
  ASSERT_EQ(areas.size(), 1U);
  EXPECT_EQ(areas[0].words, (std::vector<std::size_t>{1, 2, 3, 4}));
}

TEST(PiiFinder, FollowsAKeyThatTheReadingSplit) {
  const auto areas = finder().find(line_of({{"API_KEY=xoxb-78347926167-197", 9},
                                            {"15865", 9},
                                            {"1888-mtfj4Y", 70},
                                            {"YoeStpFY", 82},
                                            {"Ld54fA", 89},
                                            {"14", 96},
                                            {"thanks", 96}}));
  ASSERT_EQ(areas.size(), 1U);
  EXPECT_EQ(areas[0].words.back(), 5U);
}

TEST(PiiFinder, TakesTheNameBeforeAnUnclearAddress) {
  const auto areas = finder().find(line_of({{"majal", 91}, {"987", 40}, {"@uni-example.de", 40}}));
  ASSERT_EQ(areas.size(), 1U);
  EXPECT_EQ(areas[0].words, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(PiiFinder, TakesWrappedAddressesWithoutTheirAt) {
  const std::pair<const char*, const char*> cases[] = {{"<mmeyerfiex", "ample.com"},
                                                       {"dilip2010", "gmail.com"}};
  for (const auto& [head, tail] : cases) {
    const bool hidden = std::string(head).starts_with("<");
    std::vector<Word> words = line_of({{"please", 96},
                                       {"reply", 97},
                                       {"soon", 96},
                                       {"thanks", 97},
                                       {"for", 97},
                                       {"your", 97},
                                       {head, hidden ? 21 : 93}});
    const LineLinks before = finder().links(words);
    const std::vector<Word> second = line_of({{tail, hidden ? 89 : 51}, {"the", 97}}, 0, 2);
    EXPECT_TRUE(may_join(before, finder().links(second))) << head;
    words.insert(words.end(), second.begin(), second.end());
    const auto areas = finder().find(words);
    ASSERT_EQ(areas.size(), 1U) << head;
    EXPECT_EQ(areas[0].words, (std::vector<std::size_t>{6, 7})) << head;
  }
}

// The bounds of the last two words touch, as if they were one.
TEST(PiiFinder, FindsWrappedNumbersBehindTouchingWords) {
  std::vector<Word> words = line_of({{"please", 96}, {"see", 96}, {"of", 97}, {"226-2", 89}});
  words[2].bounds.width += 8;
  const std::vector<Word> second = line_of({{"5-5879", 92}, {"also", 96}}, 0, 2);
  words.insert(words.end(), second.begin(), second.end());
  const auto areas = finder().find(words);
  ASSERT_EQ(areas.size(), 1U);
  EXPECT_EQ(areas[0].words, (std::vector<std::size_t>{3, 4}));
}

TEST(PiiFinder, FindsDoubtfulCardsThatTheReadingSplit) {
  const auto found = [](const std::string& first, int confidence) {
    const auto areas = finder().find(line_of({{first, confidence}, {"1627314491", confidence}}));
    return areas.size() == 1 && areas[0].kind == PiiKind::kCreditCard && areas[0].words.size() == 2;
  };
  EXPECT_TRUE(found("34951", 61));
  EXPECT_FALSE(found("34951", 96));
  EXPECT_FALSE(found("34952", 61)) << "its check digit is wrong";
}

// Digits of two rows of a table are no number although the first one touches another word.
TEST(PiiFinder, JoinsNoRowsOfATableBehindTouchingWords) {
  std::vector<Word> words = line_of({{"CLOSE-WAIT", 67}, {"0", 95}});
  words[0].bounds.width += 16;
  const std::vector<Word> second =
      line_of({{"0", 95}, {"128", 77}, {"10.180.75.238:24131", 77}}, 0, 2);
  words.insert(words.end(), second.begin(), second.end());
  EXPECT_TRUE(finder().find(words).empty());
}

// A digit was read as something that no digit looks like.
TEST(PiiFinder, FindsNumbersWithAnUnknownDigit) {
  const auto found = [](const std::vector<std::pair<std::string, int>>& texts) {
    const auto areas = finder().find(line_of(texts));
    return areas.size() == 1 && !areas[0].sure ? areas[0].words.size() : 0;
  };
  EXPECT_EQ(found({{"5361", 96}, {"0908", 95}, {"2018", 95}, {"L991", 76}}), 4U);
  EXPECT_EQ(found({{"5361", 96}, {"0908", 95}, {"2018", 95}, {"L991", 96}}), 0U);
  EXPECT_EQ(
      found({{"ES55", 91}, {"9142", 95}, {"8208", 96}, {"9100", 93}, {"/689", 84}, {"5467", 88}}),
      6U);
  EXPECT_EQ(found({{"585-\\6-6759", 70}}), 1U);
}

}  // namespace
}  // namespace native
