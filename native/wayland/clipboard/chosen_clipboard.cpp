#include "native/wayland/clipboard/chosen_clipboard.hpp"

#include <utility>

namespace native::wayland {

ClipboardReading ChosenClipboard::read(const ClipboardWish& wish, Deadline deadline) {
  return choose_(deadline).read(wish, deadline);
}

void ChosenClipboard::write(Selection selection, std::shared_ptr<const ClipboardContent> content,
                            Deadline deadline) {
  offering_ = &choose_(deadline);
  offering_->write(selection, std::move(content), deadline);
}

void ChosenClipboard::clear(Selection selection, Deadline deadline) {
  choose_(deadline).clear(selection, deadline);
}

std::vector<ClipboardOffer> ChosenClipboard::hand_over(Deadline deadline) {
  return offering_ != nullptr ? offering_->hand_over(deadline) : std::vector<ClipboardOffer>();
}

bool ChosenClipboard::take_over(const ClipboardOffer& offer, Deadline deadline) {
  offering_ = &choose_(deadline);
  return offering_->take_over(offer, deadline);
}

bool ChosenClipboard::wait_until_lost(Deadline deadline) {
  return offering_ == nullptr || offering_->wait_until_lost(deadline);
}

}  // namespace native::wayland
