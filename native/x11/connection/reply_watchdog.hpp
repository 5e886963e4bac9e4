#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "native/desktop/records.hpp"

namespace native::x11 {

// Runs what is due: shuts down sockets that are still in use at their deadline, because xcb blocks
// internally, where no poll() of ours applies; and tidies up connections that are no longer used.
// One thread for the whole process, started at first use.
class ReplyWatchdog {
 public:
  // Returns the one of this process; it lives as long as a caller holds it.
  static std::shared_ptr<ReplyWatchdog> shared();

  ReplyWatchdog();
  ~ReplyWatchdog();
  ReplyWatchdog(const ReplyWatchdog&) = delete;
  ReplyWatchdog& operator=(const ReplyWatchdog&) = delete;

 private:
  friend class Watch;
  friend class Lease;
  struct Entry {
    Deadline deadline;
    std::function<void()> act;
    bool fired = false;
  };

  void run();
  void add(const void* owner, Deadline deadline, std::function<void()> act);
  void remove(const void* owner);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<const void*, Entry> entries_;
  bool ending_ = false;
  std::thread thread_;
};

// Shuts a socket down at a deadline, unless this object is destroyed before. Has a duplicate of the
// descriptor, so that a socket that was closed (and its number reused) meanwhile is not affected.
class Watch {
 public:
  Watch(std::shared_ptr<ReplyWatchdog> watchdog, int socket, Deadline deadline);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  // Returns whether the deadline passed and the socket was shut down.
  bool fired() const;

 private:
  std::shared_ptr<ReplyWatchdog> watchdog_;
  int descriptor_;
};

// Runs `act` at a deadline, on the thread of the watchdog, unless this object is destroyed before:
// when its destructor returns, `act` has ended or never runs. `act` must not block.
class Lease {
 public:
  Lease(std::shared_ptr<ReplyWatchdog> watchdog, Deadline deadline, std::function<void()> act);
  ~Lease();
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

 private:
  std::shared_ptr<ReplyWatchdog> watchdog_;
};

}  // namespace native::x11
