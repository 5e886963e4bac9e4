#include "native/text/helper/engine.hpp"

#include <leptonica/allheaders.h>
#include <tesseract/baseapi.h>
#include <tesseract/ocrclass.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "native/text/helper/ground.hpp"
#include "native/text/protocol.hpp"

namespace native {
namespace {

struct FreePix {
  void operator()(Pix* pix) const { pixDestroy(&pix); }
};
using PixOwner = std::unique_ptr<Pix, FreePix>;

std::vector<std::string> parts_of(const std::string& languages) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= languages.size();) {
    const std::size_t end = std::min(languages.find('+', at), languages.size());
    if (end > at) parts.push_back(languages.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

PixOwner enlarged(const std::uint8_t* gray, int width, int height, int upscale) {
  PixOwner pix(pixCreateNoInit(width, height, 8));
  if (!pix) throw EngineFailure{"size", "no memory for the picture"};
  const std::size_t row = static_cast<std::size_t>(pixGetWpl(pix.get())) * 4;
  auto* to = reinterpret_cast<std::uint8_t*>(pixGetData(pix.get()));
  for (int y = 0; y < height; ++y)
    std::memcpy(to + static_cast<std::size_t>(y) * row, gray + std::size_t(y) * std::size_t(width),
                static_cast<std::size_t>(width));
  pixEndianByteSwap(pix.get());
  if (upscale == 1) return pix;
  const auto factor = static_cast<float>(upscale);
  PixOwner larger(pixScaleGrayLI(pix.get(), factor, factor));
  if (!larger) throw EngineFailure{"size", "no memory to enlarge the picture"};
  return larger;
}

// Returns a word without blanks and control characters, because tabs separate the fields of an
// answer; at most kMaxWordBytes.
std::string printable(const char* text) {
  std::string result;
  for (const char c : std::string(text))
    if (static_cast<unsigned char>(c) > ' ' && c != 0x7f) result += c;
  std::size_t length = std::min(result.size(), protocol::kMaxWordBytes);
  while (length < result.size() && length > 0 && (result[length] & 0xc0) == 0x80) --length;
  result.resize(length);
  return result;
}

Rect bounds_of(const tesseract::ResultIterator& at, int upscale, int width, int height) {
  int left = 0;
  int top = 0;
  int right = 0;
  int bottom = 0;
  at.BoundingBox(tesseract::RIL_WORD, &left, &top, &right, &bottom);
  const int x = std::clamp(left / upscale, 0, width - 1);
  const int y = std::clamp(top / upscale, 0, height - 1);
  const int end_x = std::clamp((right + upscale - 1) / upscale, x + 1, width);
  const int end_y = std::clamp((bottom + upscale - 1) / upscale, y + 1, height);
  return {x, y, end_x - x, end_y - y};
}

std::vector<Word> words_of(tesseract::TessBaseAPI& api, int upscale, int width, int height) {
  std::vector<Word> words;
  const std::unique_ptr<tesseract::ResultIterator> at(api.GetIterator());
  if (!at) return words;
  int line = 0;
  do {
    if (at->IsAtBeginningOf(tesseract::RIL_TEXTLINE)) ++line;
    const std::unique_ptr<char[]> text(at->GetUTF8Text(tesseract::RIL_WORD));
    if (!text) continue;
    Word word;
    word.text = printable(text.get());
    if (word.text.empty()) continue;
    word.bounds = bounds_of(*at, upscale, width, height);
    word.confidence =
        std::clamp(static_cast<int>(std::lround(at->Confidence(tesseract::RIL_WORD))), 0, 100);
    word.line = line;
    if (words.size() == protocol::kMaxWords) throw EngineFailure{"size", "too many words"};
    words.push_back(std::move(word));
  } while (at->Next(tesseract::RIL_WORD));
  return words;
}

}  // namespace

Engine::Engine() = default;
Engine::~Engine() = default;

void Engine::load(const std::string& language) {
  if (api_ && language == language_) return;
  api_ = std::make_unique<tesseract::TessBaseAPI>();
  language_.clear();
  api_->SetVariable("debug_file",
                    "/dev/null");  // otherwise its output goes to the parent's log
  std::vector<std::string> missing = parts_of(language);
  if (api_->Init(nullptr, language.c_str(), tesseract::OEM_LSTM_ONLY) == 0) {
    std::vector<std::string> loaded;
    api_->GetLoadedLanguagesAsVector(&loaded);
    // Init() succeeds when one of several languages is there; all are required here.
    std::erase_if(missing, [&](const std::string& part) {
      return std::find(loaded.begin(), loaded.end(), part) != loaded.end();
    });
    if (missing.empty() && !loaded.empty()) {
      language_ = language;
      api_->SetPageSegMode(tesseract::PSM_SPARSE_TEXT);
      api_->SetVariable("tessedit_do_invert", "0");
      return;
    }
  }
  api_.reset();
  std::string text;
  for (const std::string& part : missing) text += (text.empty() ? "" : "+") + part;
  throw EngineFailure{"language", text.empty() ? language : text};
}

void Engine::keep_to_open_files() { api_->SetVariable("debug_file", ""); }

std::vector<Word> Engine::read(const std::uint8_t* gray, int width, int height, int upscale,
                               const std::function<bool()>& abandoned) {
  const std::vector<std::uint8_t> even = on_white_ground(gray, width, height);
  const PixOwner pix = enlarged(even.data(), width, height, upscale);
  api_->SetImage(pix.get());
  constexpr int kScreenResolution = 96;
  api_->SetSourceResolution(kScreenResolution * upscale);
  tesseract::ETEXT_DESC monitor;
  monitor.cancel_this = const_cast<std::function<bool()>*>(&abandoned);
  monitor.cancel = [](void* self, int) { return (*static_cast<std::function<bool()>*>(self))(); };
  const bool recognized = api_->Recognize(&monitor) == 0;
  std::vector<Word> words;
  if (recognized) words = words_of(*api_, upscale, width, height);
  api_->Clear();
  // The engine rejects a picture of a few pixels as too small; it contains no text.
  constexpr int kSmallest = 8;
  if (!recognized && std::min(width, height) > kSmallest)
    throw EngineFailure{"engine", "recognition failed"};
  return words;
}

}  // namespace native
