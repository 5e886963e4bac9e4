#include "native/x11/clipboard/selection_reader.hpp"

#include <xcb/xfixes.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "native/x11/connection/event_queue.hpp"
#include "native/x11/connection/property.hpp"

namespace native::x11 {
namespace {

constexpr std::size_t kMaxAbandoned = 16;
constexpr std::size_t kMaxTargets = 1000;
constexpr std::uint32_t kSlice = 1 << 20;  // bytes of a property that are read at once
constexpr int kMaxAttempts = 5;

std::vector<std::string_view> names() {
  std::vector<std::string_view> all = {
      "CLIPBOARD",           "TARGETS",        "INCR",       "STRING",
      "_PEEKABOO_SELECTION", "_PEEKABOO_TIME", kSecretTarget};
  for (const ReadableTarget& each : readable_targets()) all.push_back(each.name);
  return all;
}

// Returns until when the owner must have gone on.
Deadline owner_limit(Deadline deadline) {
  return std::min(deadline, std::chrono::steady_clock::now() + Clipboard::kOwnerPatience);
}

}  // namespace

SelectionReader::SelectionReader(Connection& connection)
    : connection_(connection), atoms_(connection, names()) {
  if (connection.extensions().fixes)
    fixes_event_ = xcb_get_extension_data(connection.raw(), &xcb_xfixes_id)->first_event;
}

ClipboardReading SelectionReader::read(const ClipboardWish& wish, Deadline deadline) {
  selection_ = wish.selection;
  atom_ = selection_atom(wish.selection, atoms_.of("CLIPBOARD"));
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    window_ = std::make_unique<SelectionWindow>(connection_);
    try {
      ClipboardReading reading = read_once(wish, patience(deadline));
      window_.reset();
      connection_.flush();
      return reading;
    } catch (const Changed&) {
      abandon();
    } catch (const Error&) {
      abandon();
      throw;
    }
  }
  throw Error("TIMEOUT", std::string(name_of(selection_)) + " keeps changing",
              "Try again once the other program has finished.", {{"reason", "changing"}});
}

void SelectionReader::abandon() {
  watch(false);
  connection_.flush();
  abandoned_.push_back(std::move(window_));
  if (abandoned_.size() > kMaxAbandoned) abandoned_.pop_front();
}

ClipboardReading SelectionReader::read_once(const ClipboardWish& wish, Deadline deadline) {
  ClipboardReading reading;
  total_ = 0;
  watch(true);
  time_ = window_->server_time(atoms_.of("_PEEKABOO_TIME"), deadline,
                               [](const xcb_generic_event_t&) {});
  if (owner_of(connection_, atom_) != XCB_WINDOW_NONE) {
    const std::vector<xcb_atom_t> targets = offered(deadline);
    for (const ReadableTarget& each : readable_targets())
      if (offers(targets, each.name)) member(reading.formats, each.format) = true;
    reading.content.secret = offers(targets, kSecretTarget);
    if (!reading.content.secret || wish.secrets) read_content(wish, targets, reading, deadline);
  }
  watch(false);
  return reading;
}

void SelectionReader::read_content(const ClipboardWish& wish,
                                   const std::vector<xcb_atom_t>& offered,
                                   ClipboardReading& reading, Deadline deadline) {
  ClipboardFormats wanted = wish.formats;
  for (const ReadableTarget& each : readable_targets()) {
    bool& missing = member(wanted, each.format);
    if (!missing || !offers(offered, each.name)) continue;
    std::optional<Answer> answer = convert(atoms_.of(each.name), deadline);
    if (!answer || answer->format != 8) continue;
    missing =
        !add_target(reading.content, each.name, type_name(answer->type), std::move(answer->bytes));
  }
  // A list of what are no files of this machine, such as a link, is none.
  if (wish.formats.files && reading.content.files.empty()) reading.formats.files = false;
}

// Returns the targets that the owner offers; those of plain text when it does not tell.
std::vector<xcb_atom_t> SelectionReader::offered(Deadline deadline) {
  const std::optional<Answer> answer = convert(atoms_.of("TARGETS"), deadline);
  if (!answer || answer->format != 32) return {atoms_.of("UTF8_STRING"), atoms_.of("STRING")};
  std::vector<xcb_atom_t> targets(std::min(answer->bytes.size() / sizeof(xcb_atom_t), kMaxTargets));
  if (!targets.empty())
    std::copy_n(answer->bytes.data(), targets.size() * sizeof(xcb_atom_t),
                reinterpret_cast<char*>(targets.data()));
  return targets;
}

