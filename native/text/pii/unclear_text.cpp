#include "native/text/pii/unclear_text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "native/text/pii/amounts.hpp"
#include "native/text/pii/expressions.hpp"
#include "native/text/pii/look_alikes.hpp"
#include "native/text/pii/number_runs.hpp"
#include "native/text/pii/randomness.hpp"

namespace native {
namespace {

using Piece = PiiText::Piece;

constexpr std::size_t kLeastKey = 12;
constexpr std::size_t kLeastDoubtfulKey = 20;
constexpr std::size_t kLeastUnclearDigits = 9;
constexpr std::size_t kMostUnclearDigits = 34;  // of an IBAN
constexpr std::size_t kCardDigits = 13;
constexpr const char* kPasswordLabels = "password|passwd|passwort|kennwort|passphrase";

std::string_view word_of(const PiiText& text, const Piece& piece) {
  return std::string_view(text.text).substr(piece.begin, piece.end - piece.begin);
}

// Returns whether nothing stands between two pieces but a blank.
bool beside(const PiiText& text, const Piece& left, const Piece& right) {
  return right.begin - left.end <= 1 && char_at(text.text, left.end) != '\n';
}

std::size_t digits_in(std::string_view word) {
  return static_cast<std::size_t>(std::count_if(word.begin(), word.end(), is_digit));
}

// Returns whether an IBAN may begin with this word.
bool begins_iban(std::string_view word) {
  static const RE2 expression("^[^\\pL\\pN]*[A-Z]{2}[0-9OIlSBZ]{2}", pii_expression_options());
  return RE2::PartialMatch(re2::StringPiece(word.data(), word.size()), expression);
}

// The pieces [first, last] around the end of a line, and what they hold.
struct WrappedNumber {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t digits = 0;
  bool sure = true;

