#pragma once

#include <string>
#include <vector>

namespace runtime {

// Returns the longest common prefix, in whole UTF-8 characters.
std::string common_beginning(const std::vector<std::string>& texts);
// Formats the texts in columns, as whole lines; a long list is cut, with a note. `width`: of the
// terminal.
std::string in_columns(const std::vector<std::string>& texts, int width);
std::size_t character_count(const std::string& text);

}  // namespace runtime
