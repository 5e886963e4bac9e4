#include "native/text/pii/amounts.hpp"

#include <re2/re2.h>

#include <string>

#include "native/text/pii/expressions.hpp"

namespace native {
namespace {

// Three digits before a dot and three or four behind it may be a part of a phone number.
const std::string kDecimal =
    "(?:(?:\\d{1,2}|\\d{4,})[.,]\\d{1,7}|\\d{3}[.,](?:\\d{1,2}|\\d{5,7}))(?:e[+-]?\\d{1,3})?";
// A small "e" is taken for other signs, or for two.
const std::string kMisreadExponent = "\\d[.,]\\d{3}(?:e[6c€]|[6c€]e?)[+-]\\d{2}";
const std::string kThousands =
    "\\d{1,3}(?:,\\d{3})+(?:\\.\\d{1,4})?|\\d{1,3}(?:\\.\\d{3})+,\\d{1,4}";
const std::string kRatio = "[+-]?\\d{1,4}(?:[.,]\\d{1,4})? ?(?:%|°|€|kB|MB|GB|ms|s|px)";
const std::string kDate =
    "(?:19|20)\\d\\d[-./](?:0\\d|1[0-2])[-./](?:[0-2]\\d|3[01])(?:T[\\d:.,]+Z?)?|"
    "(?:[0-2]?\\d|3[01])[./](?:0?\\d|1[0-2])[./](?:19|20)\\d\\d";
const std::string kTime = "\\d{1,2}:\\d{2}(?::\\d{2})?(?:[.,]\\d{1,6})?";
// Its second part is short, unlike that of ids.
const std::string kVersion =
    "v?\\d{1,3}\\.\\d{1,2}(?:\\.\\d{1,3}){1,2}(?:[-+~][\\w.+~-]*)?|"
    "v?\\d{1,3}\\.\\d{1,3}-\\d{1,2}[+~][\\w.+~-]*";

}  // namespace

bool is_amount_or_date(std::string_view word) {
  static const RE2 expression("(?i)[(\\[{\"']?[-+±~]?[$€£¥]?(?:" + kDecimal + "|" +
                                  kMisreadExponent + "|" + kThousands + "|" + kRatio + "|" + kDate +
                                  "|" + kTime + "|" + kVersion + ")[)\\]}\"',;:]?",
                              pii_expression_options());
  return RE2::FullMatch(re2::StringPiece(word.data(), word.size()), expression);
}

}  // namespace native
