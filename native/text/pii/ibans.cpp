#include "native/text/pii/ibans.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "native/text/pii/check_digits.hpp"
#include "native/text/pii/expressions.hpp"
#include "native/text/pii/id_form.hpp"
#include "native/text/pii/labels.hpp"
#include "native/text/pii/look_alikes.hpp"

namespace native {
namespace {

constexpr std::size_t kLeastLength = 15;
constexpr std::size_t kMostLength = 34;
constexpr std::size_t kLongestFirst = 5;  // characters of the first group, with one too many

struct Country {
  std::string_view code;
  // What follows the check digits, by the IBAN registry: numbers of characters that are digits
  // (n), letters (a) or either (c).
  std::string_view structure;
};

constexpr Country kCountries[] = {
    {"AD", "8n12c"},    {"AE", "19n"},     {"AL", "8n16c"},   {"AT", "16n"},
    {"AZ", "4a20c"},    {"BA", "16n"},     {"BE", "12n"},     {"BG", "4a6n8c"},
    {"BH", "4a14c"},    {"BR", "23n1a1c"}, {"BY", "4c4n16c"}, {"CH", "5n12c"},
    {"CR", "18n"},      {"CY", "8n16c"},   {"CZ", "20n"},     {"DE", "18n"},
    {"DK", "14n"},      {"DO", "4c20n"},   {"EE", "16n"},     {"EG", "25n"},
    {"ES", "20n"},      {"FI", "14n"},     {"FO", "14n"},     {"FR", "10n11c2n"},
    {"GB", "4a14n"},    {"GE", "2a16n"},   {"GI", "4a15c"},   {"GL", "14n"},
    {"GR", "7n16c"},    {"GT", "24c"},     {"HR", "17n"},     {"HU", "24n"},
    {"IE", "4a14n"},    {"IL", "19n"},     {"IQ", "4a15n"},   {"IS", "22n"},
    {"IT", "1a10n12c"}, {"JO", "4a4n18c"}, {"KW", "4a22c"},   {"KZ", "3n13c"},
    {"LB", "4n20c"},    {"LC", "4a24c"},   {"LI", "5n12c"},   {"LT", "16n"},
    {"LU", "3n13c"},    {"LV", "4a13c"},   {"LY", "21n"},     {"MC", "10n11c2n"},
    {"MD", "20c"},      {"ME", "18n"},     {"MK", "3n10c2n"}, {"MR", "23n"},
    {"MT", "4a5n18c"},  {"MU", "4a19n3a"}, {"NL", "4a10n"},   {"NO", "11n"},
    {"PK", "4a16c"},    {"PL", "24n"},     {"PS", "4a21c"},   {"PT", "21n"},
    {"QA", "4a21c"},    {"RO", "4a16c"},   {"RS", "18n"},     {"SA", "2n18c"},
    {"SC", "4a20n3a"},  {"SE", "20n"},     {"SI", "15n"},     {"SK", "20n"},
    {"SM", "1a10n12c"}, {"ST", "21n"},     {"SV", "4a20n"},   {"TL", "19n"},
    {"TN", "20n"},      {"TR", "6n16c"},   {"UA", "6n19c"},   {"VA", "18n"},
    {"VG", "4a16n"},    {"XK", "16n"}};

// Returns the form of a country's IBANs, with blanks after each four characters.
std::string form_of(std::string_view structure) {
  std::string characters = "AA99";
  std::size_t count = 0;
  for (const char c : structure) {
    if (is_digit(c)) {
      count = count * 10 + static_cast<std::size_t>(c - '0');
      continue;
    }
    characters.append(count, c == 'n' ? '9' : c == 'a' ? 'A' : 'X');
    count = 0;
  }
  std::string form;
  for (std::size_t i = 0; i < characters.size(); ++i) {
    if (i > 0 && i % 4 == 0) form += ' ';
    form += characters[i];
  }
  return form;
}

std::optional<std::string_view> structure_of(const PiiText& text, std::size_t at) {
  if (at + kLeastLength > text.text.size()) return std::nullopt;
  std::string code;
  for (std::size_t i = 0; i < 2; ++i) {
    const char c = text.text[at + i];
    const char letter = text.exact ? (is_upper(c) ? c : '\0') : letter_like(c);
    if (!letter) return std::nullopt;
    code += letter;
  }
  for (const Country& country : kCountries)
    if (country.code == code) return country.structure;
  return std::nullopt;
}

bool is_labelled_iban(const PiiText& text, std::size_t at) {
  static const Labels labels("[ijlt1|]ban|i8an|bban|kontonummer");
  return labels.stand_before(text, at);
}

// Returns the end of characters that may be an IBAN with missing or added ones, after a label.
std::optional<std::size_t> end_of_labelled(const PiiText& text, std::size_t at) {
  if (text.exact || !is_labelled_iban(text, at)) return std::nullopt;
  std::size_t count = 0, end = at;
  while (count <= kMostLength && end < text.text.size()) {
    const std::size_t begin = end + (count > 0 && text.text[end] == ' ' ? 1 : 0);
    std::size_t to = begin;
    bool digit = false, capitals = true;
    for (; is_alnum(char_at(text.text, to)) && to - begin <= kMostLength; ++to) {
      digit = digit || is_digit(text.text[to]);
      capitals = capitals && is_upper(text.text[to]);
    }
    // Behind the check digits, letters of any case are misread capitals, and one may be too many.
    const std::size_t length = to - begin;
    const bool second = count > 0 && count <= kLongestFirst && length + 1 >= 4 && length <= 5;
    const bool bank = second || (length == 4 && capitals);
    if (!digit && !bank) break;
    count += to - begin;
    end = to;
  }
  if (count < kLeastLength - 2 || count > kMostLength) return std::nullopt;
  return end;
}

std::optional<PiiFinding> iban_at(const PiiText& text, std::size_t at) {
  if (const auto structure = structure_of(text, at)) {
    const auto match = match_form(text, at, form_of(*structure));
    if (match && iban_checks(match->id)) return PiiFinding{PiiKind::kIban, at, match->end, true};
    if (match && (match->look_alikes + match->ambiguous > 0 || !text.surely_read(at, match->end)))
      return PiiFinding{PiiKind::kIban, at, match->end, false};
    // The form is so long that nothing else has all of it but one character.
    if (const auto unclear = match_form(text, at, form_of(*structure), 1))
      return PiiFinding{PiiKind::kIban, at, unclear->end, false};
  }
  if (const auto end = end_of_labelled(text, at))
    return PiiFinding{PiiKind::kIban, at, *end, false};
  return std::nullopt;
}

bool is_country(std::string_view code) {
  return std::any_of(std::begin(kCountries), std::end(kCountries),
                     [&](const Country& country) { return country.code == code; });
}

// Groups of about four behind a country: check digits that could not be read, or one too many.
void find_unclear(const PiiText& text, PiiFindings& found) {
  static const RE2 expression(
      "(?:^|\\s)([A-Z]{2}[^\\s]{2,5}(?: [A-Z0-9]{3,5}){3,7}(?: [A-Z0-9]{1,4})?)(?:[^\\pL\\pN]|$)",
      pii_expression_options());
  for (const ExpressionMatch& match : matches_of(expression, text.text)) {
    const auto [begin, end] = match[1];
    const std::string_view iban = std::string_view(text.text).substr(begin, end - begin);
    constexpr std::ptrdiff_t kLeastDigits = 8;
    if (is_country(iban.substr(0, 2)) && !text.surely_read(begin, end) &&
        std::count_if(iban.begin(), iban.end(), is_digit) >= kLeastDigits)
      found.push_back({PiiKind::kIban, begin, end, false});
  }
}

}  // namespace

void find_ibans(const PiiText& text, PiiFindings& found) {
  const auto digit = [&](char c) { return text.exact ? is_digit(c) : digit_like(c) != 0; };
  for (std::size_t at = 0; at + kLeastLength <= text.text.size(); ++at) {
    const std::size_t skip = text.exact || text.text[at + 2] != ' ' ? 2 : 3;
    if (!may_begin_id(text, at)) continue;
    const bool digits = digit(text.text[at + skip]) && digit(text.text[at + skip + 1]);
    // Behind a label, check digits may have been read as any letters.
    const bool capitals = !text.exact && is_upper(text.text[at]) && is_upper(text.text[at + 1]);
    if (!digits && !capitals) continue;
    if (const auto iban = iban_at(text, at)) {
      found.push_back(*iban);
      at = iban->end - 1;
    }
  }
  if (!text.exact) find_unclear(text, found);
}

}  // namespace native
