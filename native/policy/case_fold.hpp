#pragma once

#include <string>
#include <string_view>

namespace native {

// Returns the text with the difference between capitals and small letters removed (Unicode's simple
// case folding). Keeps bytes that are not UTF-8.
std::string fold_case(std::string_view text);

}  // namespace native
