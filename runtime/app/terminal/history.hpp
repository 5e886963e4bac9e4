#pragma once

#include <string>
#include <vector>

namespace runtime {

// The lines of earlier sessions: a text file, a line for each, readable by its owner only. Written
// line by line, so that nothing is lost and several sessions share it. What cannot be read or
// written is left out: it must not stop anyone.
class HistoryFile {
 public:
  static constexpr std::size_t kKept = 1000;  // lines; a file with twice as many is cut

  explicit HistoryFile(std::string path) : path_(std::move(path)) {}
  // The newest lines, oldest first. Makes the file's folder.
  std::vector<std::string> load() const;
  void add(const std::string& line) const;

 private:
  std::string path_;
};

}  // namespace runtime
