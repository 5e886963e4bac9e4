#include "native/text/pii/line_ends.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "native/text/pii/email_addresses.hpp"
#include "native/text/pii/expressions.hpp"
#include "native/text/pii/look_alikes.hpp"
#include "native/text/pii/misread_words.hpp"
#include "native/text/pii/passwords.hpp"
#include "native/text/pii/private_keys.hpp"
#include "native/text/pii/randomness.hpp"

namespace native {
namespace {

constexpr std::size_t kMaxPart = 240;  // of a line that is joined with the next
constexpr std::size_t kShortLine = 24;
constexpr std::size_t kLongestCode = 16;  // of an IBAN before its line ends
constexpr std::size_t kLongLine = 30;
constexpr std::size_t kLeastBody = 30;
constexpr std::size_t kLeastMiddle = 16;  // of a line of a key that goes on: a number is shorter

std::string_view last_word(std::string_view line) {
  return line.substr(line.rfind(' ') == std::string_view::npos ? 0 : line.rfind(' ') + 1);
}

std::string_view first_word(std::string_view line) { return line.substr(0, line.find(' ')); }

bool all_look_alikes(std::string_view word) {
  return !word.empty() && word.size() <= 6 &&
         std::all_of(word.begin(), word.end(), [](char c) { return digit_like(c) != 0; });
}

bool is_code_word(std::string_view word) {
  return !word.empty() && word.size() <= kLongestCode &&
         std::all_of(word.begin(), word.end(), [](char c) { return is_digit(c) || is_upper(c); });
}

bool may_be_number(std::string_view word) {
  return std::any_of(word.begin(), word.end(), is_digit) || all_look_alikes(word) ||
         is_code_word(word);
}

// Returns whether a short line may name what stands below it: a number alone does not, with or
// without an exponent.
bool may_be_label(std::string_view line) {
  if (line.size() > kShortLine) return false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const bool letters = at > 0 && is_letter(line[at - 1]) && is_letter(line[at]);
    if (letters || static_cast<unsigned char>(line[at]) >= 0x80) return true;
  }
  return false;
}

bool has_at(std::string_view word) {
  for (const std::string_view at : {"@", "©", "®", "€", "(a", "(at", "[at"})
    if (word.find(at) != std::string_view::npos) return true;
  return false;
}

bool is_body(std::string_view line) {
  const auto blanks = static_cast<std::size_t>(std::count(line.begin(), line.end(), ' '));
  if (blanks == 0) return !line.empty() && line.find("://") == std::string_view::npos;
  return may_be_in_private_key(line) && line.size() >= kLeastBody;
}

bool names_private_key(std::string_view line) {
  static const RE2 expression("(?i)PR[I1l|]VA[TI]E ?KEY", pii_expression_options());
  return RE2::PartialMatch(re2::StringPiece(line.data(), line.size()), expression);
}

bool may_begin_key(std::string_view line) {
  static const RE2 expression(
      "(?i)(?:^|[^a-z0-9])(?:a[ks][il1|]a|gh[opsur9]|github|glpat|xox|xapp|[s5]k|rk|a[il1|]za|ya29|"
      "goc|npm|pyp|"
      "[s5]g|hf|dckr|[s5]hp|eaa|ey|r8|g[s5]k|nvap|hv[sb5]|dop|key|bearer|basic|authorization)[^ "
      "]{0,40}$|"
      "(?:key|token|secret|credentials?|auth)s?[\"']? ?[:=;]?[\"']?$",
      pii_expression_options());
  return RE2::PartialMatch(re2::StringPiece(line.data(), line.size()), expression);
}

// The end of one line and the beginning of the next, joined by nothing.
struct Joined {
  PiiText text;
  std::size_t cut = 0;    // where the second begins
  std::size_t first = 0;  // where the parts come from
  std::size_t second = 0;
  bool at_edge = false;  // the first line ends where lines are broken

