#pragma once

#include <signal.h>

namespace runtime {

// While it lives, threads that are started take no signals, for good: those sent to the process
// stay the loop thread's. (A signal taken by a thread that is just ending can get lost, and with it
// the news that a child has died.)
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
