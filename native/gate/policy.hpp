#pragma once

#include <memory>

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
  };
  Kind kind = Kind::kCapture;
  const CaptureTarget* target = nullptr;  // for kCapture

  // Whether it gives pixels.
  bool shows_pixels() const { return kind == Kind::kCapture || kind == Kind::kReadPicture; }
};

// Decides about operations. Gate calls it on the threads of captures; one Policy serves all of
// them.
class Policy {
 public:
  virtual ~Policy() = default;
  // Returns the rules of this moment; never null. Their generation changes when they do.
  virtual std::shared_ptr<const Rules> rules() = 0;
  // Called before anything is read. Throws "POLICY_DENIED" or "RATE_LIMIT_EXCEEDED" to refuse.
  virtual void admit(const Caller& caller, const Operation& operation, const Rules& rules) = 0;
  // Called when all pixels are there, and none has been delivered. Throws "POLICY_DENIED" when the
  // operation may not be completed any more. Counts nothing.
  virtual void confirm(const Caller& caller, const Operation& operation, const Rules& rules) = 0;
  // Called after the last strip (`error` is null) or after a failure.
  virtual void audit(const Caller& caller, const CaptureTarget& target, const Error* error) = 0;
};

// Returns a policy that admits everything and hides nothing.
std::unique_ptr<Policy> allow_everything();

}  // namespace native
