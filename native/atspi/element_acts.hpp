#pragma once

#include "native/atspi/element_finder.hpp"
#include "native/desktop/element_act.hpp"

namespace native::atspi {

// The element that an act is for.
struct ActSubject {
  const ElementId& id;
  const ElementScope& scope;
};

// Acts on an element that is what it was. Throws as Elements::act().
ElementActed act_on_element(Programs& programs, ElementFinder& finder, const ActSubject& subject,
                            const ElementAct& what, const Patience& patience);

}  // namespace native::atspi
