#include "native/text/pii/number_runs.hpp"

#include <algorithm>
#include <optional>

#include "native/text/pii/labels.hpp"
#include "native/text/pii/look_alikes.hpp"

namespace native {
namespace {

constexpr std::size_t kMaxSeparator = 6;
constexpr std::size_t kMaxBlanks = 2;   // more divide columns of a table
constexpr std::size_t kBordered = 4;    // digits right beside the border of a table, as in cards
constexpr std::size_t kMaxUnclear = 6;  // of look-alikes without one real digit
constexpr std::size_t kMaxGroup = 40;   // longer ones are no part of anything that is looked for
constexpr std::size_t kMaxNeighbour = 40;
constexpr std::size_t kLeastUnknown = 3;  // characters of a group with an unknown digit
constexpr std::size_t kLeastBetween = 2;  // of one between hyphens
constexpr std::size_t kMostUnknown = 6;

bool in_token(char c, bool exact) {
  return is_alnum(c) || c == '_' || (!exact && (c == '|' || c == '!'));
}

std::size_t end_of_token(const PiiText& text, std::size_t at) {
  while (at < text.text.size() && in_token(text.text[at], text.exact)) ++at;
  return at;
}

// Which strokes beside four digits are borders of a table; the others are misread digits.
struct Borders {
  bool before = false;
  bool behind = false;
};

bool is_stroke(char c) { return c == '|' || c == '!'; }

bool are_bordered(std::string_view token) { return token.size() == kBordered && all_digits(token); }

bool has_border_before(std::string_view token) {
  return !token.empty() && is_stroke(token.front()) && are_bordered(token.substr(1));
}

bool has_border_behind(std::string_view token) {
  return !token.empty() && is_stroke(token.back()) &&
         are_bordered(token.substr(0, token.size() - 1));
}

// Returns whether a mark that separates no groups stands where a group begins or ends: "/689".
bool is_misread_mark(const PiiText& text, std::size_t at, std::size_t beside) {
  if (std::string_view("/\\?").find(char_at(text.text, at)) == std::string_view::npos) return false;
  const char outside = beside > at ? char_before(text.text, at) : char_at(text.text, at + 1);
  return is_space(outside) || outside == '-';
}

bool is_labelled(const PiiText& text, std::size_t at) {
  static const Labels labels(
      "card|credit ?card|debit ?card|kreditkarte|ssn|social security|tel|phone|telefon|mobile|fax");
  return labels.stand_before(text, at);
}

// Takes a group with one character that stands for an unknown digit: in a word that was not surely
// read, or in a number behind a label, which begins at `number`.
std::optional<DigitGroup> with_unknown_digit(const PiiText& text, std::size_t begin,
                                             std::size_t end, std::size_t number) {
  if (text.exact) return std::nullopt;
  if (begin > 0 && is_misread_mark(text, begin - 1, begin))
    --begin;
  else if (is_misread_mark(text, end, begin))
    ++end;
  const bool between = char_before(text.text, begin) == '-' && char_at(text.text, end) == '-';
  if (end - begin < (between ? kLeastBetween : kLeastUnknown) || end - begin > kMostUnknown)
    return std::nullopt;
  const auto first = text.text.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = text.text.begin() + static_cast<std::ptrdiff_t>(end);
  const auto digits = static_cast<std::size_t>(std::count_if(first, last, is_digit));
  const bool one = std::count_if(first, last, [](char c) { return !digit_like(c); }) == 1;
  if (!one || digits + 1 < end - begin) return std::nullopt;
  if (text.surely_read(begin, end) && !is_labelled(text, std::min(begin, number)))
    return std::nullopt;
  return DigitGroup{begin, end, 1, 0, false, false, false, true};
}

// Returns the digits of a token that can be read as a number; nothing for others.
std::optional<DigitGroup> digits_of(const PiiText& text, std::size_t begin, std::size_t end,
                                    Borders borders) {
  const std::string_view bordered = std::string_view(text.text).substr(begin, end - begin);
  if (borders.before && has_border_before(bordered)) ++begin;
  if (borders.behind && has_border_behind(bordered)) --end;
  const std::string_view token = std::string_view(text.text).substr(begin, end - begin);
  if (token.starts_with("0b") && token.find_first_not_of("01", 2) == std::string_view::npos)
    return std::nullopt;  // a binary number of a program
  std::size_t look_alikes = 0;
  for (std::size_t at = begin; at < end; ++at) {
    const char c = text.text[at];
    if (is_digit(c)) continue;
    if (text.exact || !digit_like(c)) return std::nullopt;
    ++look_alikes;
  }
  if (look_alikes == end - begin && look_alikes > kMaxUnclear) return std::nullopt;
  return DigitGroup{begin, end, look_alikes, 0, false, false, false};
}

// Returns whether something else than a number may end before its "+". The reading may have lost
// the blank between a word and a country code.
bool may_stand_before_plus(const std::string& text, std::size_t at, const DigitGroup& group,
                           bool exact) {
  constexpr std::size_t kCountryCode = 3;
  const char c = char_before(text, at);
  if (is_exponent(text, at)) return false;
  if (!exact && is_lower(c) && group.size() <= kCountryCode) return true;
  return !is_alnum(c) && c != ')' && c != '+';
}

void look_around(const std::string& text, bool exact, DigitGroup& group) {
  std::size_t at = group.begin;
  if (char_before(text, at) == ' ' && (char_before(text, at - 1) == '+')) --at;
  if (char_before(text, at) == '+') {
    std::size_t before = at - 1;
    if (char_before(text, before) == '(') --before;
    group.plus = may_stand_before_plus(text, before, group, exact);
  }
  at = group.begin;
  if (char_before(text, at) == ' ' && char_before(text, at - 1) == '(') --at;
  group.opened = char_before(text, at) == '(';
  at = group.end;
  if (char_at(text, at) == ' ' && char_at(text, at + 1) == ')') ++at;
  group.closed = char_at(text, at) == ')';
}

// Returns what separates two groups; nothing when they do not belong to one run.
std::optional<char> separator_of(std::string_view between) {
  if (between.size() > kMaxSeparator) return std::nullopt;
  char mark = 0;
  std::size_t blanks = 0, lines = 0;
  for (const char c : between) {
    if (c == ' ') {
      ++blanks;
    } else if (c == '\n') {
      ++lines;
    } else if (c == '-' || c == '.' || c == '/' || c == ',') {
      if (mark) return std::nullopt;
      mark = c;
    } else if (c != '(' && c != ')' && c != '+') {
      return std::nullopt;
    }
  }
  if (lines > 1 || (blanks > kMaxBlanks && lines == 0)) return std::nullopt;
  if (mark) return mark;
  return lines ? '\n' : blanks ? ' ' : '\0';
}

bool is_number_like(std::string_view token) {
  if (!token.empty() && (token.back() == ',' || token.back() == ';')) token.remove_suffix(1);
  if (token.size() < 2 || token.size() > kMaxNeighbour) return false;
  bool digit = false;
  for (const char c : token) {
    const char lower = to_lower(c);
    digit = digit || is_digit(c);
    if (!is_digit(c) && (lower < 'a' || lower > 'f') && c != '.' && c != ',' && lower != 'x')
      return false;
  }
  return digit;
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Notes in `dropped` which borders there were. With `unknown`, groups may have an unknown digit.
std::vector<NumberRun> runs_of(const PiiText& text, Borders borders, Borders& dropped,
                               bool unknown = false) {
  std::vector<NumberRun> runs(1);
  std::size_t last = 0;
  const auto finish = [&] {
    if (!runs.back().groups.empty()) runs.emplace_back();
  };
  for (std::size_t at = 0; at < text.text.size();) {
    if (!in_token(text.text[at], text.exact)) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    at = end_of_token(text, begin);
    std::optional<DigitGroup> group = digits_of(text, begin, at, borders);
    if (unknown) {
      const std::size_t number = runs.back().groups.empty() ? begin : runs.back().groups[0].begin;
      if (const auto other = with_unknown_digit(text, begin, at, number)) {
        group = other;
        at = std::max(at, group->end);
      }
    }
    if (!group) {
      finish();
      continue;
    }
    dropped.before = dropped.before || (group->begin > begin && !group->unknown);
    dropped.behind = dropped.behind || (group->end < at && !group->unknown);
    look_around(text.text, text.exact, *group);
    if (!runs.back().groups.empty()) {
      const auto separator =
          separator_of(std::string_view(text.text).substr(last, group->begin - last));
      if (separator)
        group->separator = *separator;
      else
        finish();
    }
    runs.back().groups.push_back(*group);
    last = group->end;
  }
  if (runs.back().groups.empty()) runs.pop_back();
  return runs;
}

void add_with_unknown_digits(const PiiText& text, std::vector<NumberRun>& runs) {
  Borders unused;
  for (NumberRun& run : runs_of(text, {true, true}, unused, true))
    if (std::any_of(run.groups.begin(), run.groups.end(),
                    [](const DigitGroup& group) { return group.unknown; }))
      runs.push_back(std::move(run));
}

}  // namespace

bool stands_alone(const PiiText& text, std::size_t begin, std::size_t end) {
  const std::string_view all = text.text;
  std::size_t at = begin;
  while (at > 0 && begin - at < kMaxNeighbour && (is_blank(all[at - 1]) || all[at - 1] == ','))
    --at;
  std::size_t from = at;
  while (from > 0 && at - from <= kMaxNeighbour && !is_space(all[from - 1])) --from;
  if (at < begin && is_number_like(all.substr(from, at - from))) return false;
  at = end;
  while (at < all.size() && at - end < kMaxNeighbour && (is_blank(all[at]) || all[at] == ',')) ++at;
  std::size_t to = at;
  while (to < all.size() && to - at <= kMaxNeighbour && !is_space(all[to])) ++to;
  return at == end || !is_number_like(all.substr(at, to - at));
}

NumberWindow::NumberWindow(const PiiText& text, const NumberRun& run, std::size_t first)
    : text_(&text), run_(&run), first_(first), end_(first) {
  grow();
}

bool NumberWindow::grow() {
  if (end_ == run_->groups.size() || (end_ > first_ && run_->groups[end_].size() > kMaxGroup))
    return false;
  const DigitGroup& group = run_->groups[end_];
  // A number is broken once; more lines are a column of numbers.
  if (end_ > first_ && group.separator == '\n' && lines_++ > 0) return false;
  ++end_;
  for (std::size_t at = group.begin; at < group.end; ++at) {
    const char digit = digit_like(text_->text[at]);
    digits_ += digit ? digit : '?';
  }
  look_alikes_ += group.look_alikes;
  unknown_ += group.unknown ? 1U : 0U;
  return true;
}

std::string NumberWindow::shape() const {
  std::string shape;
  for (std::size_t i = 0; i < count(); ++i) {
    const char mark = group(i).separator;
    if (i > 0) shape += mark == '\n' ? ' ' : mark == 0 ? '_' : mark;
    shape += std::to_string(group(i).size());
  }
  return shape;
}

bool NumberWindow::separated_by(std::string_view separators) const {
  for (std::size_t i = 1; i < count(); ++i)
    if (separators.find(group(i).separator) == std::string_view::npos) return false;
  return true;
}

bool NumberWindow::stands_alone() const { return native::stands_alone(*text_, begin(), end()); }

bool NumberWindow::is_hyphenated() const {
  const std::string& text = text_->text;
  return (char_before(text, begin()) == '-' && is_alnum(char_before(text, begin() - 1))) ||
         (char_at(text, end()) == '-' && is_alnum(char_at(text, end() + 1)));
}

bool NumberWindow::is_whole() const {
  const std::string& text = text_->text;
  const char before = char_before(text, begin());
  const char after = char_at(text, end());
  if (is_alnum(before) || before == '_' || is_alnum(after) || after == '_') return false;
  if (before == '.' && begin() > 1 && is_digit(text[begin() - 2])) return false;
  if ((before == '+' || before == '-') && is_exponent(text, begin() - 1)) return false;
  return !((after == '.' || after == ',') && is_digit(char_at(text, end() + 1)));
}

bool is_exponent(std::string_view text, std::size_t at) {
  return at > 1 && to_lower(text[at - 1]) == 'e' && is_digit(text[at - 2]);
}

std::vector<NumberRun> find_number_runs(const PiiText& text) {
  Borders dropped;
  std::vector<NumberRun> runs = runs_of(text, {true, true}, dropped);
  const auto add = [&](Borders borders) {
    Borders unused;
    for (NumberRun& run : runs_of(text, borders, unused))
      if (std::find(runs.begin(), runs.end(), run) == runs.end()) runs.push_back(std::move(run));
  };
  // A misread 1 looks the same.
  if (dropped.before) add({false, true});
  if (dropped.behind) add({true, false});
  if (dropped.before && dropped.behind) add({false, false});
  if (!text.exact) add_with_unknown_digits(text, runs);
  return runs;
}

}  // namespace native
