#include "native/x11/events/display_watch.hpp"

#include <xcb/randr.h>

#include <algorithm>
#include <tuple>

#include "native/x11/connection/event_queue.hpp"
#include "native/x11/windows/displays.hpp"

namespace native::x11 {
namespace {

bool same(const std::vector<Display>& a, const std::vector<Display>& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(), [](const Display& one, const Display& other) {
        return one.name == other.name && one.bounds == other.bounds && one.primary == other.primary;
      });
}

}  // namespace

// WindowWatch owns the root's event mask and selects the root's moves.
void DisplayWatch::want(bool wanted, const std::vector<Display>* before) {
  if (wanted == wanted_) return;
  wanted_ = wanted;
  changed_ = false;
  select();
  if (!wanted) return;
  displays_ = before ? *before : list_displays(connection_);
  changed_ = before != nullptr;
}

void DisplayWatch::select() {
  if (!connection_.extensions().randr) return;
  xcb_connection_t* c = connection_.raw();
  first_event_ = xcb_get_extension_data(c, &xcb_randr_id)->first_event;
  const std::uint16_t mask = XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE |
                             XCB_RANDR_NOTIFY_MASK_CRTC_CHANGE |
                             XCB_RANDR_NOTIFY_MASK_OUTPUT_CHANGE;
  xcb_randr_select_input(c, connection_.root(), wanted_ ? mask : static_cast<std::uint16_t>(0));
}

void DisplayWatch::take(const xcb_generic_event_t& event) {
  if (!wanted_) return;
  if (event_kind(event) == XCB_CONFIGURE_NOTIFY &&
      reinterpret_cast<const xcb_configure_notify_event_t&>(event).window == connection_.root())
    changed_ = true;
  if (first_event_ == 0) return;
  const int kind = event_kind(event) - first_event_;
  if (kind == XCB_RANDR_SCREEN_CHANGE_NOTIFY || kind == XCB_RANDR_NOTIFY) changed_ = true;
}

void DisplayWatch::collect(std::size_t room, std::vector<Event>& out) {
  if (room == 0 || !changed_) return;
  changed_ = false;
  std::vector<Display> now = list_displays(connection_);
  if (same(now, displays_)) return;
  displays_ = now;
  Event event;
  event.kind = Event::Kind::kDisplaysChanged;
  event.displays = std::move(now);
  out.push_back(std::move(event));
}

}  // namespace native::x11
