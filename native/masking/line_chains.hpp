#pragma once

#include <cstddef>
#include <vector>

#include "native/text/lines/text_lines.hpp"
#include "native/text/pii/pii_finder.hpp"

namespace native {

// Returns the lines that may hang together, each list from top to bottom, as indexes: something
// that begins in one line may end in a later one of the list. `links` has one entry for each line.
// Lines come from find_text_lines(), in its order. A line may be in several lists, because what
// comes next is not always clear: the line below it, or the first one of the next row.
std::vector<std::vector<std::size_t>> find_line_chains(const std::vector<TextLine>& lines,
                                                       const std::vector<LineLinks>& links);

// Returns whether two lines stand beside each other.
bool same_row(const Rect& one, const Rect& other);

// Returns whether the second stands so close behind the first that both are one line, such as a
// label and its value with a blank between them.
bool belong_together(const Rect& first, const Rect& second);

}  // namespace native
