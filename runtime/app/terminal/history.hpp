#pragma once

#include <string>
#include <vector>

namespace runtime {

// The texts of earlier sessions: a file, one line per text, readable by its owner only. Appends
// each text at once, so that none is lost and several sessions can share the file. Ignores read and
// write errors, which must not disturb the user. Stores line breaks within a text as the control
// character U+001E.
class HistoryFile {
 public:
  static constexpr std::size_t kKept = 1000;  // texts; a file with twice as many is cut

  explicit HistoryFile(std::string path) : path_(std::move(path)) {}
  // Returns the newest texts, oldest first. Creates the file's folder.
  std::vector<std::string> load() const;
  void add(const std::string& text) const;

 private:
  std::string path_;
};

}  // namespace runtime
