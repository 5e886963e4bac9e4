#pragma once

#include <map>
#include <string>
#include <string_view>

namespace native {

// On which lines the members and items of a JSON text begin, for messages about them.
struct JsonLines {
  // By path, such as "callers.mcp.allowedDirectories" or "maskedKinds.0"; lines count from 1.
  std::map<std::string, int> lines;
  std::string repeated;  // the path of a member that an object states twice; "" for none
};

// `text` must be what runtime::json::parse_commented() accepts.
JsonLines find_json_lines(std::string_view text);

}  // namespace native