  bool crosses(const PiiFinding& found) const { return found.begin < cut && cut < found.end; }
  std::string_view before() const { return std::string_view(text.text).substr(0, cut); }
  std::string_view after() const { return std::string_view(text.text).substr(cut); }
};

Joined join(const PiiText& text, std::size_t first, std::size_t first_end, std::size_t second,
            std::size_t second_end) {
  Joined joined;
  joined.first = first;
  joined.second = second;
  joined.cut = first_end - first;
  joined.text.exact = text.exact;
  joined.text.text =
      text.text.substr(first, first_end - first) + text.text.substr(second, second_end - second);
  for (auto piece = std::partition_point(text.pieces.begin(), text.pieces.end(),
                                         [&](const auto& each) { return each.end <= first; });
       piece != text.pieces.end() && piece->begin < second_end; ++piece) {
    PiiText::Piece moved = *piece;
    const auto shift = [&](std::size_t at) {
      if (at < second) return std::min(std::max(at, first), first_end) - first;
      return std::min(at, second_end) - second + joined.cut;
    };
    moved.begin = shift(piece->begin);
    moved.end = shift(piece->end);
    if (moved.begin < moved.end) joined.text.pieces.push_back(moved);
    joined.at_edge = joined.at_edge || (piece->end == first_end && piece->at_edge);
  }
  return joined;
}

// In an address, one of the parts must show that it is not whole.
bool is_wrapped_address(const Joined& joined, const PiiFinding& found, bool hyphen) {
  const std::string_view left = last_word(joined.before());
  const std::string_view right = first_word(joined.after());
  const std::string_view whole =
      std::string_view(joined.text.text).substr(found.begin, found.end - found.begin);
  if (right.starts_with("@")) return ends_with_email_address(whole);
  if (has_at(left)) return !ends_with_email_address(left) && ends_with_email_address(whole);
  const char end = left.empty() ? ' ' : left.back();
  if (joined.at_edge && joined.before().size() > kLongLine && is_alnum(end)) return true;
  return hyphen || end == '-' || end == '_' || end == '+' ||
         (end != '.' && left.find_first_of("._+") != std::string_view::npos);
}

// Returns whether the first line may have been broken at its end, within a word: in a picture,
// where it is not shorter than the next one, or at a mark at which words are broken.
bool is_broken(const Joined& joined) {
  return joined.text.exact || joined.at_edge || joined.before().empty() ||
         !is_alnum(joined.before().back());
}

// Returns whether the first line ends within quotes, which go on in the next.
bool ends_in_quotes(const Joined& joined) {
  const std::string_view line = joined.before();
  return std::count(line.begin(), line.end(), '"') % 2 == 1;
}

bool is_wrapped_number(const Joined& joined, const PiiFinding& found, bool hyphen) {
  if (!hyphen && !is_broken(joined)) return false;
  // Digits alone may be two numbers, unless the first line is as long as wrapped ones are.
  const bool is_long = joined.before().size() > kLongLine || ends_in_quotes(joined);
  if (!found.sure) return is_long;
  if (found.kind != PiiKind::kPhone) return true;
  const std::string_view part =
      std::string_view(joined.text.text).substr(found.begin, found.end - found.begin);
  if (part.find_first_of("+-.()/") != std::string_view::npos) return true;
  return is_long && part.find(' ') == std::string_view::npos;
}

// The rest of a password does not look like the next word of a sentence.
bool is_wrapped_password(const Joined& joined, const PiiFinding& found) {
  if (joined.before().size() <= kShortLine && !ends_in_quotes(joined)) return false;
  const std::string_view rest =
      std::string_view(joined.text.text).substr(joined.cut, found.end - joined.cut);
  if (rest.empty() || rest.back() == ':') return false;
  return std::any_of(rest.begin(), rest.end(), [](char c) { return !is_lower(c); }) &&
         !(is_upper(rest.front()) && std::all_of(rest.begin() + 1, rest.end(), is_lower));
}

// Returns whether the label of a password begins in the first line: a search of the second alone
// does not find it.
bool is_of_wrapped_label(const Joined& joined, const PiiFinding& found) {
  constexpr std::size_t kSeparator = 3;
  const std::string_view after = joined.after();
  if (found.begin <= joined.cut || joined.before().size() <= kLongLine) return false;
  return is_letter(joined.before().back()) && is_letter(after.front()) &&
         found.begin - joined.cut <= first_word(after).size() + kSeparator;
}

bool accepts(const Joined& joined, const PiiFinding& found, bool hyphen) {
  if (found.kind == PiiKind::kPassword && is_of_wrapped_label(joined, found)) return true;
  if (!joined.crosses(found)) return false;
  switch (found.kind) {
    case PiiKind::kEmail:
      return is_wrapped_address(joined, found, hyphen);
    case PiiKind::kPhone:
    case PiiKind::kCreditCard:
    case PiiKind::kIban:
    case PiiKind::kNationalId:
      return is_wrapped_number(joined, found, hyphen);
    case PiiKind::kPassword:
      return is_wrapped_password(joined, found);
    case PiiKind::kKey:
      return is_broken(joined) &&
             !is_plain_word(
                 std::string_view(joined.text.text).substr(joined.cut, found.end - joined.cut));
    default:
      return false;
  }
}

// Returns whether a word may be the rest of a password from the line before.
bool may_end_password(std::string_view word) {
  return std::any_of(word.begin(), word.end(), is_digit) ||
         word.find_first_of("!#$%&*+?@^~-_") != std::string_view::npos ||
         std::any_of(word.begin() + 1, word.end(), is_upper);
}

// Returns whether a line may be a passphrase: some words in small letters.
bool may_be_passphrase(std::string_view line) {
  constexpr std::size_t kLongest = 80;
  return line.size() <= kLongest &&
         std::all_of(line.begin(), line.end(), [](char c) { return is_lower(c) || c == ' '; });
}

}  // namespace

