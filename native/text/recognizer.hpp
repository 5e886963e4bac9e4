#pragma once

#include <memory>
#include <string>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/desktop/records.hpp"

namespace native {

// A word found in a picture. `bounds` is in the picture's own pixels, `confidence` 0 to 100. Words
// of one line have the same `line` (1-based, in reading order).
struct Word {
  Rect bounds;
  int confidence = 0;
  int line = 0;
  std::string text;  // UTF-8, without white space
};

// Reads text by the helper process peekaboo-ocr, which is started at first use, kept, and restarted
// after a crash. Thread safe; calls queue in the order of arrival.
class Recognizer {
 public:
  // `helper` overrides the path of the helper (default: beside our executable, then
  // libexec/peekaboo/ next to our executable's folder).
  explicit Recognizer(std::string helper = {});
  ~Recognizer();

  // Returns the words in reading order. "UNSUPPORTED" when the helper or the language is missing,
  // "TIMEOUT" past the deadline, which includes waiting for other calls (ends the helper),
  // "INTERNAL_ERROR" when it crashed, "INVALID_ARGUMENT" for an empty or huge picture. `language`
  // is a Tesseract name such as "eng" or "eng+deu". `upscale` is 1 to 4, because small text is read
  // better when enlarged (2 for a display at scale 1, 1 for scale 2); huge pictures are not
  // enlarged.
  std::vector<Word> read(const Frame& frame, const std::string& language, Deadline deadline,
                         int upscale = 2);

  // Returns the path of the helper, or "" when it is missing. Starts nothing.
  std::string helper_path() const;

 private:
  class Process;
  std::unique_ptr<Process> process_;
};

// Returns the words as text: one space between words, a line break between lines, none at the end.
// Leaves out words below `least_confidence`.
std::string join_words(const std::vector<Word>& words, int least_confidence = 0);

}  // namespace native
