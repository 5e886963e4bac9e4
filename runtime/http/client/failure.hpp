#pragma once

#include <string>

#include "runtime/core/value/error.hpp"

namespace runtime::http {

// Returns the error of a failed exchange. `reason` is one of connect, tls, closed, too_large,
// protocol, redirect.
inline Error failure(const char* reason, std::string message, std::string remedy) {
  Value details;
  details.set("reason", reason);
  return Error("UNKNOWN_ERROR", std::move(message), std::move(remedy), std::move(details));
}

// Returns the error for an address at which no server listens.
inline Error refused(std::string message, std::string remedy) {
  Error error = failure("connect", std::move(message), std::move(remedy));
  error.code = "CONNECTION_REFUSED";
  return error;
}

}  // namespace runtime::http
