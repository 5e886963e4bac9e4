#pragma once

#include <optional>
#include <string>
#include <string_view>

// URIs of files (RFC 8089).
namespace native {

// Returns the URI of an absolute path. All but unreserved characters and slashes are encoded.
std::string file_uri(std::string_view path);
// Returns the absolute path of a file on this machine; nothing for any other URI.
std::optional<std::string> path_of(std::string_view uri);

}  // namespace native
