#pragma once

#include <vector>

#include "native/atspi/tree_reader.hpp"

namespace native::atspi {

// Sets Node::in_pop_up of what is in an open menu, list or popover, which has a surface of its own
// beside that of the window. Nodes are linked by `parent`, parents before their children.
void find_pop_ups(std::vector<Node>& nodes);

}  // namespace native::atspi
