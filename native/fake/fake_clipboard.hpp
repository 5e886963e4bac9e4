#pragma once

#include <map>

#include "native/desktop/clipboard.hpp"

namespace native {

class FakeDesktop;

// A clipboard in memory, with other programs that copy and paste.
class FakeClipboard : public Clipboard {
 public:
  explicit FakeClipboard(FakeDesktop& desktop) : desktop_(desktop) {}

  ClipboardReading read(const ClipboardWish& wish, Deadline deadline) override;
  void write(Selection selection, std::shared_ptr<const ClipboardContent> content,
             Deadline deadline) override;
  void clear(Selection selection, Deadline deadline) override;
  std::vector<ClipboardOffer> hand_over(Deadline deadline) override;
  bool take_over(const ClipboardOffer& offer, Deadline deadline) override;
  bool wait_until_lost(Deadline deadline) override;

  // Does what another program does: copies, and pastes.
  void copy(Selection selection, const ClipboardContent& content);
  ClipboardContent paste(Selection selection) const;
  // Makes the owner answer no more, until something else is copied.
  void fall_silent(Selection selection);
  // A manager takes what it is given.
  void set_manager(bool present);

 private:
  struct Held {
    std::shared_ptr<const ClipboardContent> content;
    std::uint64_t owner = 0;
    bool ours = false;
    bool silent = false;
  };

  bool offers() const;
  void hold(Selection selection, Held held);

  FakeDesktop& desktop_;  // its mutex guards everything here
  std::map<Selection, Held> held_;
  std::uint64_t last_owner_ = 0;
  bool manager_ = false;
};

}  // namespace native
