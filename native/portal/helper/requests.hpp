#pragma once

#include <chrono>
#include <string>

#include "native/portal/message.hpp"

namespace native::portal {

// How long to wait for a request, which clients send as soon as they are connected.
constexpr std::chrono::seconds kRequestPatience{1};
constexpr std::chrono::seconds kAnswerPatience{2};

// Returns the moment until which the asker waits, as the machine's clock has it.
Deadline deadline_of(const Message& request);
Message refusal_message(const std::string& reason);

}  // namespace native::portal
