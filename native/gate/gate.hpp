#pragma once

#include <memory>
#include <string>

#include "native/desktop/desktop.hpp"
#include "runtime/core/caller.hpp"

// Every operation on the desktop passes the gate, for every kind of caller.
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
};

// Decides, masks and audits. Gate calls it on the threads of captures; one Policy serves all of
// them.
class Policy {
 public:
  virtual ~Policy() = default;
  // Called before anything is read. Throws "POLICY_DENIED" or "RATE_LIMIT_EXCEEDED" to refuse.
  virtual void admit(const Caller& caller, const Operation& operation) = 0;
  // Returns whether mask() needs the windows that were on screen.
  virtual bool wants_windows(const Caller& caller, const CaptureTarget& target) const = 0;
  // Changes a strip in place: rows `y` to `y + rows` of the picture that `info` describes. Sets the
  // fourth byte of each pixel that it hides to 255.
  virtual void mask(const FrameInfo& info, const std::vector<Window>& windows, int y, int rows,
                    std::uint8_t* pixels, std::size_t stride) = 0;
  // Called after the last strip (`error` is null) or after a failure.
  virtual void audit(const Caller& caller, const CaptureTarget& target, const Error* error) = 0;
};

// Returns a policy that admits everything and changes nothing.
std::unique_ptr<Policy> allow_everything();

// Runs operations under one policy. Shared by all callers; thread safe.
class Gate {
 public:
  explicit Gate(std::unique_ptr<Policy> policy);
  ~Gate();

  // For operations other than captures. Throws the policy's error when it refuses.
  void admit(const Caller& caller, const Operation& operation) {
    policy_->admit(caller, operation);
  }

  // Runs Capture::capture() as far as the policy allows. Throws its errors, and the policy's when
  // it refuses.
  void capture(Desktop& desktop, const Caller& caller, const CaptureTarget& target, StripSink& sink,
               Deadline deadline);

 private:
  std::unique_ptr<Policy> policy_;
};

}  // namespace native
