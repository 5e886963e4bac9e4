#include "native/text/pii/misread_words.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "native/text/pii/expressions.hpp"
#include "native/text/pii/pii_text.hpp"

namespace native {
namespace {

// Returns whether a word is long, and has digits and slashes alone, but for the country of an IBAN.
bool has_only_digits_and_slashes(std::string_view text) {
  constexpr std::size_t kLongerThanDates = 12;
  if (text.size() < kLongerThanDates) return false;
  const std::size_t country = is_upper(text[0]) && is_upper(text[1]) ? 2 : 0;
  return text.find_first_not_of("0123456789/", country) == std::string_view::npos;
}

// Returns a number without the strokes that a reading put before its sevens: "156/7" among groups
// that other marks separate, or among digits alone. There, another stroke is a seven itself.
std::string without_strokes(const Word& word) {
  std::string text = word.text;
  const bool separated = text.find_first_of("-.") != std::string::npos;
  const bool digits = has_only_digits_and_slashes(text);
  if (word.confidence >= kSureConfidence || !(separated || digits)) return text;
  for (std::size_t at = 1; at + 1 < text.size(); ++at) {
    if (text[at] != '/' || !is_digit(text[at - 1])) continue;
    if (text[at + 1] == '7')
      text.erase(at, 1);
    else if (digits && is_digit(text[at + 1]))
      text[at] = '7';
  }
  return text;
}

// Returns a word with letters where a doubtful reading saw the signs of currencies behind others.
std::string with_letters(std::string text, int confidence) {
  constexpr std::pair<std::string_view, char> kSigns[] = {
      {"\u00A5", 'Y'}, {"\u20AC", 'E'}, {"\u00A3", 'E'}, {"\u00A2", 'c'}};
  if (confidence >= kSureConfidence) return text;
  for (const auto& [sign, letter] : kSigns) {
    const std::size_t at = text.find(sign);
    if (at != std::string::npos && at > 0 && is_letter(text[at - 1]))
      text.replace(at, sign.size(), 1, letter);
  }
  return text;
}

// Returns how many bytes a sign has that a zero with a dot or a stroke in it is taken for; 0 for
// other characters.
std::size_t bytes_of_zero(std::string_view text) {
  for (const std::string_view sign : {"@", "\u00A9", "\u00AE"})
    if (text.starts_with(sign)) return sign.size();
  return 0;
}

// Returns a number with digits where the reading saw signs: "851-7@-5119", "§15-70-9255".
std::string with_digits(const std::string& text) {
  constexpr std::string_view kFive = "\u00A7";
  constexpr std::size_t kLeastDigits = 3;
  constexpr std::size_t kMostSigns = 2;
  std::string number;
  std::size_t digits = 0, signs = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = std::string_view(text).substr(at);
    const bool five = rest.starts_with(kFive);
    const std::size_t sign = five ? kFive.size() : bytes_of_zero(rest);
    if (sign == 0 && !is_digit(text[at]) && text[at] != '-' && text[at] != '.') return text;
    signs += sign > 0 ? 1U : 0U;
    digits += is_digit(text[at]) ? 1U : 0U;
    number += five ? '5' : sign > 0 ? '0' : text[at];
    at += std::max<std::size_t>(sign, 1);
  }
  return digits >= kLeastDigits && signs <= kMostSigns ? number : text;
}

// Returns whether a word is the zero of a number that was broken before it: a sign between digits
// at the edge of one line and others in the next.
bool is_broken_zero(const std::vector<Word>& words, std::size_t i) {
  if (i == 0 || i + 1 == words.size() || words[i - 1].line == words[i].line) return false;
  return is_sign_for_zero(words[i].text) && words[i + 1].line == words[i].line &&
         all_digits(words[i + 1].text) && !words[i - 1].text.empty() &&
         is_digit(words[i - 1].text.back()) && ends_at_edge(words, i - 1);
}

// Returns a number with a one where the reading saw a bracket: "+4]", "555-12]-4567".
std::string with_ones(std::string text) {
  const std::size_t at = text.find_first_of("[]");
  if (at == std::string::npos || at == 0 || text.find_first_of("[]", at + 1) != std::string::npos)
    return text;
  const auto belongs = [](char c) { return is_digit(c) || c == '-' || c == '.' || c == '+'; };
  const bool number =
      std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(at), belongs) &&
      std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at) + 1, text.end(), belongs) &&
      belongs(text.front());
  const bool inside = at + 1 < text.size() && std::any_of(text.begin(), text.end(), is_digit);
  if (number && is_digit(text[at - 1]) && (text.front() == '+' || inside)) text[at] = '1';
  return text;
}

