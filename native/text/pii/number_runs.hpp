#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "native/text/pii/pii_text.hpp"

namespace native {

// Digits without a break: bytes of the text.
struct DigitGroup {
  std::size_t begin;
  std::size_t end;
  std::size_t look_alikes;  // characters that are no digits, but may be misread ones
  char separator;           // before it: ' ', '\n', '-', '.', '/', ',', or 0 for none of these
  bool plus;                // right after "+"
  bool opened;              // right after "("
  bool closed;              // right before ")"
  bool unknown = false;     // one of its characters is none of a digit's look-alikes

  std::size_t size() const { return end - begin; }
  bool operator==(const DigitGroup&) const = default;
};

// Groups of digits with only blanks and punctuation of numbers between them.
struct NumberRun {
  std::vector<DigitGroup> groups;

  bool operator==(const NumberRun&) const = default;
};

// Some neighbouring groups of a run.
class NumberWindow {
 public:
  NumberWindow(const PiiText& text, const NumberRun& run, std::size_t first);

  // Takes the next group as well; false when there is none, a very long one, or a third line.
  bool grow();

  // Returns the digits; "?" for an unknown one, which fails every check.
  const std::string& digits() const { return digits_; }
  std::size_t count() const { return end_ - first_; }
  const DigitGroup& group(std::size_t i) const { return run_->groups[first_ + i]; }
  std::size_t begin() const { return run_->groups[first_].begin; }
  std::size_t end() const { return run_->groups[end_ - 1].end; }
  // Returns the sizes as a text such as "3-2-4", with the separators as they are ("\n" as " ").
  std::string shape() const;
  // Returns whether all separators are among these.
  bool separated_by(std::string_view separators) const;
  bool has_look_alikes() const { return look_alikes_ > 0; }
  // Returns whether at least two thirds of it are real digits, and at most one is unknown, in one
  // of several groups.
  bool plausible() const {
    return look_alikes_ * 3 <= digits_.size() && unknown_ <= (count() > 1 ? 1U : 0U);
  }
  bool surely_read() const { return !has_look_alikes() && text_->surely_read(begin(), end()); }
  // Returns whether no other number stands beside it in its line.
  bool stands_alone() const;
  // Returns whether it is neither a part of a word nor of a number with a decimal point or an
  // exponent.
  bool is_whole() const;
  // Returns whether it is a part of a longer text with hyphens, such as a UUID.
  bool is_hyphenated() const;

 private:
  const PiiText* text_;
  const NumberRun* run_;
  std::size_t first_;
  std::size_t end_;
  std::size_t look_alikes_ = 0;
  std::size_t unknown_ = 0;
  std::size_t lines_ = 0;  // before the last one
  std::string digits_;
};

// Returns the runs in their order. In text that was read from a picture, a stroke beside four
// digits may be the border of a table or a misread 1: runs for both come one after the other.
// Last come those with groups that have an unknown digit.
std::vector<NumberRun> find_number_runs(const PiiText& text);

// Returns whether the sign at this place belongs to the exponent of a number such as 8.2e+05.
bool is_exponent(std::string_view text, std::size_t at);

// Returns whether no number stands beside these bytes in their line.
bool stands_alone(const PiiText& text, std::size_t begin, std::size_t end);

}  // namespace native
