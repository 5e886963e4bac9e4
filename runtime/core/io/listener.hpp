#pragma once

#include "runtime/core/async/task.hpp"

namespace runtime {

// Accepts connections from a listening socket. Owns the descriptor. One caller at a time.
class Listener {
 public:
  // `descriptor` must be non-blocking and listening.
  Listener(Loop& loop, int descriptor);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // Returns the descriptor of the next connection, close-on-exec and non-blocking. Throws Error
  // "FILE_IO_ERROR" when the system has no descriptor left (the connection stays pending), and when
  // the socket does not listen.
  Task<int> accept();

  struct Box;

 private:
  Box* box_;
};

}  // namespace runtime
