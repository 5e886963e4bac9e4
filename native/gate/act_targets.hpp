#pragma once

#include <vector>

#include "native/desktop/records.hpp"
#include "native/gate/last_windows.hpp"
#include "native/gate/policy.hpp"

namespace native {

// Returns the windows of the list that an act may reach: the one that it names or that lies at its
// place, both ends of a drag, and for keys the focused one where they may go there too. Empty: it
// reaches none of the list.
std::vector<const Window*> act_targets(const std::vector<Window>& windows, const ActRecord& record);

// Returns the window that keys without one are for: the one of the last act if it is there, else
// one of its process, best the focused one; the focused one where there was no act. Null: none has
// the focus. Throws "FOCUS_REFUSED" when the last act's program has no window any more: whatever
// came to the front then is for no keys.
const Window* window_for_keys(const std::vector<Window>& windows, const LastWindows::Last& last);

// Returns the window itself, the windows whose dialog it is, and for a pop-up the other windows of
// its process: what a rule says of one of them holds for it.
std::vector<const Window*> with_owners(const std::vector<Window>& windows, const Window& window);

}  // namespace native
