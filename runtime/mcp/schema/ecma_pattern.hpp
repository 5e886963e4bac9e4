#pragma once

#include <string>
#include <string_view>

namespace runtime::mcp {

// Translates an ECMA-262 regular expression, the dialect of JSON Schema, to RE2: \s and \S include
// the spaces of Unicode, a dot matches no line terminator, and \uXXXX, \u{X…} and \cX are
// characters. Passes everything else on; RE2 refuses what it does not support.
std::string re2_pattern(std::string_view pattern);

}  // namespace runtime::mcp
