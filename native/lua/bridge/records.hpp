#pragma once

#include "native/desktop/clipboard.hpp"
#include "native/desktop/records.hpp"
#include "native/desktop/window_control.hpp"
#include "native/image/frame.hpp"
#include "runtime/lua/bridge/bindings.hpp"

// Converts the seam's records to script values, and back.
namespace native {

runtime::Value to_value(const Rect& rect);
runtime::Value to_value(const Display& display);
runtime::Value to_value(const Window& window);
runtime::Value to_value(const App& app);
runtime::Value to_value(const Capability& capability);
runtime::Value to_value(const SizeLimits& limits);

template <class T>
runtime::Value to_list(const std::vector<T>& records) {
  runtime::Value::List items;
  items.reserve(records.size());
  for (const T& record : records) items.push_back(to_value(record));
  return runtime::Value(std::move(items));
}

// Converts a table {x, y, width, height} of integers. Throws Error "INVALID_ARGUMENT" naming
// `what`.
Rect to_rect(const runtime::Value& value, const char* what);
// Like to_rect(), for a rectangle that must not be empty; for a list of those, at most a thousand.
Rect to_area(const runtime::Value& value, const char* what);
std::vector<Rect> to_areas(const runtime::Value& value, const char* what);
// Converts a list of rectangles, at most a thousand; nil gives none.
std::vector<Rect> to_rects(const runtime::Value& value, const char* what);
// Returns the option selection of `what`.
Selection selection_of(const runtime::Options& options, const char* what);
// Returns the options scale, max_width and max_height of `what`.
Fit to_fit(const runtime::Options& options, const char* what);

}  // namespace native
