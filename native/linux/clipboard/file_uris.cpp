#include "native/linux/clipboard/file_uris.hpp"

#include "native/linux/file_uri.hpp"

namespace native {
namespace {

// Takes the next line off the text, without its end.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

std::string write_copied_files(const CopiedFiles& files) {
  std::string text = files.cut ? "cut" : "copy";
  for (const std::string& path : files.paths) text += "\n" + file_uri(path);
  return text;
}

std::string write_uri_list(const std::vector<std::string>& paths) {
  std::string text;
  for (const std::string& path : paths) text += file_uri(path) + "\r\n";
  return text;
}

CopiedFiles read_copied_files(std::string_view text, std::size_t most) {
  CopiedFiles files;
  files.cut = take_line(text) == "cut";
  files.paths = read_uri_list(text, most);
  return files;
}

std::vector<std::string> read_uri_list(std::string_view text, std::size_t most) {
  std::vector<std::string> paths;
  while (!text.empty() && paths.size() < most) {
    if (std::optional<std::string> path = path_of(take_line(text)))
      paths.push_back(std::move(*path));
  }
  return paths;
}

}  // namespace native
