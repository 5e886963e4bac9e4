#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "native/text/recognizer.hpp"

namespace tesseract {
class TessBaseAPI;
}

namespace native {

// A request that the engine cannot fulfil; `reason` and `text` as in protocol.hpp.
struct EngineFailure {
  std::string reason;
  std::string text;
};

// Tesseract, loaded for one language (or several) at a time. Used by the helper's only thread.
class Engine {
 public:
  Engine();
  ~Engine();

  // Makes the recognition of this language ready, which reads its files. Throws EngineFailure.
  void load(const std::string& language);
  // From now on it writes what it has to say of pictures to standard error, and opens no file.
  void keep_to_open_files();

  // Words in the pixels of `gray` (width * height bytes), numbered by the engine's lines, in no
  // particular order, with the language that was loaded. Ends early, with what it has, when
  // `abandoned` says so. Throws EngineFailure.
  std::vector<Word> read(const std::uint8_t* gray, int width, int height, int upscale,
                         const std::function<bool()>& abandoned);

 private:
  std::unique_ptr<tesseract::TessBaseAPI> api_;
  std::string language_;
};

}  // namespace native
