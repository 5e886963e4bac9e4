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
  std::string text;  // UTF-8
};

// Reads text by the helper process peekaboo-ocr: started at first use, kept, started anew after a crash.
// Safe from several threads; calls queue in the order of arrival.
class Recognizer {
 public:
  // `helper` overrides where the helper is looked for (beside our executable, then libexec/peekaboo).
  explicit Recognizer(std::string helper = {});
  ~Recognizer();

  // "UNSUPPORTED" when the helper or the language is missing, "TIMEOUT" past the deadline (the helper is ended),
  // "INTERNAL_ERROR" when it crashed. `language` is a tesseract name such as "eng" or "eng+deu".
  std::vector<Word> read(const Frame& frame, const std::string& language, Deadline deadline);

  // Where the helper is, or "" when it is missing. Starts nothing.
  std::string helper_path() const;

 private:
  class Process;
  std::unique_ptr<Process> process_;
};

}  // namespace native
