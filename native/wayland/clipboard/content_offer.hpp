#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>

#include "native/linux/clipboard/targets.hpp"
#include "native/wayland/clipboard/data_device.hpp"
#include "native/wayland/clipboard/descriptor.hpp"
#include "native/wayland/clipboard/pipes.hpp"

namespace native::wayland {

// A content that other programs may paste. Served by a thread of its own, which runs only when they
// do, until another program copies something or this object ends. Any thread.
class ContentOffer {
 public:
  // Takes the selection; with an owner, only from that one. Returns null when it was not had.
  static std::unique_ptr<ContentOffer> take(std::unique_ptr<Connection> connection,
                                            const ClipboardOffer& offer, Deadline deadline);
  ~ContentOffer();
  ContentOffer(const ContentOffer&) = delete;
  ContentOffer& operator=(const ContentOffer&) = delete;

  // Returns what is offered; without a content once ended() is true.
  ClipboardOffer offer() const;
  // Another program has copied something, or the compositor is gone.
  bool lost() const;
  // All who had asked before that have got it.
  bool ended() const;
  bool wait_until_ended(Deadline deadline) const;

  // What the compositor reports.
  void send(std::string_view type, Descriptor pipe);
  void cancel() { cancelled_ = true; }

 private:
  ContentOffer(std::unique_ptr<Connection> connection, ClipboardOffer offer);
  bool take_selection(std::uint64_t from, Deadline deadline);
  void run();
  void serve();
  void sleep();
  void release();

  // Of the thread, once it runs.
  std::unique_ptr<Connection> connection_;
  std::unique_ptr<DataDevice> device_;
  DataSource source_;
  std::unique_ptr<Targets> targets_;
  OutgoingPipes transfers_;
  bool cancelled_ = false;

  const Descriptor bell_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  ClipboardOffer offer_;
  bool ending_ = false;
  bool lost_ = false;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace native::wayland
