#pragma once

#include <memory>
#include <string>

#include "native/desktop/desktop.hpp"

// The one gate that every capture passes, whoever asked.
namespace native {

// Who asks. `name` is the tool, subcommand or script file.
struct Caller {
  enum class Kind { kTool, kCommandLine, kScript, kGuest };
  Kind kind = Kind::kScript;
  std::string name;
};

// Decides, masks and audits. Driven by Gate from the thread that captures; one Policy serves all
// threads.
class Policy {
 public:
  virtual ~Policy() = default;
  // Before anything is read. Throws "POLICY_DENIED" or "RATE_LIMIT_EXCEEDED" to refuse.
  virtual void admit(const Caller& caller, const CaptureTarget& target) = 0;
  // Whether mask() must know the windows that were on screen.
  virtual bool wants_windows(const Caller& caller, const CaptureTarget& target) const = 0;
  // DamageTracker a strip in place; rows `y` to `y + rows` of the picture that `info` describes.
  // The fourth byte of what it hides becomes 255.
  virtual void mask(const FrameInfo& info, const std::vector<Window>& windows, int y, int rows,
                    std::uint8_t* pixels, std::size_t stride) = 0;
  // After the last strip (`error` is null) or after a failure.
  virtual void audit(const Caller& caller, const CaptureTarget& target, const Error* error) = 0;
};

// Admits everything, changes nothing.
std::unique_ptr<Policy> allow_everything();

// Passes captures under one policy. Shared by all who capture; any thread.
class Gate {
 public:
  explicit Gate(std::unique_ptr<Policy> policy);
  ~Gate();

  // Capture::capture() as the policy lets it: what that throws, and what the policy throws to
  // refuse.
  void capture(Desktop& desktop, const Caller& caller, const CaptureTarget& target, StripSink& sink,
               Deadline deadline);

 private:
  std::unique_ptr<Policy> policy_;
};

}  // namespace native
