#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>

#include "native/desktop/desktop.hpp"

// Parts of the seam for desktops that lack them: each operation throws the same error.
namespace native {

class RefusingInput : public Input {
 public:
  explicit RefusingInput(Error error) : error_(std::move(error)) {}
  void move(const Point&, const Act&) override { throw Error(error_); }
  void click(const Click&, const Act&) override { throw Error(error_); }
  void drag(const Drag&, const Act&) override { throw Error(error_); }
  void scroll(const Scroll&, const Act&) override { throw Error(error_); }
  void type(const std::string&, const Act&) override { throw Error(error_); }
  void press(const Hotkey&, int, const Act&) override { throw Error(error_); }
  void hold(const Hotkey&, std::chrono::milliseconds, const Act&) override { throw Error(error_); }
  void press_button(Button, const Point&, const Act&) override { throw Error(error_); }
  void release_button(Button, const Point&, const Act&) override { throw Error(error_); }
  Point pointer(Deadline) override { throw Error(error_); }
  void release_all(Deadline) override {}  // nothing is down

 private:
  const Error error_;
};

class RefusingClipboard : public Clipboard {
 public:
  explicit RefusingClipboard(Error error) : error_(std::move(error)) {}
  ClipboardReading read(const ClipboardWish&, Deadline) override { throw Error(error_); }
  void write(Selection, std::shared_ptr<const ClipboardContent>, Deadline) override {
    throw Error(error_);
  }
  void clear(Selection, Deadline) override { throw Error(error_); }
  std::vector<ClipboardOffer> hand_over(Deadline) override { return {}; }
  bool take_over(const ClipboardOffer&, Deadline) override { throw Error(error_); }
  bool wait_until_lost(Deadline) override { return true; }

 private:
  const Error error_;
};

class RefusingChanges : public DamageTracker {
 public:
  explicit RefusingChanges(Error error) : error_(std::move(error)) {}
  std::uint64_t mark(Deadline) override { throw Error(error_); }
  bool changed(std::uint64_t, const Rect&, Deadline) override { throw Error(error_); }

 private:
  const Error error_;
};

// Answers every request with kFailed, but that for nothing.
class RefusingEvents : public Events {
 public:
  explicit RefusingEvents(Error error) : error_(std::move(error)) {}
  void want(Wanted wanted, std::uint64_t number) override;
  std::vector<Event> next(std::size_t room, Deadline deadline) override;
  void wake() override;
  void stop() override;

 private:
  const Error error_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool refuses_ = false;
  std::uint64_t number_ = 0;
  std::uint64_t answered_ = 0;
  bool woken_ = false;
  bool stopped_ = false;
};

std::unique_ptr<PersonWatch> refusing_person_watch(Error error);

// A desktop that cannot be used at all.
std::unique_ptr<Desktop> refusing_desktop(Error error);

}  // namespace native
