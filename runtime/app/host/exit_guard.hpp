#pragma once

namespace runtime {

// Ends the process with `status` after `seconds` unless it has ended by then: a worker may be stuck
// in a call that never returns, a script in a pattern that never matches. Later calls are ignored.
// Safe in a signal handler.
void end_within(double seconds, int status);

}  // namespace runtime
