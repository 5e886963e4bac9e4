#include "native/x11/clipboard/x11_clipboard.hpp"

#include <algorithm>
#include <utility>

#include "native/x11/clipboard/selection_offer.hpp"
#include "native/x11/clipboard/selection_reader.hpp"

namespace native::x11 {
namespace {

constexpr std::size_t kMaxOffers = 8;

}  // namespace

X11Clipboard::X11Clipboard(Run run, Open open) : run_(std::move(run)), open_(std::move(open)) {}
X11Clipboard::~X11Clipboard() = default;

void X11Clipboard::disconnect() { reader_.reset(); }

ClipboardReading X11Clipboard::read(const ClipboardWish& wish, Deadline deadline) {
  ClipboardReading reading;
  run_(deadline, [&](Connection& connection) {
    if (!reader_) reader_ = std::make_unique<SelectionReader>(connection);
    reading = reader_->read(wish, deadline);
  });
  return reading;
}

void X11Clipboard::write(Selection selection, std::shared_ptr<const ClipboardContent> content,
                         Deadline deadline) {
  check_content(*content);
  if (offer({selection, XCB_WINDOW_NONE, std::move(content)}, deadline)) return;
  throw Error("EFFECT_NOT_SEEN",
              std::string("another program took the ") + name_of(selection) + " at the same moment",
              "Try again.");
}

void X11Clipboard::clear(Selection selection, Deadline deadline) {
  run_(deadline, [&](Connection& connection) {
    const NamedAtoms atoms(connection, {"CLIPBOARD", "_PEEKABOO_TIME"});
    SelectionWindow window(connection);
    const xcb_timestamp_t time =
        window.server_time(atoms.of("_PEEKABOO_TIME"), deadline, [](const auto&) {});
    const xcb_atom_t atom = selection_atom(selection, atoms.of("CLIPBOARD"));
    xcb_set_selection_owner(connection.raw(), XCB_WINDOW_NONE, atom, time);
    owner_of(connection, atom);  // a round trip, so that others see it as well
  });
}

bool X11Clipboard::offer(const ClipboardOffer& offer, Deadline deadline) {
  bool taken = false;
  run_(deadline, [&](Connection&) {
    std::unique_ptr<SelectionOffer> made = SelectionOffer::take(open_(deadline), offer, deadline);
    taken = made != nullptr;
    if (!taken) return;
    std::erase_if(offers_, [](const auto& each) { return each->ended(); });
    if (offers_.size() >= kMaxOffers) {
      const auto oldest = std::find_if(offers_.begin(), offers_.end(),
                                       [](const auto& each) { return each->lost(); });
      if (oldest != offers_.end()) offers_.erase(oldest);
    }
    offers_.push_back(std::move(made));
  });
  return taken;
}

std::vector<ClipboardOffer> X11Clipboard::hand_over(Deadline deadline) {
  std::vector<ClipboardOffer> left;
  for (const auto& each : offers_) {
    if (each->lost()) continue;
    const bool kept = each->offer().selection == Selection::kClipboard && each->hand_over(deadline);
    if (!kept && !each->lost()) left.push_back(each->offer());
  }
  return left;
}

bool X11Clipboard::take_over(const ClipboardOffer& given, Deadline deadline) {
  check_content(*given.content);
  return given.owner != XCB_WINDOW_NONE && offer(given, deadline);
}

bool X11Clipboard::wait_until_lost(Deadline deadline) {
  return std::all_of(offers_.begin(), offers_.end(),
                     [&](const auto& each) { return each->wait_until_ended(deadline); });
}

}  // namespace native::x11
