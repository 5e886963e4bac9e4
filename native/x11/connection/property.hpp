#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "native/x11/connection/connection.hpp"

namespace native::x11 {

using AskProperty = Ask<xcb_get_property_reply>;

// Requests at most `bytes` of a property of any type.
AskProperty ask_property(Connection& connection, xcb_window_t window, xcb_atom_t property,
                         std::uint32_t bytes = 4096);

// Returns the property's bytes; empty when it is missing or not of format 8.
std::string_view bytes_of(const xcb_get_property_reply_t* reply);

// Returns the property's 32-bit numbers; empty when it is missing or not of format 32.
std::vector<std::uint32_t> numbers_of(const xcb_get_property_reply_t* reply);
std::optional<std::uint32_t> number_of(const xcb_get_property_reply_t* reply);

}  // namespace native::x11
