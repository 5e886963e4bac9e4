#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Names that come near to a mistyped one.
namespace runtime {

// Returns how many characters must be changed, added, taken away or swapped with the next one to
// make one text of the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

// Returns the nearest of `names` to `wrong`, the first by the alphabet of several; "" when none is
// near. `most`: changes that still count as near; by default 2 or a third of the name, but less
// than half of it.
std::string nearest_name(std::string_view wrong, const std::vector<std::string>& names,
                         std::optional<std::size_t> most = std::nullopt);

// "did you mean 'x'?" with the nearest name, or "".
std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& names);

}  // namespace runtime
