#pragma once

#include <memory>
#include <string>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/desktop/records.hpp"

namespace native {

// One word found in a picture. `bounds` is in the picture's own pixels, `confidence` 0 to 100.
// Words of one line share `line` (1-based, top to bottom in reading order).
struct Word {
  Rect bounds;
  int confidence = 0;
  int line = 0;
  std::string text;  // UTF-8, without white space
};

// Reads text by the helper process peekaboo-ocr: started at first use, kept, started anew after a
// crash. Safe from several threads; calls queue in the order of arrival.
class Recognizer {
 public:
  // `helper` overrides where the helper is looked for (beside our executable, then
  // libexec/peekaboo/ next to our executable's folder).
  explicit Recognizer(std::string helper = {});
  ~Recognizer();

  // The words in reading order. "UNSUPPORTED" when the helper or the language is missing, "TIMEOUT"
  // past the deadline, waiting for other calls included (the helper is ended), "INTERNAL_ERROR"
  // when it crashed, "INVALID_ARGUMENT" for an empty or huge picture. `language` is a tesseract
  // name such as "eng" or "eng+deu". `upscale` is 1 to 4: small text is read better enlarged (2 for
  // a display at scale 1, 1 for scale 2); huge pictures are read as they are.
  std::vector<Word> read(const Frame& frame, const std::string& language, Deadline deadline,
                         int upscale = 2);

  // Where the helper is, or "" when it is missing. Starts nothing.
  std::string helper_path() const;

 private:
  class Process;
  std::unique_ptr<Process> process_;
};

// The words as text: one space between words, a line break between lines, none at the end. Words
// below `least_confidence` are left out.
std::string join_words(const std::vector<Word>& words, int least_confidence = 0);

}  // namespace native
