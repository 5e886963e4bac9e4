#pragma once

#include <ctime>

#include "runtime/http/client/message.hpp"

namespace runtime::http {

// Returns whether the same request may succeed later: 429 and 5xx.
bool worth_retrying(int status);
// Returns the seconds to wait before attempt number `attempt` + 2 (attempt counts from 0): the
// value of Retry-After (RFC 9110, section 10.2.3, seconds or a date), else half a second, doubled
// each time, at most 30.
double retry_pause(const Fields& fields, int attempt, std::time_t now);

}  // namespace runtime::http
