#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "runtime/core/leaf.hpp"

namespace runtime {

// A bounded queue between tasks of one loop. Must outlive the tasks that wait on it.
template <class T>
class Channel {
  class Gate;

 public:
  explicit Channel(std::size_t capacity) : capacity_(capacity) {}

  // Waits for room. Dropped silently when the channel is closed.
  Task<void> push(T value) {
    while (!closed_ && items_.size() >= capacity_) co_await wait(writers_);
    if (closed_) co_return;
    items_.push_back(std::move(value));
    wake_one(readers_);
  }

  // False when there is no room or the channel is closed.
  bool try_push(T value) {
    if (closed_ || items_.size() >= capacity_) return false;
    items_.push_back(std::move(value));
    wake_one(readers_);
    return true;
  }

  // The oldest item; nothing once the channel is closed and empty.
  Task<std::optional<T>> pop() {
    while (items_.empty() && !closed_) co_await wait(readers_);
    if (items_.empty()) co_return std::nullopt;
    std::optional<T> item(std::move(items_.front()));
    items_.pop_front();
    wake_one(writers_);
    co_return item;
  }

  void close() {
    closed_ = true;
    wake_all(readers_);
    wake_all(writers_);
  }
  bool closed() const { return closed_; }
  std::size_t size() const { return items_.size(); }

 private:
  struct Queue {
    std::deque<Gate*> waiting;
  };

  // Stands in a queue until somebody calls.
  class Gate : public Leaf {
   public:
    explicit Gate(Queue& queue) : queue_(queue) {}
    ~Gate() { stop(); }
    void await_resume() const { check(); }
    void open() { complete(); }

   private:
    void start(Loop&) override { queue_.waiting.push_back(this); }
    void stop() override { std::erase(queue_.waiting, this); }
    Queue& queue_;
  };

  Gate wait(Queue& queue) { return Gate(queue); }

  static void wake_one(Queue& queue) {
    if (queue.waiting.empty()) return;
    Gate* first = queue.waiting.front();
    queue.waiting.pop_front();
    first->open();
  }
  static void wake_all(Queue& queue) {
    while (!queue.waiting.empty()) wake_one(queue);
  }

  std::size_t capacity_;
  std::deque<T> items_;
  Queue readers_;
  Queue writers_;
  bool closed_ = false;
};

}  // namespace runtime
