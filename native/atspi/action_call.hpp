#pragma once

#include <cstdint>
#include <functional>

#include "native/atspi/program_calls.hpp"

namespace native::atspi {

struct ActionAnswer {
  bool answered = false;  // the program has answered in time
  bool accepted = false;
};

// Has a program do an action of one of its objects, and waits a moment for its answer.
//
// Programs of ATK handle an action until the dialog that it opens is closed. Meanwhile they must
// not be sent anything else over the connection of the call, and it must not be closed: with the
// next key they would hang for good. So each action has a connection of its own, which stays open,
// whatever happens to this process, while a modal dialog is there that was not there before.
ActionAnswer do_action(dbus::Bus& bus, Program& program, const Object& object, std::int32_t index,
                       Deadline limit, const std::function<void()>& check);

}  // namespace native::atspi
