#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "native/desktop/records.hpp"

namespace native::x11 {

// Ends sockets that are still in use at their deadline, because xcb blocks inside itself where no
// poll of ours reaches. One thread for the whole process, started at the first use.
class ReplyWatchdog {
 public:
  // The one of this process; it lives as long as anyone holds it.
  static std::shared_ptr<ReplyWatchdog> shared();

  ReplyWatchdog();
  ~ReplyWatchdog();
  ReplyWatchdog(const ReplyWatchdog&) = delete;
  ReplyWatchdog& operator=(const ReplyWatchdog&) = delete;

 private:
  friend class Watch;
  struct Entry {
    int descriptor = -1;
    Deadline deadline;
    bool fired = false;
  };

  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<const void*, Entry> entries_;
  bool ending_ = false;
  std::thread thread_;
};

// Shuts one socket down at a deadline, for as long as this object lives. Keeps a descriptor of its
// own, so that a socket closed (and its number reused) meanwhile is never hit.
class Watch {
 public:
  Watch(std::shared_ptr<ReplyWatchdog> watchdog, int socket, Deadline deadline);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  // Whether the deadline came and the socket was shut down.
  bool fired() const;

 private:
  std::shared_ptr<ReplyWatchdog> watchdog_;
  int descriptor_;
};

}  // namespace native::x11
