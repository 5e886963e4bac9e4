#pragma once

#include <memory>

#include "native/gate/policy.hpp"
#include "native/gate/safeguards.hpp"

namespace native {

// Returns a policy that asks the safeguards besides `policy`: nothing is shown while captures are
// stopped; captures, comparisons and elements are refused while the session is locked, where the
// rules say so; captures beyond the caller's rate; it is logged before it is delivered, where the
// rules say so. In this order: stop, lock, `policy`, rate. The lock is asked for at admit(), and
// answers by confirm(), which is called on the same thread.
std::unique_ptr<Policy> guarded_policy(std::unique_ptr<Policy> policy,
                                       std::shared_ptr<Safeguards> safeguards);

}  // namespace native
