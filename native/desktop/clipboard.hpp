#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/desktop/records.hpp"

// The seam for the clipboard: what one program has copied and others may paste.
namespace native {

// Primary is what is selected with the pointer; the middle button pastes it.
enum class Selection { kClipboard, kPrimary };

// "clipboard", "primary"
const char* name_of(Selection selection);

// Bytes that a program offers or takes at once, in all formats together.
constexpr std::size_t kMaxClipboard = std::size_t{64} << 20;
// Characters of all paths and their number are bounded by it as well.
constexpr std::size_t kMaxClipboardFiles = 10'000;

// A set of formats.
struct ClipboardFormats {
  bool text = false;
  bool html = false;
  bool picture = false;
  bool files = false;

  bool operator==(const ClipboardFormats&) const = default;
  bool none() const { return *this == ClipboardFormats(); }
  static ClipboardFormats all() { return {true, true, true, true}; }
};

// A picture's file.
struct ClipboardPicture {
  std::string media_type = "image/png";  // or "image/jpeg", "image/webp"
  std::vector<std::uint8_t> bytes;

  bool operator==(const ClipboardPicture&) const = default;
};

// The same thing in each format that there is.
struct ClipboardContent {
  std::optional<std::string> text = {};  // UTF-8
  std::optional<std::string> html = {};  // UTF-8
  std::optional<ClipboardPicture> picture = {};
  std::vector<std::string> files = {};  // absolute paths
  bool cut = false;                     // the files are to be moved, not copied
  bool secret = false;                  // a password manager has marked it

  bool operator==(const ClipboardContent&) const = default;
  ClipboardFormats formats() const;
  std::size_t size() const;  // bytes, without what is between them
};

// What there is to paste.
struct ClipboardReading {
  ClipboardFormats formats;  // that its owner offers, wanted or not
  ClipboardContent content;  // of the wanted formats, those that could be had
};

struct ClipboardWish {
  Selection selection = Selection::kClipboard;
  ClipboardFormats formats = ClipboardFormats::all();
  bool secrets = false;  // read also what is marked as secret; else only the mark is there
};

// What this process offers. `owner` identifies the offer to other processes on the same desktop.
struct ClipboardOffer {
  Selection selection = Selection::kClipboard;
  std::uint64_t owner = 0;
  std::shared_ptr<const ClipboardContent> content;
};

// Reads and offers contents. Driven by one thread at a time; offers are served in the background,
// until another program copies something, the display is gone, or this object ends.
class Clipboard {
 public:
  // Time for which the program that owns a content may be silent.
  static constexpr std::chrono::seconds kOwnerPatience{5};

  virtual ~Clipboard() = default;
  // Returns what is there; nothing when it is empty, or its owner has ended. "TIMEOUT" (reason
  // "owner") for an owner that does not answer, "UNSUPPORTED" (reason "too large") beyond
  // kMaxClipboard. Invalid UTF-8 is replaced.
  virtual ClipboardReading read(const ClipboardWish& wish, Deadline deadline) = 0;
  // Offers a content from now on. Throws as check_content(), and "EFFECT_NOT_SEEN" when another
  // program took the selection at the same moment.
  virtual void write(Selection selection, std::shared_ptr<const ClipboardContent> content,
                     Deadline deadline) = 0;
  virtual void clear(Selection selection, Deadline deadline) = 0;
  // Gives what is offered here to the clipboard manager, if there is one. Returns what is offered
  // still. Never throws.
  virtual std::vector<ClipboardOffer> hand_over(Deadline deadline) = 0;
  // Offers what another process offers, in its place. Returns false, and does nothing, when that
  // one does not offer it any more.
  virtual bool take_over(const ClipboardOffer& offer, Deadline deadline) = 0;
  // Waits until nothing is offered here any more, and all who asked have got it; returns false at
  // the deadline.
  virtual bool wait_until_lost(Deadline deadline) = 0;
};

// Throws "INVALID_ARGUMENT" for a content that cannot be offered: nothing, too much, text that is
// no UTF-8, a path that is not absolute.
void check_content(const ClipboardContent& content);

// Return "TIMEOUT" for an owner that does not answer, and "UNSUPPORTED" for too much.
Error silent_owner(Selection selection);
Error too_large(Selection selection);

}  // namespace native
