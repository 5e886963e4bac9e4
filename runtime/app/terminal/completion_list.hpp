#pragma once

#include <string>
#include <vector>

namespace runtime {

// The longest text that all begin with, in whole UTF-8 characters.
std::string common_beginning(const std::vector<std::string>& texts);
// The texts in columns, as whole lines; a long list is cut and says so. `width`: of the terminal.
std::string in_columns(const std::vector<std::string>& texts, int width);
std::size_t character_count(const std::string& text);

}  // namespace runtime
