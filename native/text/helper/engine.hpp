#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "native/text/word.hpp"

namespace tesseract {
class TessBaseAPI;
}

namespace native {

// A request that the engine cannot serve; `reason` and `text` as in protocol.hpp.
struct EngineFailure {
  std::string reason;
  std::string text;
};

// A picture of width * height gray bytes.
struct GrayPicture {
  int width = 0;
  int height = 0;
  const std::uint8_t* gray = nullptr;
  int scale = 100;     // percent
  bool block = false;  // else one line, dark on white
};

// Tesseract, loaded for one language (or several) at a time. Used by the helper's only thread.
class Engine {
 public:
  Engine();
  ~Engine();

  // Loads the files of a language. Throws EngineFailure.
  void load(const std::string& language);
  // Sends Tesseract's messages to standard error from now on, so that it opens no file for them.
  void keep_to_open_files();

  // Returns the words in the picture, in no particular order, with the engine's line numbers, in
  // the language that was loaded. When `abandoned` returns true, it ends early with the words it
  // has. Throws EngineFailure.
  std::vector<Word> read(const GrayPicture& picture, const std::function<bool()>& abandoned);

 private:
  std::unique_ptr<tesseract::TessBaseAPI> api_;
  std::string language_;
};

}  // namespace native
