#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "native/desktop/elements.hpp"

// Paths of elements, such as `frame "Order Form"/button "Save"`: a step for the window, for each
// named element that holds the one that is meant, and for that one itself. `[2]` at the end means
// the second of several that are alike, in the order of the tree.
namespace native {

// Sets the paths of all elements. Each means one of them.
void write_paths(ElementTree& tree);

// Returns the places of the elements that a path means: the one whose path it is, else those to
// which its steps lead when others may lie between. A step has a role, a name or both.
// "INVALID_ARGUMENT" when it cannot be read.
std::vector<std::size_t> find_path(const ElementTree& tree, std::string_view path);

}  // namespace native
