#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "runtime/core/async/loop.hpp"

struct uv_async_s;

namespace runtime {

// Lets other threads request a callback on the loop. Use it on the loop thread and destroy it
// before the loop; only a Sender is thread-safe.
class Wake {
 public:
  // Held by the other thread. May outlive the Wake; send() then does nothing. Several calls before
  // the loop handles them count as one.
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
  // Sets whether the loop stays alive for this, because a send() is still expected. Initially not.
  void expect(bool expected);

 private:
  struct Box;
  Box* box_;
  std::shared_ptr<Sender> sender_;
};

}  // namespace runtime
