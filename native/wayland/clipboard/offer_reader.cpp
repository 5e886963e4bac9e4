#include "native/wayland/clipboard/offer_reader.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "native/desktop/utf8.hpp"
#include "native/linux/clipboard/targets.hpp"
#include "native/wayland/clipboard/pipes.hpp"

namespace native::wayland {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMaxAttempts = 5;

// Returns a moment shortly before `deadline`, so that the answer about a silent owner is in time.
Deadline shortly_before(Deadline deadline) {
  return deadline -
         std::min<Clock::duration>(std::chrono::milliseconds(50), (deadline - Clock::now()) / 4);
}

// Returns the type by which bytes are decoded. Programs of Wayland offer UTF-8 under each name, but
// those of X11 mean Latin-1 by this one.
std::string_view encoding_of(std::string_view target, const std::string& bytes) {
  return target == "STRING" && !is_utf8(bytes) ? target : std::string_view();
}

}  // namespace

ClipboardReading OfferReader::read(const ClipboardWish& wish, Deadline deadline) {
  device_.check(wish.selection);
  selection_ = wish.selection;
  deadline_ = shortly_before(deadline);
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    try {
      return read_once(wish);
    } catch (const Changed&) {
      // What was read until now may be of either content.
    }
  }
  throw Error("TIMEOUT", std::string(name_of(selection_)) + " keeps changing",
              "Try again once the other program has finished.", {{"reason", "changing"}});
}

ClipboardReading OfferReader::read_once(const ClipboardWish& wish) {
  ClipboardReading reading;
  total_ = 0;
  changes_ = device_.changes(selection_);
  const DataOffer* offer = device_.offer(selection_);
  if (!offer) return reading;
  for (const ReadableTarget& each : readable_targets())
    if (offer->has(each.name)) member(reading.formats, each.format) = true;
  reading.content.secret = offer->has(kSecretTarget);
  if (reading.content.secret && !wish.secrets) return reading;
  read_content(wish, *offer, reading);
  // The pipes of an owner that has just ended are at their end, too.
  connection_.round_trip(deadline_);
  look_for_change();
  return reading;
}

void OfferReader::read_content(const ClipboardWish& wish, const DataOffer& offer,
                               ClipboardReading& reading) {
  ClipboardFormats wanted = wish.formats;
  for (const ReadableTarget& each : readable_targets()) {
    bool& missing = member(wanted, each.format);
    if (!missing || !offer.has(each.name)) continue;
    std::string bytes = receive(offer, std::string(each.name));
    // A program that refuses a type closes the pipe without a word; another type may have more.
    const bool empty = bytes.empty();
    const std::string_view encoding = encoding_of(each.name, bytes);
    missing = !add_target(reading.content, each.name, encoding, std::move(bytes)) || empty;
  }
  // A list of what are no files of this machine, such as a link, is none.
  if (wish.formats.files && reading.content.files.empty()) reading.formats.files = false;
}

std::string OfferReader::receive(const DataOffer& offer, const std::string& type) {
  Pipe pipe = make_pipe();
  ::zwlr_data_control_offer_v1_receive(offer.handle.get(), type.c_str(), pipe.out.get());
  // The request has a copy; the end of the pipe is seen only once all of them are closed.
  pipe.out = Descriptor();
  std::string bytes;
  Deadline limit = owner_limit();
  for (;;) {
    const std::size_t before = bytes.size();
    const Drained drained = drain(pipe.in.get(), bytes, kMaxClipboard - total_);
    if (drained == Drained::kTooMuch) throw too_large(selection_);
    if (drained == Drained::kEnded) {
      total_ += bytes.size();
      return bytes;
    }
    if (bytes.size() > before) limit = owner_limit();
    wait_for(pipe.in.get(), limit);
  }
}

// Waits until a pipe can be read, or the compositor reports something.
void OfferReader::wait_for(int pipe, Deadline limit) {
  connection_.take_in();
  look_for_change();
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(limit - Clock::now()).count();
  if (left <= 0) throw silent_owner(selection_);
  pollfd states[] = {{pipe, POLLIN, 0}, {::wl_display_get_fd(connection_.display()), POLLIN, 0}};
  if (::poll(states, 2, static_cast<int>(left)) < 0 && errno != EINTR) throw ConnectionLost{};
}

void OfferReader::look_for_change() const {
  if (device_.changes(selection_) != changes_) throw Changed{};
}

// Returns until when the owner must have gone on.
Deadline OfferReader::owner_limit() const {
  return std::min<Deadline>(deadline_, Clock::now() + Clipboard::kOwnerPatience);
}

}  // namespace native::wayland
