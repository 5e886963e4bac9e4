#include "native/fake/fake_clipboard.hpp"

#include <algorithm>
#include <utility>

#include "native/fake/fake_desktop.hpp"

namespace native {

ClipboardReading FakeClipboard::read(const ClipboardWish& wish, Deadline deadline) {
  desktop_.enter("clipboard", std::string("read ") + name_of(wish.selection), deadline);
  const std::lock_guard lock(desktop_.mutex_);
  const auto found = held_.find(wish.selection);
  if (found == held_.end()) return {};
  if (found->second.silent) throw silent_owner(wish.selection);
  const ClipboardContent& whole = *found->second.content;
  ClipboardReading reading{whole.formats(), {}};
  reading.content.secret = whole.secret;
  if (whole.secret && !wish.secrets) return reading;
  if (wish.formats.text) reading.content.text = whole.text;
  if (wish.formats.html) reading.content.html = whole.html;
  if (wish.formats.picture) reading.content.picture = whole.picture;
  if (wish.formats.files) reading.content.files = whole.files;
  reading.content.cut = wish.formats.files && whole.cut;
  return reading;
}

void FakeClipboard::write(Selection selection, std::shared_ptr<const ClipboardContent> content,
                          Deadline deadline) {
  check_content(*content);
  desktop_.enter("clipboard", std::string("write ") + name_of(selection), deadline);
  const std::lock_guard lock(desktop_.mutex_);
  hold(selection, {std::move(content), ++last_owner_, true});
}

void FakeClipboard::clear(Selection selection, Deadline deadline) {
  desktop_.enter("clipboard", std::string("clear ") + name_of(selection), deadline);
  const std::lock_guard lock(desktop_.mutex_);
  hold(selection, {});
}

std::vector<ClipboardOffer> FakeClipboard::hand_over(Deadline) {
  const std::lock_guard lock(desktop_.mutex_);
  std::vector<ClipboardOffer> left;
  for (auto& [selection, held] : held_) {
    if (!held.ours) continue;
    if (manager_ && selection == Selection::kClipboard)
      hold(selection, {held.content, ++last_owner_});
    else
      left.push_back({selection, held.owner, held.content});
  }
  return left;
}

bool FakeClipboard::take_over(const ClipboardOffer& offer, Deadline deadline) {
  desktop_.enter("clipboard", std::string("take over ") + name_of(offer.selection), deadline);
  const std::lock_guard lock(desktop_.mutex_);
  const auto found = held_.find(offer.selection);
  if (found == held_.end() || found->second.owner != offer.owner) return false;
  hold(offer.selection, {offer.content, ++last_owner_, true});
  return true;
}

bool FakeClipboard::wait_until_lost(Deadline deadline) {
  std::unique_lock lock(desktop_.mutex_);
  return desktop_.changed_.wait_until(lock, deadline, [this] { return !offers(); });
}

bool FakeClipboard::offers() const {
  return std::any_of(held_.begin(), held_.end(), [](const auto& each) { return each.second.ours; });
}

void FakeClipboard::hold(Selection selection, Held held) {
  const bool empty = held.content == nullptr;
  held_[selection] = std::move(held);
  if (empty) held_.erase(selection);
  desktop_.copied_.push_back(selection);
  desktop_.changed_.notify_all();
}

void FakeClipboard::copy(Selection selection, const ClipboardContent& content) {
  const std::lock_guard lock(desktop_.mutex_);
  hold(selection, {std::make_shared<const ClipboardContent>(content), ++last_owner_});
}

ClipboardContent FakeClipboard::paste(Selection selection) const {
  const std::lock_guard lock(desktop_.mutex_);
  const auto found = held_.find(selection);
  return found == held_.end() ? ClipboardContent() : *found->second.content;
}

void FakeClipboard::fall_silent(Selection selection) {
  const std::lock_guard lock(desktop_.mutex_);
  held_[selection].silent = true;
}

void FakeClipboard::set_manager(bool present) {
  const std::lock_guard lock(desktop_.mutex_);
  manager_ = present;
}

}  // namespace native
