#pragma once

#include <functional>
#include <vector>

#include "native/gate/gate.hpp"
#include "native/lua/bridge/element_wish.hpp"

namespace native {

// What is waited for: an element that fits, or that none fits any more.
struct ElementWait {
  ElementsOf target;
  ElementWish wish;
  bool gone = false;
  ElementLimits limits = {};
};

// Where and for whom something is waited for.
struct WaitContext {
  Gate& gate;
  Desktop& desktop;
  Elements& elements;
  const Caller& caller;
  Deadline deadline;
  std::function<void()> check = {};  // called every few milliseconds; what it throws ends the wait
};

// Waits, and returns the elements that fit: one or more, none when they are gone. Throws "TIMEOUT"
// with what was seen last, and what Gate::elements() throws; a program that does not answer is
// waited for.
std::vector<Element> wait_for_element(const WaitContext& context, const ElementWait& wait);

}  // namespace native