std::uint8_t links_at_end(const PiiText& line, unsigned wanted) {
  const std::string_view text = line.text;
  const std::string_view word = last_word(text);
  if (word.empty()) return 0;
  unsigned links = 0;
  const char end = word.back();
  const bool open = std::string_view("+(-./").find(end) != std::string_view::npos;
  // Behind a sign, as in "iban=DE".
  const std::size_t sign = word.find_last_of("=:\"'([");
  const bool number = may_be_number(word) || may_be_number(word.substr(sign + 1));
  if (number || open) links |= kNumberLink;
  if (end == ':' || end == '=' || end == '#' || may_be_label(text)) links |= kLabelLink;
  links |= kAddressLink;
  if (has_at(text.substr(text.size() - std::min<std::size_t>(text.size(), 80))))
    links |= kDomainLink;
  if ((wanted & kKeyLink) != 0 && (looks_like_fragment(word) || may_begin_key(text)))
    links |= kKeyLink;
  const bool body = text.size() >= kLeastMiddle && is_body(text);
  if ((wanted & kBlockLink) != 0 && (body || names_private_key(text))) links |= kBlockLink;
  const bool long_line = text.size() > kLongLine;
  if ((wanted & kPasswordLink) != 0 &&
      (ends_in_password(line) || (long_line && ends_within_label(line))))
    links |= kPasswordLink;
  return static_cast<std::uint8_t>(links & wanted);
}

std::uint8_t links_at_begin(const PiiText& line, unsigned wanted) {
  const std::string_view text = line.text;
  const std::string_view word = first_word(text);
  if (word.empty()) return 0;
  unsigned links = kDomainLink;
  const bool zero = is_sign_for_zero(word) && word.size() < text.size() &&
                    may_be_number(first_word(text.substr(word.size() + 1)));
  if (may_be_number(word) || zero || word.front() == '+' || word.front() == '(')
    links |= kNumberLink | kLabelLink;
  if (has_at(text.substr(0, std::min<std::size_t>(text.size(), 80)))) links |= kAddressLink;
  if (is_alnum(word.front()) || is_alnum(word.back()) || word.front() == '|') links |= kKeyLink;
  if ((wanted & kBlockLink) != 0 && (is_body(text) || names_private_key(text))) links |= kBlockLink;
  if (word.size() == text.size() || may_end_password(word) || may_be_passphrase(text) ||
      word.find_first_of(":=") != std::string_view::npos)
    links |= kPasswordLink;
  return static_cast<std::uint8_t>(links & wanted);
}

PiiFindings find_wrapped(const PiiText& text, std::size_t begin, std::size_t end,
                         std::size_t next_begin, std::size_t next_end,
                         const std::function<PiiFindings(const PiiText&)>& find) {
  PiiFindings result;
  const std::size_t first = end - std::min(end - begin, kMaxPart);
  const std::size_t last = next_begin + std::min(next_end - next_begin, kMaxPart);
  const bool hyphen = end > first + 1 && text.text[end - 1] == '-';
  for (const bool without_hyphen : {false, true}) {
    if (without_hyphen && !hyphen) break;
    const Joined joined = join(text, first, end - (without_hyphen ? 1 : 0), next_begin, last);
    for (PiiFinding found : find(joined.text)) {
      if (!accepts(joined, found, without_hyphen)) continue;
      found.begin =
          found.begin < joined.cut ? found.begin + first : found.begin - joined.cut + next_begin;
      found.end = found.end - joined.cut + next_begin;
      result.push_back(found);
    }
  }
  return result;
}

}  // namespace native
