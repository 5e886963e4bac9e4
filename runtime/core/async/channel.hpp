#pragma once

#include <deque>
#include <optional>
#include <utility>

#include "runtime/core/async/condition.hpp"

namespace runtime {

// A bounded queue between tasks of one loop. Must outlive the tasks that wait on it.
template <class T>
class Channel {
 public:
  explicit Channel(std::size_t capacity) : capacity_(capacity) {}

  // Waits for room. Drops the value silently if the channel is closed.
  Task<void> push(T value) {
    while (!closed_ && items_.size() >= capacity_) co_await writers_.wait();
    try_push(std::move(value));
  }

  // Returns false when the channel is full or closed.
  bool try_push(T value) {
    if (closed_ || items_.size() >= capacity_) return false;
    items_.push_back(std::move(value));
    readers_.notify_one();
    return true;
  }

  // Waits for the oldest item and returns it; returns nothing once the channel is closed and empty.
  Task<std::optional<T>> pop() {
    if (!items_.empty()) co_await yield();
    while (items_.empty() && !closed_) co_await readers_.wait();
    co_return try_pop();
  }

  // Returns the oldest item, if there is one.
  std::optional<T> try_pop() {
    if (items_.empty()) return std::nullopt;
    std::optional<T> item(std::move(items_.front()));
    items_.pop_front();
    writers_.notify_one();
    return item;
  }

  void close() {
    closed_ = true;
    readers_.notify_all();
    writers_.notify_all();
  }
  bool closed() const { return closed_; }
  std::size_t size() const { return items_.size(); }

 private:
  std::size_t capacity_;
  std::deque<T> items_;
  Condition readers_;
  Condition writers_;
  bool closed_ = false;
};

}  // namespace runtime
