#include "native/text/pii/unclear_text.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>

#include "native/text/pii/card_numbers.hpp"
#include "native/text/pii/email_addresses.hpp"
#include "native/text/pii/ibans.hpp"
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
  EXPECT_EQ(found_by(find_unclear_keys, {{"ATzaI29NB3I6Y4E8xLPJt23k", kDoubtful}}),
            "keys ATzaI29NB3I6Y4E8xLPJt23k");
  EXPECT_EQ(found_by(find_unclear_keys, {{"wq3Xk9LmZ2pR7tYb", kDoubtful}}), "");
  EXPECT_EQ(found_by(find_unclear_keys, {{"documentation", kUnclear}}), "");
  EXPECT_EQ(found_by(find_unclear_keys, {{"9f86d081884c7d659a2feaa0c55ad015", kUnclear}}), "")
      << "hashes are left alone";
  EXPECT_EQ(
      found_by(find_unclear_keys, {{"UUID=\"4ccfac8S-1e3c-4eaO-94cf-2ac30ea15Ofd\"", kUnclear}}),
      "");
  EXPECT_EQ(found_by(find_unclear_keys, {{">..X..a1...cC9..3b..<", kUnclear}}), "")
      << "hardly any letters";
}

TEST(UnclearText, HasPasswordsThatTheReadingSplit) {
  EXPECT_EQ(found_by(find_unclear_passwords, {{"Password:hunt", kUnclear}, {"er2x", kUnclear}}),
            "passwords Password:hunt er2x");
  EXPECT_EQ(found_by(find_unclear_passwords,
                     {{"Password:", kSure}, {"hunt", kUnclear}, {"er2x", kUnclear}}),
            "passwords hunt");
  EXPECT_EQ(found_by(find_unclear_passwords, {{"Password:", kSure}, {"is", kSure}}), "");
}

TEST(UnclearText, HasPasswordsWithoutTheColonOfTheirLabel) {
  EXPECT_EQ(found_by(find_unclear_passwords, {{"Passwort", kSure}, {"uwe-fischer-57", kSure}}),
            "passwords uwe-fischer-57");
  EXPECT_EQ(found_by(find_unclear_passwords, {{"password", kSure}, {"protection", kSure}}), "");
  EXPECT_EQ(found_by(find_unclear_passwords, {{"password", kSure}, {"2026-11-28", kSure}}), "");
  EXPECT_EQ(found_by(find_unclear_passwords, {{"passwords", kSure}, {"uwe-fischer-57", kSure}}),
            "");
}

TEST(UnclearText, HasShortCardsWithADigitTooManyOrTooFew) {
  const auto cards = [](const char* first, const char* second, const char* third) {
    return found_by(find_unclear_short_cards, {{first, kSure}, {second, kSure}, {third, kSure}});
  };
  EXPECT_EQ(cards("3744", "0242764", "62889"), "creditCards 3744 0242764 62889");
  EXPECT_EQ(cards("3744", "02476", "62889"), "creditCards 3744 02476 62889");
  EXPECT_EQ(cards("3844", "0242764", "62889"), "");
  EXPECT_EQ(cards("3744", "0242", "62889"), "");
  EXPECT_EQ(cards("3744", "024264", "6288"), "");
}

TEST(UnclearText, HasCardsWithAGroupThatCouldNotBeRead) {
  const auto groups = [](const std::vector<std::pair<std::string, int>>& texts) {
    return found_by(
        [](const PiiText& text, PiiFindings& found) { find_unclear_groups(text, {}, found); },
        texts);
  };
  EXPECT_EQ(groups({{"no", kSure},
                    {"GOLL", kUnclear},
                    {"4321", kSure},
                    {"4025", kSure},
                    {"1710", kSure},
                    {"next", kSure}}),
            "creditCards GOLL 4321 4025 1710");
  EXPECT_EQ(groups({{"GOLL", kSure}, {"4321", kSure}, {"4025", kSure}, {"1710", kSure}}), "");
  EXPECT_EQ(groups({{"goll", kUnclear}, {"4321", kSure}, {"4025", kSure}, {"1710", kSure}}), "");
  EXPECT_EQ(groups({{"GOLL", kUnclear}, {"4321", kSure}, {"4025", kSure}}), "");
  const auto begins_card = [&](const char* group, int confidence) {
    return !groups({{group, confidence}, {"8888", kSure}, {"8888", kSure}, {"1881", kSure}})
                .empty();
  };
  for (const char* group : {"401?", "4012?", "888", "40:2"})
    EXPECT_TRUE(begins_card(group, kDoubtful)) << group;
  EXPECT_TRUE(begins_card("401?", kSure));
  for (const char* group : {"888", "40:2", "88888", "88"})
    EXPECT_FALSE(begins_card(group, kSure)) << group;
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
  EXPECT_EQ(found_in({{"72489", kDoubtful}, {"-4.3484", kUnclear}, {"35205", kDoubtful}}), "");
  EXPECT_EQ(found_in({{"4b7d02c6d76457f24c8", kUnclear}}), "") << "a part of a hash";
  EXPECT_EQ(found_in({{"3.821e€+05", kUnclear}, {"3.8076+05", kUnclear}}), "");
  EXPECT_EQ(found_in({{"04", kSure}, {"61", kUnclear}, {"72", kSure}, {"13", kUnclear}}),
            "phones 04 61 72 13");
  EXPECT_EQ(found_in({{"04", kSure},
                      {"61", kUnclear},
                      {"72", kSure},
                      {"13", kUnclear},
                      {"e5", kSure},
                      {"51", kSure},
                      {"0d", kSure}}),
            "")
      << "bytes of a dump";
  EXPECT_EQ(found_in({{"2025-03-94", kSure}, {"1,22,4-1", kUnclear}}),
            "phones 2025-03-94 1,22,4-1");
}

