#pragma once

#include <atomic>
#include <cstdint>

struct uv_loop_s;

namespace runtime {

// A node of a circular list that unlinks itself when destroyed. Base of everything that waits in a
// queue by reference.
class Link {
 public:
  Link() : previous_(this), next_(this) {}
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;
  ~Link() { unlink(); }

  bool linked() const { return next_ != this; }
  void unlink();
  void insert_before(Link& position);
  Link* next() const { return next_; }

 private:
  Link* previous_;
  Link* next_;
};

// Wraps a libuv loop, whose one thread runs all tasks and scripts. Call everything from that
// thread, except where stated otherwise.
class Loop {
 public:
  // Something to run on the loop. Owned by the caller; destroying it removes it from the queue.
  class Runnable : private Link {
   public:
    virtual void run() = 0;

   protected:
    ~Runnable() = default;

   private:
    friend class Loop;
  };

  // Throws Error "INTERNAL_ERROR" when the system has no descriptors left.
  Loop();
  // Closes the remaining handles. A handle that its owner has not closed is a defect and ends the
  // program in debug builds.
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  // Queues `runnable` for one of the next iterations, in the order of posting. Runs it once,
  // however often it has been posted.
  void post(Runnable& runnable);
  // Runs the loop until `done` becomes true, or until nothing is left that could change it.
  void run_until(const bool& done);

  uv_loop_s* handle() const { return loop_; }

  // Returns how many runnables have begun. While this stays the same, no other runnable has had its
  // turn. Thread-safe.
  std::uint64_t turns() const { return turns_.load(std::memory_order_relaxed); }

  // Measures each runnable by the thread's processor time, apart from its waits, instead of by the
  // clock, which says little on a busy machine. Costs half a microsecond per run; for tests.
  void watch_closely() { watching_ = true; }
  // Returns the longest run of a single runnable so far, in seconds. Runs over 20 ms are logged
  // (debug), those over 250 ms as a warning.
  double slowest_run() const { return slowest_; }
  // Returns the longest time in which a runnable blocked the thread (a lock, a disk, a new
  // process), in seconds, without the time in which no processor was free. Measured only after
  // watch_closely().
  double longest_wait() const { return longest_wait_; }

 private:
  struct Idle;
  void drain();
  std::uint64_t run_one(Runnable& runnable, std::uint64_t start);

  uv_loop_s* loop_;
  Idle* idle_;
  Link ready_;
  std::atomic<std::uint64_t> turns_ = 0;
  double slowest_ = 0;
  double longest_wait_ = 0;
  bool watching_ = false;
};

}  // namespace runtime
