#pragma once

#include <array>
#include <string>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/desktop/records.hpp"

namespace native {

// The operations of which every desktop tells whether they work.
constexpr std::array<const char*, 12> kOperations = {
    "displays", "windows",         "applications",    "frontmost",
    "activate", "capture.display", "capture.window",  "capture.covered",
    "changes",  "input",           "windows.control", "clipboard"};

// Returns one of them, refused for this reason.
Capability refused(const std::string& operation, const Error& error);
// Returns all of them, refused for one reason.
std::vector<Capability> refused_capabilities(const Error& error);

}  // namespace native
