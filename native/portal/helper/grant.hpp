#pragma once

#include <memory>
#include <string>

#include "native/portal/helper/remote_desktop.hpp"
#include "native/portal/helper/token_file.hpp"
#include "native/portal/message.hpp"

namespace native::portal {

// Who waits for a person's answer.
struct Asking {
  std::string bus;
  int asker = -1;  // the socket of who waits, whose end cancels
  Deadline deadline;
};

// Has the portal ask a person for screens, and stores what it gives. Throws a Refusal for
// everything but a yes that lasts.
void ask_for_screens(const Asking& asking, const TokenFile& file);

// The same for keys and pointer. Returns the session where the portal remembers nothing, so that
// the consent ends with it; else null.
std::unique_ptr<RemoteDesktop> ask_for_input(const Asking& asking, const TokenFile& file);

// Returns whether pictures can be taken without a dialog: "given", "needs consent" or "consent
// revoked". Opens nothing. Throws a Refusal when there is no portal for it.
std::string consent_state(const std::string& bus, const TokenFile& file, Deadline deadline);

}  // namespace native::portal
