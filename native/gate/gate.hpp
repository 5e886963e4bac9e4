#pragma once

#include <memory>
#include <string>

#include "native/desktop/desktop.hpp"
#include "runtime/core/caller.hpp"

// The gate that every operation on the desktop passes, for every kind of caller.
namespace native {

using runtime::Caller;

// What a caller wants to do with the desktop.
struct Operation {
  enum class Kind {
    kCapture,           // pixels of `target`
    kReadPicture,       // pixels of a picture from a file or another program
    kListWindows,       // titles, places and owners
    kListApplications,  // names, and the ids of their windows
    kListen,            // events, with what they tell of windows
    kActivateWindow,
  };
  Kind kind = Kind::kCapture;
  const CaptureTarget* target = nullptr;  // of kCapture
};

// Decides, masks and audits. Driven by Gate, captures on their threads; one Policy serves all.
class Policy {
 public:
  virtual ~Policy() = default;
  // Before anything is read. Throws "POLICY_DENIED" or "RATE_LIMIT_EXCEEDED" to refuse.
  virtual void admit(const Caller& caller, const Operation& operation) = 0;
  // Whether mask() must know the windows that were on screen.
  virtual bool wants_windows(const Caller& caller, const CaptureTarget& target) const = 0;
  // Changes a strip in place; rows `y` to `y + rows` of the picture that `info` describes.
  // The fourth byte of what it hides becomes 255.
  virtual void mask(const FrameInfo& info, const std::vector<Window>& windows, int y, int rows,
                    std::uint8_t* pixels, std::size_t stride) = 0;
  // After the last strip (`error` is null) or after a failure.
  virtual void audit(const Caller& caller, const CaptureTarget& target, const Error* error) = 0;
};

// Admits everything, changes nothing.
std::unique_ptr<Policy> allow_everything();

// Passes operations under one policy. Shared by all callers; any thread.
class Gate {
 public:
  explicit Gate(std::unique_ptr<Policy> policy);
  ~Gate();

  // For what is no capture: throws what the policy throws to refuse.
  void admit(const Caller& caller, const Operation& operation) {
    policy_->admit(caller, operation);
  }

  // Capture::capture() as the policy lets it: what that throws, and what the policy throws to
  // refuse.
  void capture(Desktop& desktop, const Caller& caller, const CaptureTarget& target, StripSink& sink,
               Deadline deadline);

 private:
  std::unique_ptr<Policy> policy_;
};

}  // namespace native
