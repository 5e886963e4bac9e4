#include "native/wayland/clipboard/wayland_clipboard.hpp"

#include <algorithm>
#include <utility>

#include "native/wayland/clipboard/content_offer.hpp"
#include "native/wayland/clipboard/offer_reader.hpp"
#include "native/wayland/lacking.hpp"

namespace native::wayland {
namespace {

constexpr std::size_t kMaxOffers = 8;

std::unique_ptr<DataDevice> open_device(Connection& connection, Deadline deadline) {
  std::unique_ptr<DataDevice> device = DataDevice::open(connection, deadline);
  if (!device) throw no_clipboard();
  return device;
}

}  // namespace

WaylandClipboard::WaylandClipboard(Run run) : run_(std::move(run)) {}
WaylandClipboard::~WaylandClipboard() = default;

ClipboardReading WaylandClipboard::read(const ClipboardWish& wish, Deadline deadline) {
  ClipboardReading reading;
  run_(deadline, [&](std::unique_ptr<Connection> connection) {
    const std::unique_ptr<DataDevice> device = open_device(*connection, deadline);
    reading = OfferReader(*connection, *device).read(wish, deadline);
  });
  return reading;
}

void WaylandClipboard::write(Selection selection, std::shared_ptr<const ClipboardContent> content,
                             Deadline deadline) {
  check_content(*content);
  if (offer({selection, 0, std::move(content)}, deadline)) return;
  throw Error("EFFECT_NOT_SEEN",
              std::string("another program took the ") + name_of(selection) + " at the same moment",
              "Try again.");
}

void WaylandClipboard::clear(Selection selection, Deadline deadline) {
  run_(deadline, [&](std::unique_ptr<Connection> connection) {
    const std::unique_ptr<DataDevice> device = open_device(*connection, deadline);
    device->set(selection, nullptr);
    connection->round_trip(deadline);  // so that others see it as well
  });
}

bool WaylandClipboard::offer(const ClipboardOffer& offer, Deadline deadline) {
  bool taken = false;
  run_(deadline, [&](std::unique_ptr<Connection> connection) {
    std::unique_ptr<ContentOffer> made = ContentOffer::take(std::move(connection), offer, deadline);
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

std::vector<ClipboardOffer> WaylandClipboard::hand_over(Deadline deadline) {
  std::vector<ClipboardOffer> left;
  for (const auto& each : offers_) {
    ClipboardOffer now = each->offer();
    if (!each->lost()) left.push_back(std::move(now));
  }
  if (left.empty()) return left;
  try {
    // The thread of an offer may not have heard yet that another program has copied something.
    run_(deadline, [&](std::unique_ptr<Connection> connection) {
      const std::unique_ptr<DataDevice> device = open_device(*connection, deadline);
      std::erase_if(left, [&](const ClipboardOffer& each) {
        return !device->is_owner(each.selection, each.owner);
      });
    });
  } catch (const Error&) {
    // A compositor that does not answer has not said that anything is lost.
  }
  return left;
}

bool WaylandClipboard::take_over(const ClipboardOffer& given, Deadline deadline) {
  check_content(*given.content);
  return given.owner != 0 && offer(given, deadline);
}

bool WaylandClipboard::wait_until_lost(Deadline deadline) {
  return std::all_of(offers_.begin(), offers_.end(),
                     [&](const auto& each) { return each->wait_until_ended(deadline); });
}

}  // namespace native::wayland
