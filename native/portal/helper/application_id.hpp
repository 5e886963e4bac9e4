#pragma once

#include "native/portal/helper/session_bus.hpp"

namespace native::portal {

// Gives this process, and a connection that has not asked the portal anything yet, the application
// id of Peekaboo. Without one the portal takes that of the program that started the helper, such as
// a terminal, and what is granted there does not hold for a server that an editor starts. Where
// neither the session's systemd nor the portal can give one, all goes on without. Throws a Refusal
// when the bus is lost or does not answer.
void take_application_id(SessionBus& bus, Deadline deadline);

}  // namespace native::portal
