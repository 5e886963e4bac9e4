#include "native/gate/file_policy.hpp"

#include <utility>

namespace native {
namespace {

class FilePolicy : public Policy {
 public:
  explicit FilePolicy(std::shared_ptr<PolicyStore> store) : store_(std::move(store)) {}

  std::shared_ptr<const Rules> rules() override { return store_->rules(); }

  // Which windows may be seen is decided during the capture.
  void admit(const Caller& caller, const Operation& operation, const Rules& rules) override {
    confirm(caller, operation, rules);
  }

  void confirm(const Caller& caller, const Operation& operation, const Rules& rules) override {
    const std::optional<Error>& refusal = rules.of(caller.kind).refusal;
    if (operation.shows_pixels() && refusal) throw Error(*refusal);
  }

  void audit(const Caller&, const CaptureTarget&, const Error*) override {}

 private:
  const std::shared_ptr<PolicyStore> store_;
};

}  // namespace

std::unique_ptr<Policy> file_policy(std::shared_ptr<PolicyStore> store) {
  return std::make_unique<FilePolicy>(std::move(store));
}

}  // namespace native
