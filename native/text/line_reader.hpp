#pragma once

#include <string>
#include <vector>

#include "native/desktop/records.hpp"
#include "native/text/helper_pool.hpp"
#include "native/text/lines/text_lines.hpp"
#include "native/text/word.hpp"

namespace native {

// The words of one TextLine, in the picture's pixels, from left to right. `Word::line` counts from
// 1 within it: always 1 but in blocks, whose lines are in no particular order.
struct ReadLine {
  std::vector<Word> words;
};

// Reads the text of lines by the helper process peekaboo-ocr, of which several work at the same
// time. Keeps nothing of what it reads. Thread safe.
class LineReader {
 public:
  explicit LineReader(HelperPool::Settings settings = {}) : pool_(std::move(settings)) {}

  // Returns what stands in each line, in the same order. `enlarge` above 1 reads larger pictures of
  // them than usual, which may tell similar characters apart; at most 4. `language` is a Tesseract
  // name such as "eng" or "eng+deu". Errors as those of HelperPool::ask(), and "INVALID_ARGUMENT"
  // for a language that is no name, a huge picture, or lines that do not lie within it.
  std::vector<ReadLine> read(const Frame& frame, const std::vector<TextLine>& lines,
                             const std::string& language, Deadline deadline, double enlarge = 1);

  // Throws "UNSUPPORTED" unless text of that language can be read. Errors as those of read().
  void require(const std::string& language, Deadline deadline);

  // Returns the path of the helper, or "" when it is missing. Starts nothing.
  std::string helper_path() const { return pool_.helper_path(); }

 private:
  HelperPool pool_;
};

}  // namespace native
