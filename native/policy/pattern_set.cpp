#include "native/policy/pattern_set.hpp"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/policy/case_fold.hpp"

namespace native {
namespace {

// Bytes for one compiled expression, and for searching any number of them at once.
constexpr std::int64_t kMaxExpressionMemory = 1 << 20;
constexpr std::int64_t kSearchMemory = 64 << 20;
constexpr std::size_t kShownBytes = 60;

using Kind = Pattern::Kind;

bool is_wildcard(char c) { return c == '*' || c == '?'; }

Kind kind_of(std::string_view pattern) {
  if (pattern.size() > 2 && pattern.front() == '/' && pattern.back() == '/')
    return Kind::kExpression;
  return std::any_of(pattern.begin(), pattern.end(), is_wildcard) ? Kind::kWildcards : Kind::kPlain;
}

std::string shown(std::string_view pattern) {
  std::string text(pattern.substr(0, kShownBytes));
  while (text.size() == kShownBytes && !text.empty() && (text.back() & 0xC0) == 0x80)
    text.pop_back();
  return "'" + text + (text.size() < pattern.size() ? "…'" : "'");
}

[[noreturn]] void throw_bad(std::string_view pattern, const std::string& fault,
                            const std::string& remedy) {
  throw Error("INVALID_ARGUMENT", "pattern " + shown(pattern) + " " + fault, remedy,
              {{"pattern", shown(pattern)}});
}

RE2::Options options(bool ignore_case, std::int64_t memory) {
  RE2::Options result;
  result.set_case_sensitive(!ignore_case);
  result.set_log_errors(false);
  result.set_max_mem(memory);
  result.set_never_capture(true);
  return result;
}

void require_valid(std::string_view pattern, std::string_view expression) {
  const RE2 compiled(re2::StringPiece(expression.data(), expression.size()),
                     options(true, kMaxExpressionMemory));
  if (compiled.ok()) return;
  if (compiled.error_code() == RE2::ErrorPatternTooLarge)
    throw_bad(pattern, "needs too much memory", "Use fewer or smaller repetitions.");
  throw_bad(pattern, "is not a valid expression: " + compiled.error(),
            "Use the syntax of RE2: no look-around, no back references.");
}

void require_size(std::string_view pattern) {
  if (pattern.empty()) throw_bad(pattern, "is empty", "Leave it out, or use '*' for any title.");
  if (pattern.size() > kMaxPatternBytes)
    throw_bad(pattern,
              "has " + std::to_string(pattern.size()) + " bytes, more than the " +
                  std::to_string(kMaxPatternBytes) + " allowed",
              "Shorten it, or split it into several.");
}

// Returns an expression that fits the whole text.
std::string expression_of(std::string_view wildcards) {
  std::string result = "^(?s:";
  std::string literal;
  for (const char c : wildcards) {
    if (!is_wildcard(c)) {
      literal += c;
      continue;
    }
    result += RE2::QuoteMeta(literal) + (c == '*' ? ".*" : ".");
    literal.clear();
  }
  return result + RE2::QuoteMeta(literal) + ")$";
}

std::string reversed(std::string_view text) { return {text.rbegin(), text.rend()}; }

// Texts, one of which may be the beginning of another text. Found by binary search.
class PrefixList {
 public:
  void add(std::string text, std::size_t number) { texts_.emplace_back(std::move(text), number); }
  // Call once, after the last add().
  void sort() {
    std::sort(texts_.begin(), texts_.end());
    std::vector<std::pair<std::string, std::size_t>> kept;
    for (auto& each : texts_)
      if (kept.empty() || !each.first.starts_with(kept.back().first))
        kept.push_back(std::move(each));
    texts_ = std::move(kept);
  }

  bool empty() const { return texts_.empty(); }
  // Returns the number of a text with which `text` begins.
  std::optional<std::size_t> find(std::string_view text) const {
    const auto above =
        std::upper_bound(texts_.begin(), texts_.end(), text,
                         [](std::string_view a, const auto& each) { return a < each.first; });
    if (above == texts_.begin()) return std::nullopt;
    const auto& nearest = *std::prev(above);
    if (!text.starts_with(nearest.first)) return std::nullopt;
    return nearest.second;
  }

 private:
  // Sorted; none is the beginning of another, so only the greatest that is not above a text can be
  // its beginning.
  std::vector<std::pair<std::string, std::size_t>> texts_;
};

// Expressions that are searched for at once.
class ExpressionSet {
 public:
  explicit ExpressionSet(bool ignore_case)
      : set_(options(ignore_case, kSearchMemory), RE2::UNANCHORED) {}

