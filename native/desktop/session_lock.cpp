#include "native/desktop/session_lock.hpp"

#include <exception>

namespace native {

LockState LockQuestion::answer() {
  const std::string late = "no answer within " + std::to_string(kPatience.count()) + " ms";
  if (answer_.wait_until(asked_ + kPatience) != std::future_status::ready)
    return {LockState::Kind::kUnknown, late};
  try {
    return answer_.get();
  } catch (const std::exception& failure) {
    return {LockState::Kind::kUnknown, failure.what()};
  }
}

}  // namespace native
