#include "native/x11/clipboard/outgoing_transfers.hpp"

#include <algorithm>
#include <chrono>

#include "native/x11/connection/event_queue.hpp"

namespace native::x11 {
namespace {

using std::chrono::steady_clock;

constexpr std::size_t kMaxTransfers = 64;
constexpr std::size_t kLargestPart = std::size_t{256} << 10;
constexpr std::chrono::seconds kStall{30};

std::size_t largest_part(Connection& connection) {
  constexpr std::size_t kHead = 64;  // bytes of the request besides the data, and some more
  const std::size_t request = std::size_t{4} * xcb_get_maximum_request_length(connection.raw());
  return std::min(kLargestPart, request - std::min(request, kHead));
}

}  // namespace

OutgoingTransfers::OutgoingTransfers(Connection& connection, xcb_atom_t increments)
    : connection_(connection), increments_(increments), part_(largest_part(connection)) {}

bool OutgoingTransfers::begin(xcb_window_t window, xcb_atom_t property, xcb_atom_t type,
                              std::string_view bytes) {
  if (bytes.size() <= part_) {
    put(window, property, type, bytes);
    return true;
  }
  if (transfers_.size() >= kMaxTransfers) return false;
  // A program that asks again has given up the first transfer.
  std::erase_if(transfers_, [&](const Transfer& each) {
    return each.window == window && each.property == property;
  });
  select(window, true);
  const auto size = static_cast<std::uint32_t>(bytes.size());
  xcb_change_property(connection_.raw(), XCB_PROP_MODE_REPLACE, window, property, increments_, 32,
                      1, &size);
  transfers_.push_back({window, property, type, bytes, steady_clock::now() + kStall});
  return true;
}

void OutgoingTransfers::take(const xcb_generic_event_t& event) {
  if (event_kind(event) == XCB_DESTROY_NOTIFY) {
    const auto& gone = reinterpret_cast<const xcb_destroy_notify_event_t&>(event);
    std::erase_if(transfers_, [&](const Transfer& each) { return each.window == gone.window; });
  }
  if (event_kind(event) != XCB_PROPERTY_NOTIFY) return;
  const auto& change = reinterpret_cast<const xcb_property_notify_event_t&>(event);
  if (change.state != XCB_PROPERTY_DELETE) return;
  const auto found = std::find_if(transfers_.begin(), transfers_.end(), [&](const Transfer& each) {
    return each.window == change.window && each.property == change.atom;
  });
  if (found != transfers_.end() && !go_on(*found)) end(found);
}

// Gives the next part; an empty one ends the transfer. Returns false after that.
bool OutgoingTransfers::go_on(Transfer& transfer) {
  const std::string_view part = transfer.rest.substr(0, part_);
  put(transfer.window, transfer.property, transfer.type, part);
  transfer.rest.remove_prefix(part.size());
  transfer.due = steady_clock::now() + kStall;
  return !part.empty();
}

void OutgoingTransfers::drop_stalled() {
  const Deadline now = steady_clock::now();
  for (auto each = transfers_.begin(); each != transfers_.end();)
    each = each->due <= now ? end(each) : std::next(each);
}

std::optional<Deadline> OutgoingTransfers::due() const {
  if (transfers_.empty()) return std::nullopt;
  return std::min_element(transfers_.begin(), transfers_.end(),
                          [](const Transfer& a, const Transfer& b) { return a.due < b.due; })
      ->due;
}

std::list<OutgoingTransfers::Transfer>::iterator OutgoingTransfers::end(
    std::list<Transfer>::iterator transfer) {
  const xcb_window_t window = transfer->window;
  const auto next = transfers_.erase(transfer);
  const bool more = std::any_of(transfers_.begin(), transfers_.end(),
                                [&](const Transfer& each) { return each.window == window; });
  if (!more) select(window, false);
  return next;
}

void OutgoingTransfers::select(xcb_window_t window, bool wanted) {
  const std::uint32_t mask =
      wanted ? XCB_EVENT_MASK_PROPERTY_CHANGE | XCB_EVENT_MASK_STRUCTURE_NOTIFY : 0U;
  xcb_change_window_attributes(connection_.raw(), window, XCB_CW_EVENT_MASK, &mask);
}

void OutgoingTransfers::put(xcb_window_t window, xcb_atom_t property, xcb_atom_t type,
                            std::string_view bytes) {
  xcb_change_property(connection_.raw(), XCB_PROP_MODE_REPLACE, window, property, type, 8,
                      static_cast<std::uint32_t>(bytes.size()), bytes.data());
}

}  // namespace native::x11
