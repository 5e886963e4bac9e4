// Part of every thread sanitizer executable. The sanitizer of g++ 12 makes a table of held back
// signals for a thread in its first blocking call. A signal that arrives just then is noted in
// another table, which is lost, so that the end of a process is never told. The main thread
// therefore blocks once before any signal can come.
#include <unistd.h>

namespace {

[[maybe_unused]] const int blocked_once = ::usleep(1);

}  // namespace
