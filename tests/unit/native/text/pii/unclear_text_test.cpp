#include "native/text/pii/unclear_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "native/text/pii/number_runs.hpp"
#include "native/text/pii/phone_numbers.hpp"

namespace native {
namespace {

constexpr int kSure = 95, kDoubtful = 70, kUnclear = 20;

// Words with their confidences; "\n" before one begins a line, which is wrapped where it ends.
PiiText text_of(const std::vector<std::pair<std::string, int>>& texts) {
  std::vector<Word> words;
  int x = 0, line = 1;
  for (auto [text, confidence] : texts) {
    if (text.starts_with('\n')) {
      text.erase(0, 1);
      x = 0;
      ++line;
    }
    const int width = static_cast<int>(text.size()) * 8;
    words.push_back({{x, line * 20, width, 12}, confidence, line, text});
    x += width + 8;
  }
  return read_text(words);
}

// Returns what was found, its parts of one kind each: "keys a b; phones c".
std::string shown(const PiiText& text, const PiiFindings& found) {
  std::string all;
  for (const PiiFinding& each : found) {
    all += (all.empty() ? "" : "; ") + std::string(name_of(each.kind)) + " " +
           text.text.substr(each.begin, each.end - each.begin);
    EXPECT_FALSE(each.sure && each.kind != PiiKind::kPassword) << all;
  }
  return all;
}

template <typename Find>
std::string found_by(Find find, const std::vector<std::pair<std::string, int>>& texts) {
  const PiiText text = text_of(texts);
  PiiFindings found;
  find(text, found);
  return shown(text, found);
}

TEST(UnclearText, HasKeys) {
  EXPECT_EQ(found_by(find_unclear_keys, {{"see", kSure}, {"wq3Xk9LmZ2pR7tYb", kUnclear}}),
            "keys wq3Xk9LmZ2pR7tYb");
  EXPECT_EQ(found_by(find_unclear_keys, {{"wq3Xk9LmZ2pR7tYb", kSure}}), "");
  EXPECT_EQ(found_by(find_unclear_keys, {{"wq3Xk9", kUnclear}}), "") << "it is short";
  EXPECT_EQ(found_by(find_unclear_keys, {{"documentation", kUnclear}}), "");
  EXPECT_EQ(found_by(find_unclear_keys, {{"9f86d081884c7d659a2feaa0c55ad015", kUnclear}}), "")
      << "hashes are left alone";
}

TEST(UnclearText, HasPasswordsThatTheReadingSplit) {
  EXPECT_EQ(found_by(find_unclear_passwords, {{"Password:hunt", kUnclear}, {"er2x", kUnclear}}),
            "passwords Password:hunt er2x");
  EXPECT_EQ(found_by(find_unclear_passwords,
                     {{"Password:", kSure}, {"hunt", kUnclear}, {"er2x", kUnclear}}),
            "passwords hunt");
  EXPECT_EQ(found_by(find_unclear_passwords, {{"Password:", kSure}, {"is", kSure}}), "");
}

TEST(UnclearText, DatesBesideVersionsAreNoPhones) {
  const auto found_in = [](const std::vector<std::pair<std::string, int>>& texts) {
    return found_by(
        [](const PiiText& text, PiiFindings& found) {
          find_phone_numbers(text, find_number_runs(text), found);
        },
        texts);
  };
  EXPECT_EQ(found_in({{"2025-03-14", kSure}, {"1,22,4-1", kUnclear}}), "");
  EXPECT_EQ(found_in({{"2025-03-94", kSure}, {"1,22,4-1", kUnclear}}),
            "phones 2025-03-94 1,22,4-1");
}

TEST(UnclearText, HasPhones) {
  EXPECT_EQ(found_by(find_unclear_phones, {{"+49", kSure}, {"3O;1234567", kDoubtful}}),
            "phones +49 3O;1234567");
  EXPECT_EQ(found_by(find_unclear_phones, {{"+49", kSure}, {"30;1234567", kSure}}), "");
  EXPECT_EQ(found_by(find_unclear_phones, {{"+49", kSure}, {"3O;12", kDoubtful}}), "");
}

std::string wrapped(const std::vector<std::pair<std::string, int>>& texts,
                    const std::set<PiiKind>& kinds = {}) {
  return found_by([&](const PiiText& text,
                      PiiFindings& found) { find_unclear_wrapped_numbers(text, kinds, found); },
                  texts);
}

TEST(UnclearText, HasNumbersThatGoOnInTheNextLine) {
  const std::pair<std::string, int> half{"4111111111", kDoubtful};
  EXPECT_EQ(wrapped({{"card", kSure}, half, {"\n11Z111", kSure}}),
            "creditCards 4111111111\n11Z111");
  EXPECT_EQ(wrapped({{"card", kSure}, {"4111111111", kSure}, {"\n11Z111", kSure}}), "");
  EXPECT_EQ(wrapped({{"card", kSure}, half, {"\n11Z111", kSure}}, {PiiKind::kEmail}), "");
  EXPECT_EQ(wrapped({{"4111", kDoubtful}, {"\n11", kSure}}), "") << "it is short";
  EXPECT_EQ(wrapped({{"account", kSure}, {"DE89370400", kSure}, {"\n44053201", kSure}}),
            "ibans DE89370400\n44053201");
}

TEST(UnclearText, IsFollowedToItsEnds) {
  const PiiText text = text_of({{"key=ab", kUnclear},
                                {"cd", kUnclear},
                                {"ef", kDoubtful},
                                {"gH1", kSure},
                                {"thanks", kSure}});
  PiiFindings found{{PiiKind::kKey, text.pieces[1].begin, text.pieces[1].end, false}};
  follow_unclear_words(text, found);
  EXPECT_EQ(shown(text, found), "keys key=ab cd ef gH1");
  found = {{PiiKind::kCreditCard, text.pieces[1].begin, text.pieces[1].end, false}};
  follow_unclear_words(text, found);
  EXPECT_EQ(shown(text, found), "creditCards cd") << "numbers have their own ends";
}

TEST(UnclearText, IsWhatItResembles) {
  const auto find = [](const PiiText& text, PiiFindings& found) {
    find_unclear_words(text, {}, found);
  };
  EXPECT_EQ(found_by(find, {{"ann.12@exam", kUnclear}}), "emails ann.12@exam");
  EXPECT_EQ(found_by(find, {{"hMYZpPbP", kUnclear}, {"4Rsw", kUnclear}, {"ok", kSure}}),
            "keys hMYZpPbP 4Rsw");
  EXPECT_EQ(found_by(find, {{"736281946", kUnclear}}), "phones 736281946");
  EXPECT_EQ(found_by(find, {{"5412753456789I0", kUnclear}}), "creditCards 5412753456789I0");
  for (const char* each : {"connection", "f(a1b2c3d4)", "src/a1/b2/c3", "llllllll", "a1B2"})
    EXPECT_EQ(found_by(find, {{each, kUnclear}}), "") << each;
  EXPECT_EQ(found_by(find, {{"hMYZpPbP4Rsw", kDoubtful}}), "");
}

TEST(UnclearText, IsNotFoundAgainWhereSomethingIs) {
  const PiiText text = text_of({{"hMYZpPbP4Rsw", kUnclear}});
  PiiFindings found{{PiiKind::kPassword, 0, text.text.size(), true}};
  find_unclear_words(text, {}, found);
  find_unclear_keys(text, found);
  EXPECT_EQ(found.size(), 1U);
}

}  // namespace
}  // namespace native
