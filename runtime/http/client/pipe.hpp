#pragma once

#include <mutex>

#include "runtime/http/client/exchange.hpp"

namespace runtime::http {

// Carries a body from the thread of its exchange to the loop, which reads it as a stream: an empty
// line after the head has arrived, then the body. The thread blocks while the loop does not read.
class Pipe : public Sink {
 public:
  // Throws Error "UNKNOWN_ERROR" with reason "connect" when the system has no descriptor left.
  Pipe();
  ~Pipe() override;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  // Returns the loop's end. Call once: the caller owns it.
  int reader() const { return reader_; }
  // Returns the head; valid once the empty line has been read.
  Response head() const;
  // Ends the stream, from either side; makes a blocked take() return.
  void end() noexcept;

  bool begin(const Response& head) override;
  // Throws Error "CANCELLED" after end().
  void take(std::string_view bytes) override;

 private:
  int reader_ = -1;
  int writer_ = -1;
  mutable std::mutex mutex_;
  Response head_;  // guarded by the mutex
};

}  // namespace runtime::http
