#include "native/text/pii/phone_numbers.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

#include "native/text/pii/amounts.hpp"
#include "native/text/pii/expressions.hpp"
#include "native/text/pii/labels.hpp"
#include "native/text/pii/look_alikes.hpp"

namespace native {
namespace {

constexpr std::size_t kLeastPhoneDigits = 7;
constexpr std::size_t kMostPhoneDigits = 15;  // E.164
constexpr std::size_t kMostPhoneGroups = 8;
// Separators of phone numbers; a literal would end at the 0 for "none".
constexpr std::string_view kSeparators("\0 \n-./", 6);

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> list) {
  for (const std::string_view each : list)
    if (text == each) return true;
  return false;
}

// Returns the sizes of the groups, such as "3-3-4" whatever the separators are.
std::string sizes_of(const NumberWindow& window) {
  std::string sizes;
  for (std::size_t i = 0; i < window.count(); ++i)
    sizes += (i > 0 ? "-" : "") + std::to_string(window.group(i).size());
  return sizes;
}

bool has_separator(const NumberWindow& window, std::string_view among) {
  for (std::size_t i = 1; i < window.count(); ++i)
    if (window.group(i).separator != 0 &&
        among.find(window.group(i).separator) != std::string_view::npos)
      return true;
  return false;
}

bool looks_like_date(const NumberWindow& window) {
  const std::string sizes = sizes_of(window);
  if (window.count() < 3) return false;
  const char first = window.group(1).separator;
  return first == window.group(2).separator && first != ' ' &&
         (sizes.starts_with("2-2-4") || sizes.starts_with("4-2-2") ||
          (sizes.starts_with("2-2-2") && window.count() == 3));
}

// "+" and a country code. A reading may lose blanks behind it.
bool is_international(const NumberWindow& window, bool exact) {
  if (!window.group(0).plus || window.digits()[0] == '0') return false;
  const std::size_t digits = window.digits().size();
  if (window.count() == 1) return digits >= 10;
  return digits >= 8 && (window.group(0).size() <= 6 || !exact);
}

// "00" and a country code.
bool is_international_by_zeros(const NumberWindow& window) {
  const std::string& digits = window.digits();
  if (!digits.starts_with("00") || digits[2] == '0') return false;
  if (window.count() == 1) return digits.size() >= 12;
  const std::size_t prefix = window.group(0).size();
  return digits.size() >= 10 && prefix >= 2 && prefix <= 6 &&
         (prefix > 3 || (digits.size() >= 12 && window.group(1).size() == 3 &&
                         window.group(1).begin > 0 && digits[3] != '0'));
}

// An area code in brackets.
bool has_area_in_brackets(const PiiText& text, const NumberWindow& window) {
  for (std::size_t i = 0; i < window.count() && i < 2; ++i) {
    const DigitGroup& area = window.group(i);
    if (!area.opened || !area.closed || area.size() < 2 || area.size() > 5) continue;
    if (i == 1 && window.group(0).size() > 3) continue;
    if (i == 0 && is_alnum(char_before(text.text, area.begin - 1))) continue;
    std::size_t rest = 0;
    for (std::size_t k = i + 1; k < window.count(); ++k) rest += window.group(k).size();
    return rest >= 5 && rest <= 9 && area.size() + rest >= 9;
  }
  return false;
}

bool is_french(const NumberWindow& window) {
  bool counting = true;  // 01 02 03 04 05
  const std::string& digits = window.digits();
  for (std::size_t at = 3; at < digits.size(); at += 2)
    counting = counting && digits[at] == digits[at - 2] + 1;
  return sizes_of(window) == "2-2-2-2-2" && !counting;
}

// A grouping that begins with a national trunk prefix 0.
bool is_national(const NumberWindow& window) {
  const std::string& digits = window.digits();
  const std::size_t area = window.group(0).size();
  if (digits[0] != '0' || digits[1] == '0' || window.count() < 2 || digits.size() > 12)
    return false;
  if (looks_like_date(window)) return false;
  if (sizes_of(window) == "2-2-2-2-2") return is_french(window);
  if (digits.size() < 9 || area < 2 || area > 5) return false;
  for (std::size_t i = 1; i < window.count(); ++i)
    if (window.group(i).size() < 2 || window.group(i).separator == '.') return false;
  return window.count() <= 5 && (area > 2 || window.group(1).size() >= 3);
}

bool is_north_american(std::string_view ten) {
  return ten[0] >= '2' && ten[3] >= '2' && ten.substr(1, 2) != "11";
}

// Groupings of single countries.
bool has_known_grouping(const NumberWindow& window) {
  const std::string& digits = window.digits();
  const std::string sizes = sizes_of(window);
  if (is_one_of(sizes, {"3-3-4"})) return is_north_american(digits);
  if (sizes == "1-3-3-4")
    return digits[0] == '1' && has_separator(window, "-. ") && is_north_american(digits.substr(1));
  if (sizes == "1-3-3-2-2") return digits[0] == '7' || digits[0] == '8';
  if (sizes == "3-4-4") return digits[0] == '1' && digits[1] >= '3';
  if (sizes == "2-5-4")
    return window.group(1).separator == ' ' && window.group(2).separator == '-' && digits[2] == '9';
  return false;
}

bool is_labelled(const PiiText& text, const NumberWindow& window) {
  static const Labels labels(
      "tel|telephone|phone|phones|mobile|cell|cellphone|fax|whatsapp|sms|hotline|telefon|telefax|"
      "tel[eé]fono|telefone|t[eé]l|t[eé]l[eé]phone|portable|mobil|handy|mobiltelefon|rufnummer|"
      "telefoon|puhelin|celular|m[oó]vil|cellulare|tlf|puh|gsm|телефон|тел|моб|电话|電話|手机|手機|"
      "携帯|전화|휴대폰|☎|📞|📱|✆");
  return labels.stand_before(
      text, window.begin() - (window.group(0).opened ? 1U : 0U) - (window.group(0).plus ? 1U : 0U));
}

// Digits in the shape 3-3-4 with the mistakes of a reading.
bool is_plain_shape(const NumberWindow& window) {
  if (window.digits().size() != 10 || !window.separated_by("-.,")) return false;
  return is_one_of(sizes_of(window), {"3-3-4", "6-4", "3-7", "10"});
}

bool is_phone(const PiiText& text, const NumberWindow& window, bool labelled) {
  if (!window.plausible() || !window.is_whole()) return false;
  if (!text.exact && is_plain_shape(window)) return true;
  if (!window.separated_by(kSeparators)) return false;
  if (is_international(window, text.exact) || has_area_in_brackets(text, window)) return true;
  if (labelled && !looks_like_date(window)) return true;
  return window.stands_alone() &&
         (is_international_by_zeros(window) || is_national(window) || has_known_grouping(window));
}

void find_plain(const PiiText& text, PiiFindings& found) {
  static const RE2 expression(R"(\b(\d{3}[-.]?\d{3}[-.]?\d{4})\b)", pii_expression_options());
  for (const ExpressionMatch& match : matches_of(expression, text.text))
    found.push_back({PiiKind::kPhone, match[1].begin, match[1].end, true});
}

// Returns where a number begins with its "+" or bracket.
std::size_t first_byte(const PiiText& text, const NumberWindow& window) {
  std::size_t begin = window.begin();
  if (!window.group(0).plus && !window.group(0).opened) return begin;
  while (begin > 0 && (text.text[begin - 1] == '+' || text.text[begin - 1] == '(' ||
                       (text.text[begin - 1] == ' ' && begin > 1 &&
                        (text.text[begin - 2] == '+' || text.text[begin - 2] == '('))))
    --begin;
  return begin;
}

// Adds the longest number that begins with this group.
void find_from(const PiiText& text, const NumberRun& run, std::size_t first, PiiFindings& found) {
  NumberWindow window(text, run, first);
  const bool labelled = is_labelled(text, window);
  bool any = false;
  PiiFinding best{PiiKind::kPhone, 0, 0, true};
  while (window.digits().size() <= kMostPhoneDigits) {
    if (window.digits().size() >= (labelled ? kLeastPhoneDigits - 1 : kLeastPhoneDigits) &&
        is_phone(text, window, labelled)) {
      best = {PiiKind::kPhone, first_byte(text, window), window.end(), !window.has_look_alikes()};
      any = true;
    }
    if (window.count() == kMostPhoneGroups || !window.grow()) break;
    if (char_before(text.text, window.group(window.count() - 1).begin) == '+') break;
  }
  if (any) found.push_back(best);
}

// Returns whether a word has the length of personal numbers, and mostly digits. Strokes such as
// "+++" are read as one digit many times, hashes have letters that are like no digit, and times
// have a colon.
bool is_mostly_digits(std::string_view word) {
  constexpr std::size_t kLongest = 36;    // an IBAN with strokes that are none
  constexpr std::ptrdiff_t kForeign = 2;  // letters
  const auto digits = std::count_if(word.begin(), word.end(), is_digit);
  const auto foreign = std::count_if(word.begin(), word.end(),
                                     [](char c) { return is_letter(c) && !digit_like(c); });
  return digits > 1 && digits * 2 > std::count_if(word.begin(), word.end(), is_alnum) &&
         foreign <= kForeign && word.size() <= kLongest &&
         word.find_first_of(":[]{}") == std::string_view::npos && !is_amount_or_date(word);
}

// What may stand between the groups of a number.
bool is_mark(std::string_view word) {
  return word.find_first_not_of("-./()") == std::string_view::npos;
}

bool has_different_digits(std::string_view text) {
  constexpr std::ptrdiff_t kDifferent = 4;
  std::array<bool, 256> seen{};
  for (const char c : text) seen[static_cast<unsigned char>(c)] = is_digit(c);
  return std::count(seen.begin(), seen.end(), true) >= kDifferent;
}

// Returns whether the pieces [first, end) are the middle of one word that the reading split, as it
// splits hashes.
bool is_inside_word(const PiiText& text, std::size_t first, std::size_t end) {
  const auto touch = [&](std::size_t left) {
    return text.pieces[left].end == text.pieces[left + 1].begin;
  };
  return (first > 0 && touch(first - 1)) || (end < text.pieces.size() && touch(end - 1));
}

// Returns whether the pieces [first, end) are among the bytes of a dump: pairs of hexadecimal
// digits, more of them than a number of a person has.
bool is_in_dump(const PiiText& text, std::size_t first, std::size_t end) {
  constexpr std::ptrdiff_t kPairs = 7;
  const auto is_pair = [&](std::size_t i) {
    const PiiText::Piece& piece = text.pieces[i];
    return piece.end - piece.begin == 2 &&
           std::isxdigit(static_cast<unsigned char>(text.text[piece.begin])) != 0 &&
           std::isxdigit(static_cast<unsigned char>(text.text[piece.begin + 1])) != 0;
  };
  std::ptrdiff_t pairs = 0;
  for (std::size_t i = first; i < end; ++i) pairs += is_pair(i) ? 1 : 0;
  for (std::size_t i = first; i > 0 && is_pair(i - 1); --i) ++pairs;
  for (std::size_t i = end; i < text.pieces.size() && is_pair(i); ++i) ++pairs;
  return pairs >= kPairs;
}

// Long numbers that could hardly be read, whatever they are.
void find_unclear_numbers(const PiiText& text, PiiFindings& found) {
  for (std::size_t i = 0; i < text.pieces.size();) {
    std::size_t next = i, digits = 0;
    bool unclear = false;
    for (; next < text.pieces.size(); ++next) {
      const PiiText::Piece& piece = text.pieces[next];
      const std::string_view word =
          std::string_view(text.text).substr(piece.begin, piece.end - piece.begin);
      const bool goes_on = next == i || piece.begin == text.pieces[next - 1].end ||
                           text.text[piece.begin - 1] == ' ';
      if (!goes_on || !(is_mostly_digits(word) || (next > i && is_mark(word)))) break;
      digits += static_cast<std::size_t>(std::count_if(word.begin(), word.end(), is_digit));
      unclear = unclear || piece.unclear;
    }
    const std::size_t begin = text.pieces[i].begin;
    const std::size_t end = next > i ? text.pieces[next - 1].end : begin;
    if (unclear && digits >= kLeastPhoneDigits && !is_inside_word(text, i, next) &&
        !is_in_dump(text, i, next) &&
        has_different_digits(std::string_view(text.text).substr(begin, end - begin)))
      found.push_back({PiiKind::kPhone, begin, end, false});
    i = std::max(next, i + 1);
  }
}

}  // namespace

void find_phone_numbers(const PiiText& text, const std::vector<NumberRun>& runs,
                        PiiFindings& found) {
  find_plain(text, found);
  find_unclear_numbers(text, found);
  for (const NumberRun& run : runs) {
    std::size_t digits = 0;
    for (const DigitGroup& group : run.groups) digits += group.size();
    if (digits < kLeastPhoneDigits - 1) continue;
    for (std::size_t first = 0; first < run.groups.size(); ++first)
      if (run.groups[first].size() <= kMostPhoneDigits) find_from(text, run, first, found);
  }
}

}  // namespace native
