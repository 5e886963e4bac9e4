#include "native/x11/connection/event_masks.hpp"

#include <cstring>

#include "native/x11/connection/event_kind.hpp"

namespace native::x11 {
namespace {

constexpr std::uint32_t kStructure =
    XCB_EVENT_MASK_STRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY;

// Returns the masks with which an event of a kind is selected; 0 for kinds that known answers do
// not need.
std::uint32_t masks_of(int kind) {
  switch (kind) {
    case XCB_PROPERTY_NOTIFY:
      return XCB_EVENT_MASK_PROPERTY_CHANGE;
    case XCB_CREATE_NOTIFY:
      return XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY;
    case XCB_DESTROY_NOTIFY:
    case XCB_UNMAP_NOTIFY:
    case XCB_MAP_NOTIFY:
    case XCB_REPARENT_NOTIFY:
    case XCB_CONFIGURE_NOTIFY:
    case XCB_GRAVITY_NOTIFY:
    case XCB_CIRCULATE_NOTIFY:
      return kStructure;
    default:
      return 0;
  }
}

}  // namespace

void EventMasks::send(xcb_window_t window, const Masks& masks) {
  const std::uint32_t both = masks.operation | masks.watched;
  xcb_change_window_attributes(connection_, window, XCB_CW_EVENT_MASK, &both);
}

void EventMasks::select(xcb_window_t window, std::uint32_t mask) {
  Masks& masks = masks_[window];
  masks.operation = mask;
  send(window, masks);
  if (masks.operation == 0 && masks.watched == 0) masks_.erase(window);
}

void EventMasks::watch(xcb_window_t window, std::uint32_t mask) {
  Masks& masks = masks_[window];
  masks.watched = mask;
  send(window, masks);
}

void EventMasks::unwatch(xcb_window_t window, Still still) {
  const auto found = masks_.find(window);
  if (found == masks_.end()) return;
  found->second.watched = 0;
  if (still == Still::kThere) send(window, found->second);
  if (found->second.operation == 0) masks_.erase(found);
}

bool EventMasks::is_for_operation(const xcb_generic_event_t& event) const {
  const std::uint32_t masks = masks_of(event_kind(event));
  if (masks == 0 || sent_by_client(event)) return true;
  // All of them name the window that they are reported for in the same place.
  xcb_property_notify_event_t reported;
  std::memcpy(&reported, &event, sizeof reported);
  const auto found = masks_.find(reported.window);
  return found == masks_.end() || found->second.watched == 0 ||
         (found->second.operation & masks) != 0;
}

}  // namespace native::x11
