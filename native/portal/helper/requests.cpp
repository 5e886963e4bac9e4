#include "native/portal/helper/requests.hpp"

#include <algorithm>

namespace native::portal {
namespace {

constexpr std::chrono::minutes kMaxTime{15};

}  // namespace

Deadline deadline_of(const Message& request) {
  const Deadline now = Clock::now();
  const auto nanoseconds = request.number("deadline", 0, INT64_MAX);
  const Deadline asked = nanoseconds ? Deadline(std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::nanoseconds(*nanoseconds)))
                                     : now;
  return std::min(asked, now + kMaxTime);
}

Message refusal_message(const std::string& reason) {
  Message message;
  message.set("refused", reason);
  return message;
}

}  // namespace native::portal
