#pragma once

#include <string>

#include "native/desktop/error.hpp"
#include "native/desktop/input.hpp"
#include "tests/unit/native/support/deadlines.hpp"

namespace test {

// What menus are read with, and with which their items are chosen.
inline native::Act act() {
  native::Act act;
  act.deadline = in(20'000);
  return act;
}

template <class Work>
std::string failure_of(const Work& work) {
  try {
    work();
  } catch (const native::Error& error) {
    return error.code + " " + error.fact("reason");
  }
  return "none";
}

}  // namespace test
