#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/elements.hpp"

namespace native {

// What an element must be to be found; empty: anything.
struct ElementWish {
  std::string path;
  std::string role;
  std::string name;
  std::string state = {};
  std::optional<std::string> value = {};
};

// Returns the places of the elements that fit. Of a control and its label, which has the same name,
// only the control. Throws for a name that is no valid pattern.
std::vector<std::size_t> find_wish(const ElementTree& tree, const ElementWish& wish);

// Returns a wish in words: "button "Save" that is sensitive".
std::string wish_text(const ElementWish& wish);

}  // namespace native
