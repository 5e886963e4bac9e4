#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "runtime/core/async/loop.hpp"

struct uv_async_s;

namespace runtime {

// Calls back on the loop when another thread says so. Driven by the loop thread, which it must not
// outlive; only a Sender is for any thread.
class Wake {
 public:
  // What a thread holds. It may outlive the Wake; then send() does nothing. Several calls before
  // the loop looks are one.
  class Sender {
   public:
    void send();

   private:
    friend class Wake;
    std::mutex mutex_;
    uv_async_s* handle_ = nullptr;
  };

  Wake(Loop& loop, std::function<void()> woken);
  ~Wake();
  Wake(const Wake&) = delete;
  Wake& operator=(const Wake&) = delete;

  const std::shared_ptr<Sender>& sender() const { return sender_; }
  // Whether the loop stays alive for it, that is: whether a send() is still to be expected. Not at
  // first.
  void expect(bool expected);

 private:
  struct Box;
  Box* box_;
  std::shared_ptr<Sender> sender_;
};

}  // namespace runtime
