#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "native/desktop/clipboard.hpp"

namespace native::wayland {

// Stands for the clipboard that a choice leads to at each use.
class ChosenClipboard : public Clipboard {
 public:
  // Returns one that lives as long as this object.
  using Choose = std::function<Clipboard&(Deadline)>;
  explicit ChosenClipboard(Choose choose) : choose_(std::move(choose)) {}

  ClipboardReading read(const ClipboardWish& wish, Deadline deadline) override;
  void write(Selection selection, std::shared_ptr<const ClipboardContent> content,
             Deadline deadline) override;
  void clear(Selection selection, Deadline deadline) override;
  std::vector<ClipboardOffer> hand_over(Deadline deadline) override;
  bool take_over(const ClipboardOffer& offer, Deadline deadline) override;
  bool wait_until_lost(Deadline deadline) override;

 private:
  const Choose choose_;
  Clipboard* offering_ = nullptr;  // the one that was last written to; null: none
};

}  // namespace native::wayland
