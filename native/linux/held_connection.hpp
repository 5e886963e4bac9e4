#pragma once

namespace native {

// Keeps a socket open in a process of its own until something can be read from it, or its other end
// is closed, but no longer than an hour. This process may close it, and end. Does nothing for a
// number below 0.
void hold_until_answered(int socket);

}  // namespace native
