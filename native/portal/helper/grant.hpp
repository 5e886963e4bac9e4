#pragma once

#include <string>

#include "native/portal/helper/token_file.hpp"
#include "native/portal/message.hpp"

namespace native::portal {

// Has the portal ask a person for screens, and stores what it gives. `asker`: the socket of who
// waits, whose end cancels. Throws a Refusal for everything but a yes that lasts.
void ask_person(const std::string& bus, const TokenFile& file, int asker, Deadline deadline);

// Returns whether pictures can be taken without a dialog: "given", "needs consent" or "consent
// revoked". Opens nothing. Throws a Refusal when there is no portal for it.
std::string consent_state(const std::string& bus, const TokenFile& file, Deadline deadline);

}  // namespace native::portal
