#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "native/desktop/clipboard.hpp"
#include "native/x11/clipboard/selection_server.hpp"
#include "native/x11/connection/socket.hpp"

namespace native::x11 {

// A content that other programs may paste. Served by a thread of its own, which runs only when they
// do, until another program copies something or this object ends. Any thread.
class SelectionOffer {
 public:
  // Takes the selection; with `from`, only from that window. Returns null when it was not had.
  static std::unique_ptr<SelectionOffer> take(std::unique_ptr<Connection> connection,
                                              const ClipboardOffer& offer, Deadline deadline);
  ~SelectionOffer();
  SelectionOffer(const SelectionOffer&) = delete;
  SelectionOffer& operator=(const SelectionOffer&) = delete;

  // Returns what is offered; without a content once ended() is true.
  ClipboardOffer offer() const;
  // Returns whether nobody can get it here any more.
  bool lost() const;
  // Returns whether its thread has ended: it is lost, and what was under way is done.
  bool ended() const;
  // Waits until it has ended; returns false at the deadline.
  bool wait_until_ended(Deadline deadline) const;
  // Returns whether a clipboard manager has taken it.
  bool hand_over(Deadline deadline);

 private:
  enum class Asked { kNo, kYes, kUnderWay, kTaken, kRefused };

  SelectionOffer(std::unique_ptr<Connection> connection, ClipboardOffer offer);
  void run();
  void serve();
  void work();
  void sleep();
  void ring();

  const std::unique_ptr<Connection> connection_;
  const Socket bell_;
  std::unique_ptr<SelectionServer> server_;  // used by the thread alone once it runs

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  ClipboardOffer offer_;
  Asked asked_ = Asked::kNo;
  bool ending_ = false;
  bool lost_ = false;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace native::x11
