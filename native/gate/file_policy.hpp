#pragma once

#include <memory>

#include "native/gate/policy.hpp"
#include "native/gate/policy_store.hpp"

namespace native {

// Returns the policy that policy files state.
std::unique_ptr<Policy> file_policy(std::shared_ptr<PolicyStore> store);

}  // namespace native