// Returns whether a number that could hardly be read ends with an "f": the edge of a selection.
bool ends_with_edge(const Word& word) {
  constexpr std::size_t kLeast = 6;  // characters before it
  const std::string& text = word.text;
  return word.confidence < kUnclearConfidence && text.size() > kLeast && text.back() == 'f' &&
         text.find_first_not_of("0123456789-.[]") == text.size() - 1;
}

std::string without_edge(std::string text) {
  text.pop_back();
  for (char& c : text)
    if (c == '[' || c == ']') c = '1';
  return text;
}

// Returns a word of digits and marks with sevens where it has strokes.
std::string with_sevens(std::string text) {
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (text[at] != '/') continue;
    if (text[at + 1] == '7')
      text.erase(at, 1);
    else
      text[at] = '7';
  }
  return text;
}

bool is_four_digits(const std::vector<Word>& words, std::size_t i, int line) {
  return i < words.size() && words[i].line == line && words[i].text.size() == 4 &&
         all_digits(words[i].text);
}

// Returns whether a word would be one of three groups of four digits, or more.
bool is_among_fours(const std::vector<Word>& words, std::size_t i, std::string_view text) {
  if (text.size() != 4 || !all_digits(text)) return false;
  const auto fours = [&](std::size_t at) { return is_four_digits(words, at, words[i].line); };
  return (fours(i - 1) && (fours(i - 2) || fours(i + 1))) || (fours(i + 1) && fours(i + 2));
}

// Returns whether a word, which begins with a stroke, is the rest of the number before it.
bool begins_in_number(const std::vector<Word>& words, std::size_t i, std::string_view text) {
  constexpr std::size_t kLeast = 4;  // characters: a fraction is shorter
  if (i == 0 || words[i - 1].line != words[i].line) return false;
  const std::string& before = words[i - 1].text;
  return text.size() > kLeast && all_digits(text) && before.size() >= kLeast &&
         is_digit(before.back());
}

// Returns the word with a seven in the place of its stroke, where that makes the form of a personal
// number, however sure the reading was: it takes some sevens for strokes.
std::optional<std::string> without_sure_stroke(const std::vector<Word>& words, std::size_t i) {
  static const RE2 form(
      R"(\(?(?:\d{3}-\d\d-\d{4}|\d{3}[-.]\d{3}[-.]\d{4}|\d{4}-\d{4}-\d{4}-\d{4})[),.;]?)",
      pii_expression_options());
  const std::string& word = words[i].text;
  const std::size_t at = word.find('/');
  if (at == std::string::npos || word.find('/', at + 1) != std::string::npos) return std::nullopt;
  std::string text = with_sevens(word);
  if (at == 0 && begins_in_number(words, i, text)) return text;
  const bool inside = at > 0 && (is_digit(word[at - 1]) || word[at - 1] == '-');
  if (inside && (RE2::FullMatch(text, form) || is_among_fours(words, i, text))) return text;
  return std::nullopt;
}

}  // namespace

bool is_sign_for_zero(std::string_view word) {
  return !word.empty() && bytes_of_zero(word) == word.size();
}

double width_of_character(const Word& word) {
  const auto bytes = static_cast<std::size_t>(
      std::count_if(word.text.begin(), word.text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
  return static_cast<double>(word.bounds.width) /
         static_cast<double>(std::max<std::size_t>(1, bytes));
}

bool ends_at_edge(const std::vector<Word>& words, std::size_t i) {
  const Word& word = words[i];
  if (word.bounds.empty() || i + 1 == words.size() || words[i + 1].line == word.line) return false;
  std::size_t first = i;
  while (first > 0 && words[first - 1].line == word.line) --first;
  std::size_t last = i + 1;
  while (last + 1 < words.size() && words[last + 1].line == words[i + 1].line) ++last;
  const int begin = words[first].bounds.x, end = right(word.bounds);
  const int next_begin = words[i + 1].bounds.x, next_end = right(words[last].bounds);
  const bool at_left = next_begin <= begin + word.bounds.height;
  const bool centred = std::abs(begin + end - next_begin - next_end) <= word.bounds.height;
  return (at_left || centred) && next_end <= end + width_of_character(word);
}

std::string corrected_word(const std::vector<Word>& words, std::size_t i) {
  if (is_broken_zero(words, i)) return "0";
  if (ends_with_edge(words[i])) return without_edge(words[i].text);
  if (auto text = without_sure_stroke(words, i)) return std::move(*text);
  return with_letters(with_ones(with_digits(without_strokes(words[i]))), words[i].confidence);
}

}  // namespace native
