#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "native/atspi/program_calls.hpp"
#include "native/desktop/records.hpp"

namespace native::atspi {

// Asks an element with `count` children, very many such as the cells of a sheet or the paragraphs
// of a page, which of them are on the screen: those between the children at two corners, else those
// that are found by halves, because they stand below each other. `within`: what its holders leave
// of it. `take` gets their indices, at most `most` of a grid and `most_in_line` of others; none
// when the program does not tell.
void ask_shown_children(ProgramCalls& calls, const Object& object, std::int32_t count,
                        const std::optional<Rect>& within, std::size_t most,
                        std::size_t most_in_line,
                        std::function<void(const std::vector<std::int32_t>&)> take);

// Returns the indices of a grid's children between two of them, row by row, at most `most`.
std::vector<std::int32_t> grid_indices(std::int32_t first, std::int32_t last, std::int32_t columns,
                                       std::size_t most);

}  // namespace native::atspi
