#include "native/atspi/atspi_elements.hpp"

namespace native {

std::unique_ptr<Elements> open_elements(bool switches_on) {
  atspi::BusRoots roots = atspi::BusRoots::system();
  roots.switches_on = switches_on;
  return open_atspi(std::move(roots));
}

}  // namespace native