  void take(const PiiText& text, std::size_t piece) {
    first = std::min(first, piece);
    last = std::max(last, piece);
    digits += digits_in(word_of(text, text.pieces[piece]));
    sure = sure && text.pieces[piece].sure;
  }
};

WrappedNumber number_around(const PiiText& text, std::size_t end) {
  WrappedNumber number{end, end, 0, true};
  for (std::size_t i = end + 1; i-- > 0;) {
    const bool near = i == end || beside(text, text.pieces[i], text.pieces[i + 1]);
    if (!near || !is_number_part(word_of(text, text.pieces[i]))) break;
    number.take(text, i);
    if (begins_iban(word_of(text, text.pieces[i]))) break;
  }
  for (std::size_t i = end + 1; i < text.pieces.size(); ++i) {
    const bool near = i == end + 1 || beside(text, text.pieces[i - 1], text.pieces[i]);
    if (!near || !is_number_part(word_of(text, text.pieces[i]))) break;
    number.take(text, i);
  }
  return number;
}

// Returns whether something that was found holds all of these bytes.
bool is_inside(const PiiFindings& found, std::size_t begin, std::size_t end) {
  return std::any_of(found.begin(), found.end(), [&](const PiiFinding& each) {
    return each.begin <= begin && end <= each.end;
  });
}

// Returns whether it may be the beginning of an address that the reading split.
bool is_name(std::string_view word) {
  return std::all_of(word.begin(), word.end(),
                     [](char c) { return is_alnum(c) || c == '.' || c == '_' || c == '-'; }) &&
         !is_upper(word.front());
}

// Returns whether it may be a part of a key that the reading split, rather than a word.
bool is_rest_of_key(std::string_view word) {
  if (word.empty() || !std::all_of(word.begin(), word.end(), is_alnum)) return false;
  const auto capital = [](char left, char right) { return is_lower(left) && is_upper(right); };
  return digits_in(word) > 0 || std::adjacent_find(word.begin(), word.end(), capital) != word.end();
}

// Returns whether its own length shows that it does not go on.
bool is_complete(const PiiFinding& finding) {
  return finding.sure && (finding.kind == PiiKind::kCreditCard || finding.kind == PiiKind::kIban ||
                          finding.kind == PiiKind::kNationalId);
}

bool has_at(std::string_view word) {
  for (const std::string_view at : {"@", "©", "®", "€"})
    if (word.find(at) != std::string_view::npos) return true;
  return false;
}

// Returns whether it may be a hash or a UUID, as lists of changes are full of them: of its letters
// and digits, most are hexadecimal or like a digit.
bool is_hexadecimal(std::string_view words) {
  constexpr std::ptrdiff_t kLeastLetters = 2;
  const auto is_hex_letter = [](char c) { return c >= 'a' && c <= 'f'; };
  const auto hexadecimal = std::count_if(
      words.begin(), words.end(), [&](char c) { return is_hex_letter(c) || digit_like(c) != 0; });
  return std::count_if(words.begin(), words.end(), is_hex_letter) >= kLeastLetters &&
         hexadecimal * 5 >= std::count_if(words.begin(), words.end(), is_alnum) * 4;
}

// Returns whether letters, digits and letter cases change in one part as they do not in names.
bool is_mixed(std::string_view words) {
  constexpr std::size_t kLeastPart = 6;
  std::size_t changes = 0, begin = 0;
  for (std::size_t i = 1; i <= words.size(); ++i) {
    const char left = words[i - 1], right = char_at(words, i);
    if (!is_alnum(right)) {
      if (changes > 1 && i - begin >= kLeastPart) return true;
      begin = i + 1;
      changes = 0;
    } else if (is_alnum(left) &&
               (is_digit(left) != is_digit(right) || (is_lower(left) && is_upper(right)))) {
      ++changes;
    }
  }
  return false;
}

// Returns whether most of it is letters and digits: rows of dots are read as anything.
bool is_mostly_letters(std::string_view words) {
  return std::count_if(words.begin(), words.end(), is_alnum) * 5 >=
         static_cast<std::ptrdiff_t>(words.size()) * 4;
}

// Returns whether words that could hardly be read may be a secret.
bool may_be_secret(std::string_view words) {
  constexpr std::size_t kLeast = 8;
  constexpr std::size_t kNumber = 6;     // digits
  constexpr std::size_t kDifferent = 4;  // characters; strokes are read as the same ones
  if (words.find_first_of("(){}<>[];:*&$#\"\\=,") != std::string_view::npos) return false;
  if (words.find('/') != std::string_view::npos && !looks_random(words)) return false;  // a path
  if (is_hexadecimal(words)) return false;
  const auto letters =
      static_cast<std::size_t>(std::count_if(words.begin(), words.end(), is_alnum));
  if (std::set<char>(words.begin(), words.end()).size() <= kDifferent) return false;
  const auto blanks = static_cast<std::size_t>(std::count(words.begin(), words.end(), ' '));
  if (letters < kLeast || letters * 5 < (words.size() - blanks) * 4) return false;
  const bool capitals = std::none_of(words.begin(), words.end(), is_lower) &&
                        words.find_first_of("-_.") == std::string_view::npos;
  return has_at(words) || digits_in(words) >= kNumber || capitals || is_mixed(words);
}

PiiKind resembled_kind(std::string_view words) {
  const std::size_t digits = digits_in(words);
  if (has_at(words)) return PiiKind::kEmail;
  if (digits * 2 <= words.size()) return PiiKind::kKey;
  return digits >= kCardDigits ? PiiKind::kCreditCard : PiiKind::kPhone;
}

bool is_four(std::string_view word) { return word.size() == 4 && all_digits(word); }

// Returns whether a piece that could hardly be read may be a group of a card or an IBAN: about as
// long as one, and no word of small letters; or one with three or four digits and at most one sign
// that is doubtful, or whose sign is "?", as which large twos are read surely.
bool may_be_group(const PiiText& text, const Piece& piece) {
  const std::string_view word = word_of(text, piece);
  const std::size_t digits = digits_in(word);
  const bool doubtful = !piece.sure || word.ends_with('?');
  if (doubtful && digits >= 3 && digits <= 4 && word.size() - digits <= 1) return true;
  return piece.unclear && word.size() >= 3 && word.size() <= 6 &&
         !std::all_of(word.begin(), word.end(), is_lower);
}

// Adds what stands behind a label whose colon was not read: letters with digits, and long.
void find_without_colon(const PiiText& text, PiiFindings& found) {
  static const RE2 label(std::string("(?i)(?:") + kPasswordLabels + ")", pii_expression_options());
  constexpr std::size_t kLeast = 8;
  for (std::size_t i = 0; i + 1 < text.pieces.size(); ++i) {
    const std::string_view word = word_of(text, text.pieces[i]);
    const Piece& value = text.pieces[i + 1];
    const std::string_view next = word_of(text, value);
    if (next.size() < kLeast || digits_in(next) == 0 || digits_in(next) == next.size()) continue;
    if (!RE2::FullMatch(re2::StringPiece(word.data(), word.size()), label)) continue;
    if (beside(text, text.pieces[i], value) && !is_amount_or_date(next))
      found.push_back({PiiKind::kPassword, value.begin, value.end, false});
  }
}

}  // namespace

bool is_number_part(std::string_view word) {
  constexpr std::size_t kLongest = 24;
  if (word.empty() || word.size() > kLongest || is_amount_or_date(word)) return false;
  if (word.find_first_of(":[") != std::string_view::npos) return false;  // a time or a record
  const auto fits =
      std::count_if(word.begin(), word.end(), [](char c) { return is_digit(c) || is_upper(c); });
  return digits_in(word) > 0 && static_cast<std::size_t>(fits) * 2 >= word.size();
}

void find_unclear_words(const PiiText& text, const std::set<PiiKind>& kinds, PiiFindings& found) {
  for (std::size_t i = 0; i < text.pieces.size();) {
    std::size_t next = i;
    while (next < text.pieces.size() && text.pieces[next].unclear &&
           (next == i || beside(text, text.pieces[next - 1], text.pieces[next])))
      ++next;
    if (next > i) {
      const std::size_t begin = text.pieces[i].begin, end = text.pieces[next - 1].end;
      const std::string_view words = std::string_view(text.text).substr(begin, end - begin);
      const PiiKind kind = resembled_kind(words);
      if (may_be_secret(words) && (kinds.empty() || kinds.contains(kind)) &&
          !is_inside(found, begin, end))
        found.push_back({kind, begin, end, false});
    }
    i = std::max(next, i + 1);
  }
}

void find_unclear_keys(const PiiText& text, PiiFindings& found) {
  for (const Piece& piece : text.pieces) {
    const std::string_view word = word_of(text, piece);
    // A mistake in its first characters makes a key unlike all known ones.
    const bool doubtful =
        piece.unclear ? word.size() >= kLeastKey : !piece.sure && word.size() >= kLeastDoubtfulKey;
    if (!doubtful || !looks_random(word) || is_hexadecimal(word) || !is_mostly_letters(word))
      continue;
    if (!is_inside(found, piece.begin, piece.end))
      found.push_back({PiiKind::kKey, piece.begin, piece.end, false});
  }
}

void find_unclear_passwords(const PiiText& text, PiiFindings& found) {
  find_without_colon(text, found);
  static const RE2 label(std::string("(?i)(?:") + kPasswordLabels + "|pwd)[:=]([^ ]*)$",
                         pii_expression_options());
  for (std::size_t i = 0; i + 1 < text.pieces.size(); ++i) {
    const Piece& piece = text.pieces[i];
    const std::string_view word = word_of(text, piece);
    re2::StringPiece value;
    if (!RE2::PartialMatch(re2::StringPiece(word.data(), word.size()), label, &value)) continue;
    const Piece& next = text.pieces[i + 1];
    if (!beside(text, piece, next) || next.sure || (!value.empty() && piece.sure)) continue;
    const bool goes_on = i + 2 < text.pieces.size() && !text.pieces[i + 2].sure &&
                         beside(text, next, text.pieces[i + 2]);
    if (value.empty() && !goes_on) continue;
    found.push_back(
        {PiiKind::kPassword, value.empty() ? next.begin : piece.begin, next.end, false});
  }
}

// Groups as cards and IBANs have them, each beside the next, between other words.
void find_unclear_groups(const PiiText& text, const std::set<PiiKind>& kinds, PiiFindings& found) {
  constexpr std::size_t kGroups = 4;  // of a card; IBANs have more
  constexpr std::size_t kMostGroups = 9;
  const std::vector<Piece>& pieces = text.pieces;
  for (std::size_t i = 0; i < pieces.size();) {
    std::size_t next = i, fours = 0, unclear = 0;
    for (; next < pieces.size() && (next == i || beside(text, pieces[next - 1], pieces[next]));
         ++next) {
      const bool four = is_four(word_of(text, pieces[next]));
      if (!four && !may_be_group(text, pieces[next])) break;
      fours += four ? 1U : 0U;
      unclear += four ? 0U : 1U;
    }
    const std::size_t groups = next - i;
    const bool iban = groups > kGroups;
    const PiiKind kind = iban ? PiiKind::kIban : PiiKind::kCreditCard;
    if (groups >= kGroups && groups <= kMostGroups && unclear > 0 && unclear <= 2 &&
        fours + 1 >= kGroups - (iban ? 1U : 0U) && (kinds.empty() || kinds.contains(kind)))
      found.push_back({kind, pieces[i].begin, pieces[next - 1].end, false});
    i = std::max(next, i + 1);
  }
}

void find_unclear_short_cards(const PiiText& text, PiiFindings& found) {
  const auto digits = [](std::string_view word, std::size_t least, std::size_t most) {
    return all_digits(word) && word.size() >= least && word.size() <= most;
  };
  const std::vector<Piece>& pieces = text.pieces;
  for (std::size_t i = 0; i + 2 < pieces.size(); ++i) {
    const std::string_view first = word_of(text, pieces[i]);
    if (!is_four(first) || !(first.starts_with("34") || first.starts_with("37"))) continue;
    if (!beside(text, pieces[i], pieces[i + 1]) || !beside(text, pieces[i + 1], pieces[i + 2]))
      continue;
    if (!digits(word_of(text, pieces[i + 1]), 5, 7) || !digits(word_of(text, pieces[i + 2]), 5, 5))
      continue;
    if (!is_inside(found, pieces[i].begin, pieces[i + 2].end))
      found.push_back({PiiKind::kCreditCard, pieces[i].begin, pieces[i + 2].end, false});
  }
}

void find_unclear_phones(const PiiText& text, PiiFindings& found) {
  static const RE2 expression("(\\+ ?[0-9][0-9OolISBZ&@ .,:;/()-]{6,24}[0-9OolISBZ])",
                              pii_expression_options());
  for (const ExpressionMatch& match : matches_of(expression, text.text)) {
    const auto [begin, end] = match[1];
    if (digits_in(std::string_view(text.text).substr(begin, end - begin)) < kLeastUnclearDigits)
      continue;
    // A version such as 1.2+20260101, or an exponent.
    if (is_digit(char_before(text.text, begin)) || is_exponent(text.text, begin)) continue;
    if (!text.surely_read(begin, end) && !is_inside(found, begin, end))
      found.push_back({PiiKind::kPhone, begin, end, false});
  }
}

void find_unclear_wrapped_numbers(const PiiText& text, const std::set<PiiKind>& kinds,
                                  PiiFindings& found) {
  for (std::size_t i = 0; i + 1 < text.pieces.size(); ++i) {
    if (!text.pieces[i].at_edge) continue;
    if (!is_number_part(word_of(text, text.pieces[i]))) continue;
    const WrappedNumber number = number_around(text, i);
    if (number.last == i) continue;
    const bool iban = begins_iban(word_of(text, text.pieces[number.first]));
    if (number.sure && !iban) continue;
    if (number.digits < kLeastUnclearDigits || number.digits > kMostUnclearDigits) continue;
    const PiiKind kind = iban                           ? PiiKind::kIban
                         : number.digits >= kCardDigits ? PiiKind::kCreditCard
                                                        : PiiKind::kPhone;
    const std::size_t begin = text.pieces[number.first].begin;
    const std::size_t end = text.pieces[number.last].end;
    const bool known = std::any_of(found.begin(), found.end(), [&](const PiiFinding& each) {
      const bool whole = is_complete(each) && each.end >= text.pieces[i].end;
      return each.begin < text.pieces[i].end && (text.pieces[i + 1].begin < each.end || whole);
    });
    if (!known && (kinds.empty() || kinds.contains(kind)))
      found.push_back({kind, begin, end, false});
  }
}

void follow_unclear_words(const PiiText& text, PiiFindings& found) {
  const std::vector<Piece>& pieces = text.pieces;
  const auto first_of = [&](const PiiFinding& each) {
    const auto at = std::partition_point(
        pieces.begin(), pieces.end(), [&](const Piece& piece) { return piece.end <= each.begin; });
    return static_cast<std::size_t>(at - pieces.begin());
  };
  for (PiiFinding& each : found) {
    std::size_t first = first_of(each);
    const auto is_doubtful = [&] {
      return pieces[first].unclear || (!pieces[first].sure && !pieces[first - 1].sure);
    };
    if (each.kind == PiiKind::kEmail && first > 0 && first < pieces.size() && is_doubtful() &&
        each.begin == pieces[first].begin && beside(text, pieces[first - 1], pieces[first]) &&
        is_name(word_of(text, pieces[first - 1])))
      each.begin = pieces[first - 1].begin;
    if (each.kind != PiiKind::kKey && each.kind != PiiKind::kPassword) continue;
    const auto at = std::partition_point(pieces.begin(), pieces.end(),
                                         [&](const Piece& piece) { return piece.end < each.end; });
    auto last = static_cast<std::size_t>(at - pieces.begin());
    const bool doubtful = last < pieces.size() && !pieces[last].sure;
    while (last + 1 < pieces.size() && beside(text, pieces[last], pieces[last + 1]) &&
           ((!pieces[last].sure && !pieces[last + 1].sure) ||
            (doubtful && each.kind == PiiKind::kKey &&
             is_rest_of_key(word_of(text, pieces[last + 1])))))
      each.end = pieces[++last].end;
    // A value has its label before it.
    if (each.kind != PiiKind::kKey) continue;
    while (first > 0 && first < pieces.size() && pieces[first].unclear &&
           pieces[first - 1].unclear && beside(text, pieces[first - 1], pieces[first]))
      each.begin = pieces[--first].begin;
  }
}

}  // namespace native
