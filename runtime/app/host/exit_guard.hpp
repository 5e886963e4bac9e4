#pragma once

namespace runtime {

// Ends the process with `status` after so many seconds unless it has ended by itself: a worker may
// be stuck in a call that never returns, a script in a pattern that never matches. The first
// request counts. Safe in a signal handler.
void end_within(double seconds, int status);

}  // namespace runtime
