#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace native {

// The greatest size of one pattern, in bytes.
inline constexpr std::size_t kMaxPatternBytes = 1000;

// How a pattern without wildcards fits.
enum class PatternUse {
  kTitle,  // it is a part of the text
  kName,   // it is the whole text
};

// A pattern that was checked, ready for any number of sets.
class Pattern {
 public:
  enum class Kind { kPlain, kWildcards, kExpression };
  // "INVALID_ARGUMENT", naming the pattern, when it is empty, longer than kMaxPatternBytes or no
  // valid expression.
  explicit Pattern(std::string_view text);

  const std::string& text() const { return text_; }
  // Returns whether it stands for one name alone.
  bool is_plain() const { return kind_ == Kind::kPlain; }
  // Without the difference between capitals and small letters.
  const std::string& folded() const { return folded_; }
  Kind kind() const { return kind_; }

 private:
  std::string text_;
  Kind kind_;
  std::string folded_;
};

// Any number of patterns, compiled once. A pattern with `*` (any characters) or `?` (one character)
// fits the whole text; `/RE2/` fits where the expression is found, or where it is itself the text;
// any other fits by its use. Letter case is ignored. Time grows with the length of the text, and
// hardly with the number of patterns. Immutable once compiled; thread safe.
class PatternSet {
 public:
  PatternSet();
  ~PatternSet();
  PatternSet(PatternSet&&) noexcept;
  PatternSet& operator=(PatternSet&&) noexcept;

  // Adds a pattern under a number of the caller's.
  void add(const Pattern& pattern, std::size_t number, PatternUse use);
  // Call once, after the last add().
  void compile();

  bool empty() const;
  // Returns the number of a pattern that fits; nothing when none does.
  std::optional<std::size_t> find(std::string_view text) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// "INVALID_ARGUMENT" as for a Pattern.
void check_pattern(std::string_view pattern);
// "INVALID_ARGUMENT", naming the expression, unless RE2 accepts it within the limits of a pattern.
void check_expression(std::string_view expression);

}  // namespace native
