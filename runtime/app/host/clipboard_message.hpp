#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "native/desktop/clipboard.hpp"

namespace runtime {

// Writes what one process of ours offers for another that takes it over; reads it. Nothing when it
// is damaged.
std::string clipboard_message(const std::vector<native::ClipboardOffer>& offers);
std::optional<std::vector<native::ClipboardOffer>> parse_clipboard_message(std::string_view bytes);

}  // namespace runtime
