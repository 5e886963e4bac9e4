#include <utility>

#include "native/gate/gate.hpp"

// The part of the gate that the clipboard passes.
namespace native {
namespace {

constexpr Operation kReadingClipboard{Operation::Kind::kReadClipboard};

[[noreturn]] void refuse_secret(Selection selection) {
  throw Error(
      "POLICY_DENIED",
      std::string(name_of(selection)) + " holds what a password manager has marked as secret",
      "Let the person paste it.", {{"reason", "secret"}});
}

}  // namespace

ClipboardReading Gate::read_guarded(Desktop& desktop, const Caller& caller,
                                    const ClipboardWish& wish, Deadline deadline) {
  ClipboardReading reading;
  ActRecord record;
  record.name = std::string("read ") + name_of(wish.selection);
  audited(caller, record, [&] {
    const std::shared_ptr<const Rules> rules = policy_->rules();
    policy_->admit(caller, kReadingClipboard, *rules);
    refuse_when_covered(desktop, caller, *rules, deadline);
    reading = desktop.clipboard().read(wish, deadline);
    policy_->confirm(caller, kReadingClipboard, *policy_->rules());
    if (reading.content.secret && !wish.secrets && !wish.formats.none())
      refuse_secret(wish.selection);
    record.count = static_cast<std::int64_t>(reading.content.size());
  });
  return reading;
}

ClipboardReading Gate::read_clipboard(Desktop& desktop, const Caller& caller, Selection selection,
                                      const ClipboardFormats& formats, Deadline deadline) {
  ClipboardReading reading =
      read_guarded(desktop, caller, {selection, formats, !caller.is_foreign()}, deadline);
  clean(reading.content, caller, *policy_->rules());
  return reading;
}

std::shared_ptr<const ClipboardContent> Gate::keep_clipboard(Desktop& desktop, const Caller& caller,
                                                             Selection selection,
                                                             Deadline deadline) {
  ClipboardReading reading =
      read_guarded(desktop, caller, {selection, ClipboardFormats::all(), true}, deadline);
  return std::make_shared<const ClipboardContent>(std::move(reading.content));
}

void Gate::write_clipboard(Desktop& desktop, const Caller& caller, Selection selection,
                           std::shared_ptr<const ClipboardContent> content, Deadline deadline) {
  const bool empty = !content || content->formats().none();
  ActRecord record;
  record.name = std::string(empty ? "clear " : "write ") + name_of(selection);
  record.count = empty ? 0 : static_cast<std::int64_t>(content->size());
  audited(caller, record, [&] {
    policy_->admit(caller, {Operation::Kind::kWriteClipboard}, *policy_->rules());
    if (empty) return desktop.clipboard().clear(selection, deadline);
    desktop.clipboard().write(selection, std::move(content), deadline);
  });
}

void Gate::clean(ClipboardContent& content, const Caller& caller, const Rules& rules) {
  if (content.text) masks_.mask(*content.text, rules, caller.kind);
  if (content.html) masks_.mask(*content.html, rules, caller.kind);
  for (std::string& path : content.files) masks_.mask(path, rules, caller.kind);
}

}  // namespace native
