#pragma once

#include <atomic>
#include <cstdint>

struct uv_loop_s;

namespace runtime {

// A node of a ring that takes itself out when it dies. Base of everything that waits in a queue by
// reference.
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

// The one thread that runs tasks and scripts; wraps a libuv loop. Everything here is for that
// thread only.
class Loop {
 public:
  // Something that wants to run on the loop. Owned by the caller; dying takes it out of the queue.
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
  // Closes what is left. Handles that nobody closed are a defect and end the program in debug
  // builds.
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  // Runs `runnable` in one of the next turns, in the order of posting; once, however often it is
  // posted.
  void post(Runnable& runnable);
  // Turns until `done` becomes true. Returns early when nothing is left that could ever change it.
  void run_until(const bool& done);

  uv_loop_s* handle() const { return loop_; }

  // How many runnables have begun so far: as long as it stays the same, nothing else has had its
  // turn. From any thread.
  std::uint64_t turns() const { return turns_.load(std::memory_order_relaxed); }

  // Counts the processor's time, not the clock's, and the thread's waits apart from it: on a busy
  // machine the clock says nothing about this program. Costs half a microsecond a run; for tests.
  void watch_closely() { watching_ = true; }
  // The longest single turn of a runnable so far, in seconds. Those over 20 ms are logged (debug),
  // those over 250 ms as a warning.
  double slowest_run() const { return slowest_; }
  // The longest time in which a runnable made the thread wait (a lock, a disk, a new process), in
  // seconds; known only to who watches closely.
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
