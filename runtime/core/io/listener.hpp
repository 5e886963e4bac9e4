#pragma once

#include "runtime/core/async/task.hpp"

namespace runtime {

// Takes connections from a listening socket. Owns the descriptor. One caller at a time.
class Listener {
 public:
  // `descriptor` must not block and must be listening.
  Listener(Loop& loop, int descriptor);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // The descriptor of the next connection, close-on-exec and not blocking. Throws Error
  // "FILE_IO_ERROR" when the system has no more of them (the connection then still waits), and when
  // the socket does not listen.
  Task<int> accept();

  struct Box;

 private:
  Box* box_;
};

}  // namespace runtime
