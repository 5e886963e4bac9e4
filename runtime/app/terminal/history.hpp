#pragma once

#include <string>
#include <vector>

namespace runtime {

// The texts of earlier sessions: a file, a line for each, readable by its owner only. Written
// text by text, so that nothing is lost and several sessions share it. What cannot be read or
// written is left out: it must not stop anyone. Line breaks inside of a text are stored as the
// control character U+001E.
class HistoryFile {
 public:
  static constexpr std::size_t kKept = 1000;  // texts; a file with twice as many is cut

  explicit HistoryFile(std::string path) : path_(std::move(path)) {}
  // The newest texts, oldest first. Makes the file's folder.
  std::vector<std::string> load() const;
  void add(const std::string& text) const;

 private:
  std::string path_;
};

}  // namespace runtime