bool SelectionReader::offers(const std::vector<xcb_atom_t>& offered,
                             std::string_view target) const {
  return std::find(offered.begin(), offered.end(), atoms_.of(target)) != offered.end();
}

std::string SelectionReader::type_name(xcb_atom_t type) const {
  return type == atoms_.of("STRING") ? "STRING" : "";
}

// Returns nothing when the owner refuses.
std::optional<SelectionReader::Answer> SelectionReader::convert(xcb_atom_t target,
                                                                Deadline deadline) {
  const xcb_atom_t property = atoms_.of("_PEEKABOO_SELECTION");
  xcb_delete_property(connection_.raw(), window_->id(), property);
  xcb_convert_selection(connection_.raw(), window_->id(), atom_, target, property, time_);
  const Deadline limit = owner_limit(deadline);
  for (;;) {
    const auto event = next(limit);
    if (event_kind(*event) != XCB_SELECTION_NOTIFY) continue;
    const auto& notify = reinterpret_cast<const xcb_selection_notify_event_t&>(*event);
    if (notify.requestor != window_->id() || notify.selection != atom_ || notify.target != target)
      continue;
    if (notify.property == XCB_ATOM_NONE) return std::nullopt;
    break;
  }
  std::optional<Answer> answer = take_property();
  if (answer && answer->type == atoms_.of("INCR")) return take_increments(deadline);
  return answer;
}

// Reads and removes the property of the answer; returns nothing when there is none.
std::optional<SelectionReader::Answer> SelectionReader::take_property() {
  xcb_connection_t* c = connection_.raw();
  Answer answer;
  for (std::uint32_t offset = 0;; offset += kSlice / 4) {
    Ask<xcb_get_property_reply> asked(
        c, xcb_get_property(c, 1, window_->id(), atoms_.of("_PEEKABOO_SELECTION"),
                            XCB_GET_PROPERTY_TYPE_ANY, offset, kSlice / 4));
    const auto reply = asked.wait();
    if (!reply || reply->type == XCB_ATOM_NONE) return std::nullopt;
    const std::size_t size = std::size_t{reply->value_len} * (reply->format / 8U);
    const auto bytes = items<char>(*reply, xcb_get_property_value(reply.get()), size);
    answer.type = reply->type;
    answer.format = reply->format;
    count(size);
    answer.bytes.append(bytes.data(), bytes.size());
    if (reply->bytes_after == 0) return answer;
  }
}

// Reads what comes in parts (ICCCM 2.7.2), after the announcement was removed.
SelectionReader::Answer SelectionReader::take_increments(Deadline deadline) {
  Answer whole;
  Deadline limit = owner_limit(deadline);
  for (;;) {
    const auto event = next(limit);
    if (event_kind(*event) != XCB_PROPERTY_NOTIFY) continue;
    const auto& change = reinterpret_cast<const xcb_property_notify_event_t&>(*event);
    if (change.window != window_->id() || change.state != XCB_PROPERTY_NEW_VALUE ||
        change.atom != atoms_.of("_PEEKABOO_SELECTION"))
      continue;
    std::optional<Answer> part = take_property();
    if (!part) continue;
    limit = owner_limit(deadline);
    whole.type = part->type;
    whole.format = part->format;
    if (part->bytes.empty()) return whole;
    whole.bytes += part->bytes;
  }
}

void SelectionReader::count(std::size_t bytes) {
  total_ += bytes;
  if (total_ > kMaxClipboard) throw too_large(selection_);
}

// Waits for the next event that says something of the answer; throws for an owner that is silent.
Owned<xcb_generic_event_t> SelectionReader::next(Deadline limit) {
  auto event = next_event(connection_, limit);
  if (!event) throw silent_owner(selection_);
  look_for_change(*event);
  return event;
}

void SelectionReader::look_for_change(const xcb_generic_event_t& event) const {
  if (fixes_event_ == 0 || event_kind(event) != fixes_event_ + XCB_XFIXES_SELECTION_NOTIFY) return;
  const auto& notify = reinterpret_cast<const xcb_xfixes_selection_notify_event_t&>(event);
  if (notify.selection == atom_ && notify.window == window_->id()) throw Changed{};
}

// Asks the server to report other owners, and the end of this one.
void SelectionReader::watch(bool wanted) {
  if (fixes_event_ == 0) return;
  const std::uint32_t mask = XCB_XFIXES_SELECTION_EVENT_MASK_SET_SELECTION_OWNER |
                             XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_WINDOW_DESTROY |
                             XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_CLIENT_CLOSE;
  if (!window_) return;
  xcb_xfixes_select_selection_input(connection_.raw(), window_->id(), atom_, wanted ? mask : 0U);
}

}  // namespace native::x11
