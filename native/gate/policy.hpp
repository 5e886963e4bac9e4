#pragma once

#include <memory>
#include <optional>
#include <string>

#include "native/desktop/desktop.hpp"
#include "native/policy/rules.hpp"
#include "runtime/core/caller.hpp"

namespace native {

using runtime::Caller;

// An operation that a caller wants to perform on the desktop.
struct Operation {
  enum class Kind {
    kCapture,           // pixels of `target`
    kReadPicture,       // pixels of a picture from a file or another program
    kListWindows,       // titles, places and owners
    kListApplications,  // names, and the ids of their windows
    kListen,            // events, with the titles and places of windows
    kActivateWindow,
    kCompare,       // whether pixels have changed; gives none
    kReadElements,  // names, values and places of what windows hold
    kInput,         // keys and pointer
    kControlWindow,
    kReadClipboard,
    kWriteClipboard,
    kReadService,  // what sound and batteries are like
    kUseService,   // sound, notifications, the file manager
  };
  Kind kind = Kind::kCapture;
  const CaptureTarget* target = nullptr;  // for kCapture

  // Returns whether it gives what windows or pictures show.
  bool shows_content() const {
    return kind == Kind::kCapture || kind == Kind::kReadPicture || kind == Kind::kReadElements ||
           kind == Kind::kReadClipboard;
  }
};

// One act of keys or pointer, on an element, a window or the clipboard, as the gate checks and logs
// it: never what was typed or copied.
struct ActRecord {
  std::string name;          // "type", "click", "close window", "press element"
  std::uint64_t window = 0;  // 0: the one that has the focus, or lies at the place
  std::optional<Point> place = {};
  std::int64_t count = 0;        // characters, presses, clicks, bytes
  bool keys = false;             // goes to the focus, not to a place
  bool sets_value = false;       // changes the value or the text of an element
  std::int64_t pid = 0;          // the process of an element whose window is not known
  std::optional<Point> to = {};  // where a drag ends
};

// Decides about operations. Gate calls it on the threads of captures; one Policy serves all of
// them.
class Policy {
 public:
  virtual ~Policy() = default;
  // Returns the rules of this moment; never null. Their generation changes when they do.
  virtual std::shared_ptr<const Rules> rules() = 0;
  // Returns whether rules() has nothing to read now, and so returns at once.
  virtual bool is_ready() { return true; }
  // Called before anything is read. Throws "POLICY_DENIED" or "RATE_LIMIT_EXCEEDED" to refuse.
  virtual void admit(const Caller& caller, const Operation& operation, const Rules& rules) = 0;
  // Called when all pixels are there, and none has been delivered. Throws "POLICY_DENIED" when the
  // operation may not be completed any more. Counts nothing.
  virtual void confirm(const Caller& caller, const Operation& operation, const Rules& rules) = 0;
  // Called after the last strip (`error` is null) or after a failure. `excluded_windows`: how many
  // were filled in the picture.
  virtual void audit(const Caller& caller, const CaptureTarget& target, int excluded_windows,
                     const Error* error) = 0;
  // Called after an act, or after its failure. A policy without a log ignores it.
  virtual void audit_act(const Caller&, const ActRecord&, const Error*) {}
  // Called when a capture by a kind of caller will probably come: reads what it will need. Never
  // throws.
  virtual void prepare(Caller::Kind) {}
};

// Returns a policy that admits everything and hides nothing.
std::unique_ptr<Policy> allow_everything();

}  // namespace native
