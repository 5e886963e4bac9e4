#include "native/text/pii/card_numbers.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "native/text/pii/check_digits.hpp"
#include "native/text/pii/expressions.hpp"
#include "native/text/pii/labels.hpp"

namespace native {
namespace {

constexpr std::size_t kLeastCardDigits = 13;
constexpr std::size_t kMostCardDigits = 19;
constexpr std::size_t kMostCardGroups = 8;
constexpr std::size_t kMostSplits = 2;  // blanks inside of groups, by mistakes of the reading

// How the digits are grouped: where groups end.
using Layout = std::array<std::size_t, 5>;
constexpr std::array<Layout, 5> kLayouts = {{{4, 8, 12, 16, 0},
                                             {4, 10, 15, 0, 0},
                                             {4, 10, 14, 0, 0},
                                             {4, 8, 12, 16, 19},
                                             {4, 8, 12, 13, 0}}};

bool ends_there(const Layout& layout, std::size_t digits) {
  return std::find(layout.begin(), layout.end(), digits) != layout.end();
}

// Returns whether cards of this length begin like this.
bool begins_like_card(std::string_view digits) {
  const char first = digits[0];
  const std::string_view two = digits.substr(0, 2);
  switch (digits.size()) {
    case 13:
      return first == '4';
    case 14:
      return two == "30" || two == "36" || two == "38" || two == "39";
    case 15:
      return two == "34" || two == "37" || digits.starts_with("1800") || digits.starts_with("2131");
    case 16:
      return first >= '2' && first <= '6';
    default:
      return first >= '4' && first <= '6';
  }
}

enum class Grouping { kNone, kMerged, kExact, kSplit };

// Returns how the groups compare with those of a card of that length.
Grouping grouping_of(const NumberWindow& window) {
  const std::size_t digits = window.digits().size();
  Grouping best = window.count() == 1 ? Grouping::kMerged : Grouping::kNone;
  for (const Layout& layout : kLayouts) {
    const std::size_t wanted = static_cast<std::size_t>(
        std::count_if(layout.begin(), layout.end(), [](std::size_t end) { return end > 0; }));
    if (layout[wanted - 1] != digits) continue;
    std::size_t at = 0, met = 0;
    for (std::size_t i = 0; i < window.count(); ++i) {
      at += window.group(i).size();
      if (ends_there(layout, at)) ++met;
    }
    const std::size_t splits = window.count() - met;
    if (splits == 0) best = met == wanted ? Grouping::kExact : Grouping::kMerged;
    if (splits > 0 && splits <= kMostSplits && met == wanted) best = Grouping::kSplit;
    if (best == Grouping::kExact) return best;
  }
  return best;
}

// Returns whether it is four groups of four between hyphens, with a blank in one of them.
bool has_hyphens_between_fours(const NumberWindow& window) {
  std::size_t digits = window.group(0).size(), hyphens = 0;
  for (std::size_t i = 1; i < window.count(); digits += window.group(i++).size()) {
    const bool hyphen = window.group(i).separator == '-';
    if (hyphen != (digits % 4 == 0)) return false;
    hyphens += hyphen ? 1U : 0U;
  }
  return digits == 16 && hyphens == 3;
}

// Returns whether it is a card without separators in which a doubtful reading saw a blank.
bool is_split_card(const PiiText& text, const NumberWindow& window) {
  return !text.exact && window.count() == 2 && !text.surely_read(window.begin(), window.end()) &&
         window.separated_by(" ") && luhn(window.digits()) && begins_like_card(window.digits()) &&
         window.stands_alone();
}

bool is_labelled_card(const PiiText& text, std::size_t at) {
  static const Labels labels(
      "card|credit ?card|debit ?card|kreditkarte|karte|kartennummer|visa|master ?card|amex|"
      "american express|diners|discover|maestro|carte|tarjeta|pan");
  return labels.stand_before(text, at);
}

// Returns whether it is a card, and surely one; nothing when it is none.
std::optional<bool> judge(const PiiText& text, const NumberWindow& window) {
  const std::string& digits = window.digits();
  if (!window.plausible() || !window.is_whole()) return std::nullopt;
  if (!window.separated_by(text.exact ? std::string_view(" \n-.", 4)
                                      : std::string_view(" \n-.,", 5)))
    return std::nullopt;
  const Grouping grouping = grouping_of(window);
  if (is_split_card(text, window)) return false;
  const bool card = begins_like_card(digits);
  const bool fours = grouping == Grouping::kExact && digits.size() == 16;
  const bool alone = window.stands_alone();
  const bool grouped =
      grouping != Grouping::kNone && (grouping != Grouping::kSplit || (alone && !text.exact));
  if (grouped && luhn(digits) && (card || fours)) return true;
  // Behind a label, groups may have a digit too many or too few.
  if (!text.exact && window.count() > 1 && alone &&
      !text.surely_read(window.begin(), window.end()) && is_labelled_card(text, window.begin()))
    return false;
  if (!grouped || window.surely_read() || !alone) return std::nullopt;
  if (grouping == Grouping::kSplit)
    return card && has_hyphens_between_fours(window) ? std::optional(false) : std::nullopt;
  if (fours || (card && (grouping == Grouping::kExact || digits.size() <= 16))) return false;
  return std::nullopt;
}

void find_four_fours(const PiiText& text, PiiFindings& found) {
  static const RE2 expression(R"(\b(\d{4}[-\s]?\d{4}[-\s]?\d{4}[-\s]?\d{4})\b)",
                              pii_expression_options());
  for (const ExpressionMatch& match : matches_of(expression, text.text))
    found.push_back({PiiKind::kCreditCard, match[1].begin, match[1].end, true});
}

}  // namespace

void find_card_numbers(const PiiText& text, const std::vector<NumberRun>& runs,
                       PiiFindings& found) {
  find_four_fours(text, found);
  for (const NumberRun& run : runs) {
    for (std::size_t first = 0; first < run.groups.size(); ++first) {
      if (run.groups[first].size() > kMostCardDigits) continue;
      NumberWindow window(text, run, first);
      while (window.digits().size() < kLeastCardDigits && window.count() < kMostCardGroups)
        if (!window.grow()) break;
      for (; window.digits().size() >= kLeastCardDigits &&
             window.digits().size() <= kMostCardDigits;) {
        if (const auto sure = judge(text, window))
          found.push_back({PiiKind::kCreditCard, window.begin(), window.end(), *sure});
        if (window.count() == kMostCardGroups || !window.grow()) break;
      }
    }
  }
}

}  // namespace native
