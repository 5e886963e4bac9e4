#include "native/text/pii/custom_patterns.hpp"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "native/desktop/error.hpp"

namespace native {
namespace {

constexpr std::int64_t kExpressionMemory = 1 << 20;
constexpr std::int64_t kSearchMemory = 64 << 20;
constexpr int kMaxBound = 24;
constexpr std::size_t kMaxTail = 256;  // of a text whose end may begin a match

RE2::Options options(std::int64_t memory) {
  RE2::Options result;
  result.set_log_errors(false);
  result.set_max_mem(memory);
  return result;
}

// The least and the greatest text that an expression can match.
struct Bounds {
  std::string least;
  std::string most;
};

}  // namespace

struct CustomPatterns::Parts {
  std::vector<std::unique_ptr<RE2>> expressions;
  RE2::Set all{options(kSearchMemory), RE2::UNANCHORED};
  bool together = false;  // `all` is usable
  std::vector<Bounds> bounds;
  bool any_beginning = false;  // an expression without bounds

  void add(const std::string& text);
  std::vector<int> matching(std::string_view text) const;
};

void CustomPatterns::Parts::add(const std::string& text) {
  auto expression = std::make_unique<RE2>(text, options(kExpressionMemory));
  if (!expression->ok())
    throw Error("INVALID_ARGUMENT",
                "expression '" + text.substr(0, 60) + "' is not valid: " + expression->error(),
                "Use the syntax of RE2: no look-around, no back references.");
  Bounds bound;
  if (expression->PossibleMatchRange(&bound.least, &bound.most, kMaxBound))
    bounds.push_back(std::move(bound));
  else
    any_beginning = true;
  together = all.Add(text, nullptr) >= 0 && (together || expressions.empty());
  expressions.push_back(std::move(expression));
}

// Without memory for all at once, each is searched for by itself.
std::vector<int> CustomPatterns::Parts::matching(std::string_view text) const {
  std::vector<int> found;
  RE2::Set::ErrorInfo error{};
  if (together) {
    if (all.Match({text.data(), text.size()}, &found, &error)) return found;
    if (error.kind == RE2::Set::kNoError) return {};
  }
  found.clear();
  for (std::size_t i = 0; i < expressions.size(); ++i) found.push_back(static_cast<int>(i));
  return found;
}

CustomPatterns::CustomPatterns(const std::vector<std::string>& expressions)
    : parts_(std::make_unique<Parts>()) {
  for (const std::string& text : expressions) parts_->add(text);
  parts_->together = parts_->together && parts_->all.Compile();
}
CustomPatterns::~CustomPatterns() = default;

bool CustomPatterns::empty() const { return parts_->expressions.empty(); }

std::vector<std::pair<std::size_t, std::size_t>> CustomPatterns::find(std::string_view text) const {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  if (empty() || text.empty()) return found;
  for (const int index : parts_->matching(text)) {
    const RE2& expression = *parts_->expressions[static_cast<std::size_t>(index)];
    const re2::StringPiece all(text.data(), text.size());
    re2::StringPiece match;
    for (std::size_t at = 0; at <= text.size();) {
      if (!expression.Match(all, at, all.size(), RE2::UNANCHORED, &match, 1)) break;
      const auto begin = static_cast<std::size_t>(match.data() - text.data());
      if (!match.empty()) found.emplace_back(begin, begin + match.size());
      at = begin + std::max<std::size_t>(match.size(), 1);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

bool CustomPatterns::may_begin_at_end_of(std::string_view text) const {
  if (empty()) return false;
  if (parts_->any_beginning) return true;
  if (text.size() > kMaxTail) text.remove_prefix(text.size() - kMaxTail);
  for (; !text.empty(); text.remove_prefix(1))
    for (const Bounds& bound : parts_->bounds)
      if (text <= bound.most && text.substr(0, bound.least.size()) >=
                                    std::string_view(bound.least).substr(0, text.size()))
        return true;
  return false;
}

}  // namespace native
