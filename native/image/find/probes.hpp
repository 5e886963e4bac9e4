#pragma once

#include <cstdint>
#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// A pixel of the needle.
struct Probe {
  int x = 0;
  int y = 0;
  std::uint32_t colour = 0;
};

// Chooses between two and a few dozen pixels of `needle`, starting with those whose colours are
// rarest in the part `region` of `frame`. A place where one of them differs needs no further
// comparison.
std::vector<Probe> choose_probes(const Frame& frame, const Rect& region, const Frame& needle,
                                 int tolerance);

}  // namespace native
