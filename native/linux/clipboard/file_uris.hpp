#pragma once

#include <string>
#include <string_view>
#include <vector>

// Lists of files as programs copy them: URIs (RFC 8089) one a line.
namespace native {

// What file managers copy as x-special/gnome-copied-files and as text/uri-list.
struct CopiedFiles {
  std::vector<std::string> paths;
  bool cut = false;
};
std::string write_copied_files(const CopiedFiles& files);
std::string write_uri_list(const std::vector<std::string>& paths);
// Skip what is no file of this machine, and stop after `most` files.
CopiedFiles read_copied_files(std::string_view text, std::size_t most);
std::vector<std::string> read_uri_list(std::string_view text, std::size_t most);

}  // namespace native
