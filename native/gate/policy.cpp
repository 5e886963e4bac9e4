#include "native/gate/policy.hpp"

namespace native {
namespace {

class AllowEverything : public Policy {
 public:
  std::shared_ptr<const Rules> rules() override { return rules_; }
  void admit(const Caller&, const Operation&, const Rules&) override {}
  void confirm(const Caller&, const Operation&, const Rules&) override {}
  void audit(const Caller&, const CaptureTarget&, int, const Error*) override {}

 private:
  const std::shared_ptr<const Rules> rules_ = std::make_shared<const Rules>();
};

}  // namespace

std::unique_ptr<Policy> allow_everything() { return std::make_unique<AllowEverything>(); }

}  // namespace native
