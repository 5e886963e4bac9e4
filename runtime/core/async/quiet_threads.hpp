#pragma once

#include <signal.h>

namespace runtime {

// Blocks all signals in the threads started during its lifetime, so that the loop thread receives
// them. (A signal delivered to a thread that is just ending can be lost, and with it the notice
// that a child has ended.)
class QuietThreads {
 public:
  QuietThreads() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~QuietThreads() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  QuietThreads(const QuietThreads&) = delete;
  QuietThreads& operator=(const QuietThreads&) = delete;

 private:
  sigset_t before_;
};

}  // namespace runtime
