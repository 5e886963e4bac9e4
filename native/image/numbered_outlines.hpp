#pragma once

#include <optional>
#include <vector>

#include "native/image/mask.hpp"

namespace native {

// Returns where labels of the given sizes lie beside the rectangles that they belong to: in the
// picture, where possible neither over another label nor over a rectangle.
std::vector<Rect> place_labels(const std::vector<Rect>& rects, const std::vector<Rect>& sizes,
                               const Rect& picture);

// Returns the picture with the rectangles outlined by lines of `width` pixels, and with a number
// beside each. All are in the picture's own pixels; what lies beyond it gets no number. Without a
// colour, neighbours in the list differ in theirs. `numbers` are as many as the rectangles, none
// below 0.
Frame outline_numbered(const Frame& frame, const std::vector<Rect>& rects,
                       const std::vector<int>& numbers, std::optional<Colour> colour, int width);

}  // namespace native
