#include "native/wayland/clipboard/copy_watch.hpp"

#include <algorithm>
#include <utility>

#include "native/wayland/lacking.hpp"

namespace native::wayland {

void CopyWatch::want(const std::vector<Selection>& wanted, Deadline deadline) {
  if (wanted.empty()) {
    watched_.clear();
    return;
  }
  if (!device_) device_ = DataDevice::open(connection_, deadline);
  if (!device_) throw no_copies();
  for (const Selection selection : wanted) device_->check(selection);
  std::vector<Watched> watched;
  for (const Selection selection : wanted) {
    const auto before = std::find_if(watched_.begin(), watched_.end(), [&](const Watched& each) {
      return each.selection == selection;
    });
    watched.push_back(before != watched_.end() ? *before
                                               : Watched{selection, device_->changes(selection)});
  }
  watched_ = std::move(watched);
}

bool CopyWatch::marked() const {
  return std::any_of(watched_.begin(), watched_.end(), [&](const Watched& each) {
    return device_->changes(each.selection) != each.changes;
  });
}

void CopyWatch::collect(std::size_t room, std::vector<Event>& out) {
  for (Watched& each : watched_) {
    const std::uint64_t now = device_->changes(each.selection);
    if (now == each.changes || room == 0) continue;
    --room;
    each.changes = now;
    Event event;
    event.kind = Event::Kind::kCopied;
    event.selection = each.selection;
    out.push_back(std::move(event));
  }
}

}  // namespace native::wayland
