#pragma once

#include <cstdint>
#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// A pixel of the picture that is looked for.
struct Probe {
  int x = 0;
  int y = 0;
  std::uint32_t colour = 0;
};

// At least two and at most a few dozen pixels of `needle`, those first whose colours are seldom in
// the part `region` of `frame`: where they do not fit, nothing else needs to be looked at.
std::vector<Probe> choose_probes(const Frame& frame, const Rect& region, const Frame& needle,
                                 int tolerance);

}  // namespace native
