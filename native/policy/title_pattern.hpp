#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace native {

// Returns which of `titles` a pattern means, in their order: those that equal it; if none does,
// those that it fits (see PatternSet). Letter case is ignored. "INVALID_ARGUMENT" for a bad
// pattern.
std::vector<std::size_t> find_titles(std::string_view pattern,
                                     const std::vector<std::string>& titles);

}  // namespace native
