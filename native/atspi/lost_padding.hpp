#pragma once

#include <string>
#include <vector>

#include "native/atspi/tree_reader.hpp"

namespace native::atspi {

// Returns whether this version of GTK reports places as if nothing had a padding: from 4.16 on it
// adds up where each element lies in its parent, and leaves out where the content of the parent
// begins. A margin that an element shares with what fills it is counted twice.
bool loses_padding(const std::string& version);

// Puts the extents of such a program right. Paddings are told by no interface, so they are found by
// what they leave free: what fills its parent but for a narrow edge begins in the middle of it.
// Nodes are linked by `parent`, parents before their children.
void restore_padding(std::vector<Node>& nodes);

}  // namespace native::atspi
