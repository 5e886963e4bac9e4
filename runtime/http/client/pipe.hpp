#pragma once

#include <mutex>

#include "runtime/http/client/exchange.hpp"

namespace runtime::http {

// Carries a body from the thread of its exchange to the loop, which reads it as a stream: an empty
// line once the head is there, then the body. The thread waits while the loop does not read.
class Pipe : public Sink {
 public:
  // Throws Error "UNKNOWN_ERROR" with reason "connect" when the system has no descriptor left.
  Pipe();
  ~Pipe() override;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  // The loop's end; once, it belongs to the caller.
  int reader() const { return reader_; }
  // Valid once the empty line is there.
  Response head() const;
  // Nothing more will come. From either side; ends a take() that waits.
  void end() noexcept;

  bool begin(const Response& head) override;
  // Throws Error "CANCELLED" after end().
  void take(std::string_view bytes) override;

 private:
  int reader_ = -1;
  int writer_ = -1;
  mutable std::mutex mutex_;
  Response head_;  // guarded
};

}  // namespace runtime::http
