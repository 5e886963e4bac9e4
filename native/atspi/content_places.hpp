#pragma once

#include <vector>

#include "native/atspi/tree_reader.hpp"

namespace native::atspi {

// Corrects the extents of what root panes hold. LibreOffice draws its menu bar with GTK and counts
// from the window's corner as if there were none: all that its root pane holds is told too high,
// but for the GTK controls in it. Its own menu bar has no height then, and is not on the screen.
// Takes the extents from what is scrolled out of the list, table or pane that holds it.
// Nodes are linked by `parent`, parents before their children.
void correct_places(std::vector<Node>& nodes);

}  // namespace native::atspi
