#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "native/desktop/pii_kind.hpp"
#include "native/text/word.hpp"

namespace native {

// Personal data in a text: the bytes from `begin` up to `end`.
struct PiiRange {
  PiiKind kind;
  std::size_t begin;
  std::size_t end;

  bool operator==(const PiiRange&) const = default;
};

// Personal data in words that were read from a picture. Covers whole words, and may span lines.
struct PiiArea {
  PiiKind kind;
  bool sure;                       // false: a clearer reading may show that it is none
  std::vector<std::size_t> words;  // their indexes, ascending

  bool operator==(const PiiArea&) const = default;
};

// How a line may hang together with its neighbours: sets of reasons.
struct LineLinks {
  std::uint8_t begin = 0;  // it may go on with what the line before began
  std::uint8_t end = 0;    // the next line may go on with what it began
  bool bare_word = false;  // it is one word, and does not end with a mark at which words are broken
  bool password_label = false;  // it is nothing but a label of a password

  bool operator==(const LineLinks&) const = default;
};

// Returns whether something may begin in one line and end in the next. True too often rather than
// too rarely.
inline bool may_join(LineLinks before, LineLinks after) { return (before.end & after.begin) != 0; }

// Finds personal data and secrets in text. Takes time in proportion to the length of the text.
// Immutable; thread safe.
class PiiFinder {
 public:
  // `kinds`: which to find; empty: all. `custom`: further expressions (RE2, with letter case),
  // which are always searched for. "INVALID_ARGUMENT", naming it, for an expression that RE2
  // refuses.
  explicit PiiFinder(const std::set<PiiKind>& kinds = {},
                     const std::vector<std::string>& custom = {});
  ~PiiFinder();
  PiiFinder(const PiiFinder&) = delete;
  PiiFinder& operator=(const PiiFinder&) = delete;

  // Returns what is in a text that is known exactly, in its order; none is inside of another.
  std::vector<PiiRange> find(std::string_view text) const;

  // Returns what is in words in reading order, allowing for mistakes of the reading. Custom
  // expressions see the words of a line joined by one blank, and two lines joined by one blank or
  // by nothing.
  std::vector<PiiArea> find(const std::vector<Word>& words) const;

  // Returns how the words of one line may hang together with other lines. What find() returns for
  // lines of which no two neighbours may_join() is what it returns for each line alone.
  LineLinks links(const std::vector<Word>& line) const;

 private:
  struct Parts;
  std::unique_ptr<const Parts> parts_;
};

}  // namespace native
