// Part of every thread sanitizer executable. The sanitizer of g++ 12 makes a thread's table of
// held back signals at the first blocking call of the thread or at its first signal, whichever
// comes first. A signal that arrives while the first blocking call makes it makes a second one,
// which is then forgotten with the signal: a program's end is never told. So the main thread blocks
// once, before any signal can come.
#include <unistd.h>

namespace {

[[maybe_unused]] const int blocked_once = ::usleep(1);

}  // namespace