  void add(const std::string& expression, std::size_t number) {
    std::string fault;
    if (set_.Add(expression, &fault) < 0) throw_bad(expression, "cannot be used: " + fault, "");
    numbers_.push_back(number);
  }
  void compile() {
    if (numbers_.empty() || set_.Compile()) return;
    throw Error("INVALID_ARGUMENT",
                std::to_string(numbers_.size()) + " expressions need too much memory together",
                "Use fewer expressions; plain text and '*' at either end need little.");
  }
  bool empty() const { return numbers_.empty(); }

  // Without memory for the search every text fits.
  std::optional<std::size_t> find(std::string_view text) const {
    if (numbers_.empty()) return std::nullopt;
    std::vector<int> found;
    RE2::Set::ErrorInfo error{};
    if (set_.Match(re2::StringPiece(text.data(), text.size()), &found, &error))
      return numbers_[static_cast<std::size_t>(*std::min_element(found.begin(), found.end()))];
    if (error.kind != RE2::Set::kNoError) return numbers_.front();
    return std::nullopt;
  }

 private:
  RE2::Set set_;
  std::vector<std::size_t> numbers_;
};

}  // namespace

struct PatternSet::Parts {
  std::unordered_map<std::string, std::size_t> wholes;  // all texts here are folded
  PrefixList starts;
  PrefixList ends;  // reversed
  PrefixList inside;
  ExpressionSet wildcards{false};   // for folded texts
  ExpressionSet expressions{true};  // for texts as they are

  void add_wildcards(std::string_view pattern, std::size_t number);
};

// Keeps what has `*` at its ends alone out of the expressions, which are slower.
void PatternSet::Parts::add_wildcards(std::string_view pattern, std::size_t number) {
  std::string_view rest = pattern;
  while (rest.starts_with("*")) rest.remove_prefix(1);
  const bool open_start = rest.size() < pattern.size();
  const std::size_t before = rest.size();
  while (rest.ends_with("*")) rest.remove_suffix(1);
  const bool open_end = rest.size() < before || rest.empty();
  const bool simple = rest.find_first_of("*?") == std::string_view::npos;
  if (!simple) {
    wildcards.add(expression_of(pattern), number);
  } else if (open_start && open_end) {
    inside.add(std::string(rest), number);
  } else if (open_start) {
    ends.add(reversed(rest), number);
  } else {
    starts.add(std::string(rest), number);
  }
}

PatternSet::PatternSet() : parts_(std::make_unique<Parts>()) {}
PatternSet::~PatternSet() = default;
PatternSet::PatternSet(PatternSet&&) noexcept = default;
PatternSet& PatternSet::operator=(PatternSet&&) noexcept = default;

Pattern::Pattern(std::string_view text) : text_(text), kind_(kind_of(text)) {
  check_pattern(text);
  folded_ = fold_case(text);
}

void PatternSet::add(const Pattern& pattern, std::size_t number, PatternUse use) {
  const std::string& text = pattern.text();
  switch (pattern.kind()) {
    case Kind::kExpression:
      parts_->expressions.add(text.substr(1, text.size() - 2), number);
      parts_->wholes.emplace(pattern.folded(), number);
      break;
    case Kind::kWildcards:
      parts_->add_wildcards(pattern.folded(), number);
      break;
    case Kind::kPlain:
      if (use == PatternUse::kTitle)
        parts_->inside.add(pattern.folded(), number);
      else
        parts_->wholes.emplace(pattern.folded(), number);
      break;
  }
}

void PatternSet::compile() {
  parts_->starts.sort();
  parts_->ends.sort();
  parts_->inside.sort();
  parts_->wildcards.compile();
  parts_->expressions.compile();
}

bool PatternSet::empty() const {
  const Parts& p = *parts_;
  return p.wholes.empty() && p.starts.empty() && p.ends.empty() && p.inside.empty() &&
         p.wildcards.empty() && p.expressions.empty();
}

std::optional<std::size_t> PatternSet::find(std::string_view text) const {
  const Parts& p = *parts_;
  const std::string folded = fold_case(text);
  if (const auto whole = p.wholes.find(folded); whole != p.wholes.end()) return whole->second;
  if (const auto found = p.starts.find(folded)) return found;
  if (!p.ends.empty())
    if (const auto found = p.ends.find(reversed(folded))) return found;
  if (!p.inside.empty()) {
    std::string_view rest = folded;
    for (; !rest.empty(); rest.remove_prefix(1))
      if (const auto found = p.inside.find(rest)) return found;
    if (const auto found = p.inside.find(rest)) return found;
  }
  if (const auto found = p.wildcards.find(folded)) return found;
  return p.expressions.find(text);
}

void check_pattern(std::string_view pattern) {
  require_size(pattern);
  if (kind_of(pattern) == Kind::kExpression)
    require_valid(pattern, pattern.substr(1, pattern.size() - 2));
}

void check_expression(std::string_view expression) {
  require_size(expression);
  require_valid(expression, expression);
}

}  // namespace native
