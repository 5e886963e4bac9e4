#include "native/text/pii/labels.hpp"

#include <algorithm>

#include "native/text/pii/expressions.hpp"

namespace native {
namespace {

constexpr std::size_t kMaxLabel = 48;

}  // namespace

Labels::Labels(const std::string& words)
    : expression_("(?i)(?:^|[^0-9a-z])(?:" + words +
                      ")[^0-9a-z]{0,3}(?:(?:no|nr|num|number|nummer|num[eé]ro|n[uú]mero|id|code)"
                      "[^0-9a-z]{0,3})?[^0-9a-z]{0,4}$",
                  pii_expression_options()) {}

bool Labels::stand_before(const PiiText& text, std::size_t at) const {
  std::size_t from = at - std::min(at, kMaxLabel);
  while (from < at && (text.text[from] & 0xC0) == 0x80) ++from;
  return RE2::PartialMatch(re2::StringPiece(text.text.data() + from, at - from), expression_);
}

}  // namespace native
