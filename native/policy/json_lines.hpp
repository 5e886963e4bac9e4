#pragma once

#include <string>
#include <string_view>

// Where the members and items of a JSON text are, for messages about them. Paths are such as
// "callers.mcp.allowedDirectories" or "maskedKinds.0". A text must be what
// runtime::json::parse_commented() accepts.
namespace native {

// Returns the line on which a member or item begins, counted from 1; 0 when there is none.
int json_line_of(std::string_view text, const std::string& path);

// Returns the path of a member that an object states twice; "" for none.
std::string repeated_json_member(std::string_view text);

}  // namespace native
