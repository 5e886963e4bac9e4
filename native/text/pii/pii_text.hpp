#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "native/desktop/pii_kind.hpp"
#include "native/text/word.hpp"

namespace native {

// The least confidence of a word whose characters count as surely read.
inline constexpr int kSureConfidence = 88;
// Below this confidence, a word says little about what is there.
inline constexpr int kUnclearConfidence = 50;

// A text in which personal data is looked for. All dashes are "-", all blanks are " ", wide forms
// are ASCII, and invisible characters are gone, so that a search needs to know one form of each.
struct PiiText {
  // A word that was read from a picture: bytes of `text`.
  struct Piece {
    std::size_t begin;
    std::size_t end;
    std::size_t word;  // index among the words
    bool sure;
    bool unclear = false;  // hardly more than a guess
    bool at_edge = false;  // the last of a line at whose end words may be broken
  };

  std::string text;  // lines end with "\n"
  std::vector<std::uint32_t>
      from;  // where each byte of `text` came from, and the end; empty: the same place
  std::vector<Piece> pieces;  // ascending
  bool exact = true;          // false: read from a picture, look-alikes are possible

  // Returns whether every character was surely read.
  bool surely_read(std::size_t begin, std::size_t end) const;
  // Returns whether some of it is hardly more than a guess.
  bool has_unclear(std::size_t begin, std::size_t end) const;
  // Returns the indexes of the words that have a part in these bytes.
  std::vector<std::size_t> words_in(std::size_t begin, std::size_t end) const;
  std::size_t source(std::size_t at) const { return from.empty() ? at : from[at]; }
};

// Something found: bytes of PiiText::text.
struct PiiFinding {
  PiiKind kind;
  std::size_t begin;
  std::size_t end;
  bool sure;
};
using PiiFindings = std::vector<PiiFinding>;

PiiText exact_text(std::string_view text);
PiiText read_text(const std::vector<Word>& words);
// The same with a blank between all words of a line; nothing when there is one anyway. Words that
// stand close may be two all the same, where their bounds are wrong.
std::optional<PiiText> separated_text(const std::vector<Word>& words);
// Returns the words as they are, joined by one blank.
PiiText joined_words(const std::vector<Word>& words);
// Returns the lines of a text as bytes [begin, end), without their ends.
std::vector<std::pair<std::size_t, std::size_t>> lines_of(const PiiText& text);

// ASCII alone, whatever the locale.
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
inline bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
inline bool is_letter(char c) { return is_upper(c) || is_lower(c); }
inline bool is_alnum(char c) { return is_digit(c) || is_letter(c); }
inline bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}
inline bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
inline char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
inline char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

// Returns the character before or at a place; a line break beyond the text.
inline char char_before(std::string_view text, std::size_t at) {
  return at == 0 ? '\n' : text[at - 1];
}
inline char char_at(std::string_view text, std::size_t at) {
  return at < text.size() ? text[at] : '\n';
}

}  // namespace native
