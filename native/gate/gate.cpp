#include "native/gate/gate.hpp"

#include <exception>
#include <utility>

namespace native {
namespace {

class AllowEverything : public Policy {
 public:
  void admit(const Caller&, const Operation&) override {}
  bool wants_windows(const Caller&, const CaptureTarget&) const override { return false; }
  void mask(const FrameInfo&, const std::vector<Window>&, int, int, std::uint8_t*,
            std::size_t) override {}
  void audit(const Caller&, const CaptureTarget&, const Error*) override {}
};

// Lets the policy change each strip before the real sink gets it.
class MaskingSink : public StripSink {
 public:
  MaskingSink(Policy& policy, StripSink& sink, bool for_policy)
      : policy_(policy), sink_(sink), for_policy_(for_policy) {}

  bool wants_windows() const override { return for_policy_ || sink_.wants_windows(); }
  bool wants_alpha() const override { return sink_.wants_alpha(); }
  void begin(const FrameInfo& info, const std::vector<Window>& windows) override {
    info_ = info;
    windows_ = windows;
    sink_.begin(info, windows);
  }
  void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) override {
    policy_.mask(info_, windows_, y, rows, pixels, stride);
    sink_.strip(y, rows, pixels, stride);
  }

 private:
  Policy& policy_;
  StripSink& sink_;
  bool for_policy_;
  FrameInfo info_;
  std::vector<Window> windows_;
};

}  // namespace

std::unique_ptr<Policy> allow_everything() { return std::make_unique<AllowEverything>(); }

Gate::Gate(std::unique_ptr<Policy> policy) : policy_(std::move(policy)) {}

Gate::~Gate() = default;

void Gate::capture(Desktop& desktop, const Caller& caller, const CaptureTarget& target,
                   StripSink& sink, Deadline deadline) {
  try {
    policy_->admit(caller, {Operation::Kind::kCapture, &target});
    MaskingSink masking(*policy_, sink, policy_->wants_windows(caller, target));
    desktop.capture().capture(target, masking, deadline);
  } catch (const Error& error) {
    policy_->audit(caller, target, &error);
    throw;
  } catch (const std::exception& failure) {
    const Error error("INTERNAL_ERROR", failure.what());
    policy_->audit(caller, target, &error);
    throw;
  }
  policy_->audit(caller, target, nullptr);
}

}  // namespace native
