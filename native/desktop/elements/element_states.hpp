#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace native {

// The states that elements have, in AT-SPI's words and order (AtspiStateType).
constexpr std::array<std::string_view, 44> kElementStates = {
    "invalid",         "active",
    "armed",           "busy",
    "checked",         "collapsed",
    "defunct",         "editable",
    "enabled",         "expandable",
    "expanded",        "focusable",
    "focused",         "has tooltip",
    "horizontal",      "iconified",
    "modal",           "multi line",
    "multiselectable", "opaque",
    "pressed",         "resizable",
    "selectable",      "selected",
    "sensitive",       "showing",
    "single line",     "stale",
    "transient",       "vertical",
    "visible",         "manages descendants",
    "indeterminate",   "required",
    "truncated",       "animated",
    "invalid entry",   "supports autocompletion",
    "selectable text", "is default",
    "visited",         "checkable",
    "has popup",       "read only"};

constexpr bool is_element_state(std::string_view name) {
  return std::find(kElementStates.begin(), kElementStates.end(), name) != kElementStates.end();
}

}  // namespace native
