#pragma once

#include <string>
#include <string_view>

namespace runtime::mcp {

// The RE2 expression that matches what `pattern` does in the regular expressions of ECMA-262, the
// dialect of JSON Schema: \s and \S know the spaces of Unicode, a dot is no line terminator, and
// \uXXXX, \u{X…} and \cX are characters. All else is passed on; RE2 refuses what it cannot do.
std::string re2_pattern(std::string_view pattern);

}  // namespace runtime::mcp