// Returns the kinds of what is found in words that stand apart, all read with this confidence.
std::string kinds_in(const std::string& line, int confidence) {
  std::vector<std::pair<std::string, int>> texts;
  std::istringstream parts(line);
  for (std::string part; parts >> part;) texts.emplace_back(part, confidence);
  const PiiText text = text_of(texts);
  PiiFindings found;
  find_card_numbers(text, find_number_runs(text), found);
  find_ibans(text, found);
  find_email_addresses(text, found);
  std::string kinds;
  for (const PiiFinding& each : found)
    kinds += (kinds.empty() ? "" : " ") + std::string(name_of(each.kind));
  return kinds;
}

TEST(UnclearText, HasNumbersWithADigitTooMany) {
  EXPECT_EQ(kinds_in("Amex 3766 6875835 74338", kDoubtful), "creditCards");
  EXPECT_EQ(kinds_in("Amex 3766 6875835 74338", kSure), "");
  EXPECT_EQ(kinds_in("rows 3766 6875835 74338", kDoubtful), "");
  EXPECT_EQ(kinds_in("to NL89 ABNA 93431 5898 70", kDoubtful), "ibans");
  EXPECT_EQ(kinds_in("to NL89 ABNA 93431 5898 70", kSure), "");
}

TEST(UnclearText, HasCardsBetweenHyphensThatTheReadingSplit) {
  EXPECT_EQ(kinds_in("on 5151-6971-01 62-2442 now", kDoubtful), "creditCards");
  EXPECT_EQ(kinds_in("on 5151-6971-01 62-2442 now", kSure), "");
  EXPECT_EQ(kinds_in("on 5151 6971-01 62-2442 now", kDoubtful), "");
}

TEST(UnclearText, HasIbansWithoutTheBlankBehindThem) {
  EXPECT_EQ(kinds_in("to NL89ABNA934158987Oinin", kDoubtful), "ibans");
  EXPECT_EQ(kinds_in("to NL89ABNA934158987Oinin", kSure), "");
}

TEST(UnclearText, HasAddressesWhoseEndWasNotRead) {
  EXPECT_EQ(kinds_in("From: gmeyer@web.d ny", kDoubtful), "emails");
  EXPECT_EQ(kinds_in("From: gmeyer@web.d ny", kSure), "");
  EXPECT_EQ(kinds_in("to 1963@company. if", kDoubtful), "emails");
  EXPECT_EQ(kinds_in("to hugo_ito9@@gmail.com now", kDoubtful), "emails");
  EXPECT_EQ(kinds_in("run gmeyer@web now", kDoubtful), "");
  EXPECT_EQ(kinds_in("E-mail: anna.kellerfipost.example.co.uk please", kSure), "emails");
  EXPECT_EQ(kinds_in("Site: anna.kellerfipost.example.co.uk please", kSure), "");
}

TEST(UnclearText, HasAddressesInBracketsWithoutTheirSign) {
  EXPECT_EQ(kinds_in("Note <farid-jansengicompany.io", kDoubtful), "emails");
  EXPECT_EQ(kinds_in("Note farid-jansengicompany.io", kDoubtful), "");
  EXPECT_EQ(kinds_in("Note <farid-jansengicompany.io", kSure), "");
}

TEST(UnclearText, HasPhones) {
  EXPECT_EQ(found_by(find_unclear_phones, {{"+49", kSure}, {"3O;1234567", kDoubtful}}),
            "phones +49 3O;1234567");
  EXPECT_EQ(found_by(find_unclear_phones, {{"+49", kSure}, {"30;1234567", kSure}}), "");
  EXPECT_EQ(found_by(find_unclear_phones,
                     {{"+33", kSure}, {"&", kDoubtful}, {"47", kSure}, {"212664", kSure}}),
            "phones +33 & 47 212664");
  EXPECT_EQ(found_by(find_unclear_phones, {{"+49", kSure}, {"3O;12", kDoubtful}}), "");
  EXPECT_EQ(found_by(find_unclear_phones, {{"v4.13.88+20260122.8", kDoubtful}}), "");
  EXPECT_EQ(found_by(find_unclear_phones, {{"8.608e+05", kDoubtful}, {"32570", kDoubtful}}), "");
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
  EXPECT_EQ(wrapped({{"80,831.82", kDoubtful},
                     {"02.01.2027", kSure},
                     {"16375", kDoubtful},
                     {"\n266", kSure},
                     {"desk", kSure}}),
            "")
      << "rows of a table";
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
