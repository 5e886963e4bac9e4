#include "native/x11/events/selection_watch.hpp"

#include <xcb/xfixes.h>

#include <algorithm>

#include "native/x11/clipboard/named_atoms.hpp"
#include "native/x11/clipboard/selection_window.hpp"
#include "native/x11/connection/event_queue.hpp"

namespace native::x11 {
namespace {

constexpr std::uint32_t kEveryChange = XCB_XFIXES_SELECTION_EVENT_MASK_SET_SELECTION_OWNER |
                                       XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_WINDOW_DESTROY |
                                       XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_CLIENT_CLOSE;

bool has(const std::vector<Selection>& list, Selection selection) {
  return std::find(list.begin(), list.end(), selection) != list.end();
}

}  // namespace

void SelectionWatch::want(const std::vector<Selection>& wanted) {
  if (!wanted.empty() && !connection_.extensions().fixes)
    throw Error("UNSUPPORTED", "the display server does not report what is copied (no XFIXES)",
                "Read the clipboard now and then instead.");
  for (const Selection selection : {Selection::kClipboard, Selection::kPrimary}) {
    if (has(wanted, selection) == has(wanted_, selection)) continue;
    xcb_xfixes_select_selection_input(connection_.raw(), connection_.root(), atom_of(selection),
                                      has(wanted, selection) ? kEveryChange : 0U);
  }
  wanted_ = wanted;
  std::erase_if(changed_, [&](Selection selection) { return !has(wanted_, selection); });
}

xcb_atom_t SelectionWatch::atom_of(Selection selection) {
  if (selection == Selection::kClipboard && clipboard_ == XCB_ATOM_NONE)
    clipboard_ = NamedAtoms(connection_, {"CLIPBOARD"}).of("CLIPBOARD");
  return selection_atom(selection, clipboard_);
}

void SelectionWatch::take(const xcb_generic_event_t& event) {
  if (wanted_.empty()) return;
  const int first = xcb_get_extension_data(connection_.raw(), &xcb_xfixes_id)->first_event;
  if (event_kind(event) != first + XCB_XFIXES_SELECTION_NOTIFY) return;
  const auto& notify = reinterpret_cast<const xcb_xfixes_selection_notify_event_t&>(event);
  for (const Selection selection : wanted_)
    if (notify.selection == atom_of(selection) && !has(changed_, selection))
      changed_.push_back(selection);
}

void SelectionWatch::collect(std::size_t room, std::vector<Event>& out) {
  for (; room > 0 && !changed_.empty(); --room) {
    Event event;
    event.kind = Event::Kind::kCopied;
    event.selection = changed_.front();
    out.push_back(std::move(event));
    changed_.erase(changed_.begin());
  }
}

}  // namespace native::x11
