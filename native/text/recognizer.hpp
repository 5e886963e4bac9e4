#pragma once

#include <memory>
#include <string>
#include <vector>

#include "native/text/line_reader.hpp"
#include "native/text/word.hpp"
#include "native/text/word_cache.hpp"

namespace native {

// Reads the text of whole pictures: finds its lines, and reads those that were not read before.
// Thread safe.
class Recognizer {
 public:
  explicit Recognizer(std::shared_ptr<LineReader> reader = std::make_shared<LineReader>())
      : reader_(std::move(reader)) {}

  // Returns the words in reading order. Errors as those of LineReader::read(); "UNSUPPORTED" also
  // for a picture without text, when the helper or the language is missing.
  std::vector<Word> read(const Frame& frame, const std::string& language, Deadline deadline);

 private:
  const std::shared_ptr<LineReader> reader_;
  WordCache cache_;
};

}  // namespace native
