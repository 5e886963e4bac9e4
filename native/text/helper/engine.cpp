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

// The engine enlarges a low picture until its height suffices: a very wide one would take minutes.
// Returns the rows that it gets above, and about as many below.
int rows_above(const GrayPicture& picture) {
  constexpr int kMostHeights = 500;
  return picture.block ? 0 : std::max(0, picture.width / kMostHeights - picture.height + 1) / 2;
}

// With so many white rows above and below.
PixOwner to_pix(const std::uint8_t* gray, int width, int height, int margin = 0) {
  PixOwner pix(pixCreateNoInit(width, height + 2 * margin, 8));
  if (!pix) throw EngineFailure{"size", "no memory for the picture"};
  const std::size_t row = static_cast<std::size_t>(pixGetWpl(pix.get())) * 4;
  auto* to = reinterpret_cast<std::uint8_t*>(pixGetData(pix.get()));
  const std::size_t around = row * static_cast<std::size_t>(margin);
  std::memset(to, 255, around);
  to += around;
  std::memset(to + row * static_cast<std::size_t>(height), 255, around);
  for (int y = 0; y < height; ++y)
    std::memcpy(to + static_cast<std::size_t>(y) * row, gray + std::size_t(y) * std::size_t(width),
                static_cast<std::size_t>(width));
  pixEndianByteSwap(pix.get());
  return pix;
}

PixOwner scaled(PixOwner pix, int percent) {
  if (percent == 100) return pix;
  const float factor = static_cast<float>(percent) / 100;
  PixOwner result(percent > 100 ? pixScaleGrayLI(pix.get(), factor, factor)
                                : pixScale(pix.get(), factor, factor));
  if (!result) throw EngineFailure{"size", "no memory to scale the picture"};
  return result;
}

// Returns the picture as the engine reads it: dark on white, in the size that suits it.
PixOwner prepared(const GrayPicture& picture) {
  const auto [width, height, gray, scale, block] = picture;
  if (!block) return scaled(to_pix(gray, width, height, rows_above(picture)), scale);
  std::vector<std::uint8_t> even = on_white_ground(gray, width, height);
  PixOwner pix = to_pix(even.data(), width, height);
  explicit_bzero(even.data(), even.size());
  return scaled(std::move(pix), scale);
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

Rect bounds_of(const tesseract::ResultIterator& at, const GrayPicture& picture) {
  int left = 0;
  int top = 0;
  int right = 0;
  int bottom = 0;
  at.BoundingBox(tesseract::RIL_WORD, &left, &top, &right, &bottom);
  const auto back = [&](int pixels) { return static_cast<long long>(pixels) * 100; };
  const auto down = [&](int pixels) { return static_cast<int>(back(pixels) / picture.scale); };
  const auto up = [&](int pixels) {
    return static_cast<int>((back(pixels) + picture.scale - 1) / picture.scale);
  };
  const int above = rows_above(picture);
  const int x = std::clamp(down(left), 0, picture.width - 1);
  const int y = std::clamp(down(top) - above, 0, picture.height - 1);
  const int end_x = std::clamp(up(right), x + 1, picture.width);
  const int end_y = std::clamp(up(bottom) - above, y + 1, picture.height);
  return {x, y, end_x - x, end_y - y};
}

std::vector<Word> words_of(tesseract::TessBaseAPI& api, const GrayPicture& picture) {
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
    word.bounds = bounds_of(*at, picture);
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

std::vector<Word> Engine::read(const GrayPicture& picture, const std::function<bool()>& abandoned) {
  const PixOwner pix = prepared(picture);
  api_->SetPageSegMode(picture.block ? tesseract::PSM_SPARSE_TEXT : tesseract::PSM_SINGLE_LINE);
  api_->SetImage(pix.get());
  constexpr int kScreenResolution = 96;
  constexpr int kLeastResolution = 70;  // the engine replaces lower ones by a guess
  api_->SetSourceResolution(std::max(kScreenResolution * picture.scale / 100, kLeastResolution));
  tesseract::ETEXT_DESC monitor;
  monitor.cancel_this = const_cast<std::function<bool()>*>(&abandoned);
  monitor.cancel = [](void* self, int) { return (*static_cast<std::function<bool()>*>(self))(); };
  const bool recognized = api_->Recognize(&monitor) == 0;
  std::vector<Word> words;
  if (recognized) words = words_of(*api_, picture);
  api_->Clear();
  // The engine rejects a picture of a few pixels as too small; it contains no text.
  constexpr int kSmallest = 8;
  if (!recognized && std::min(picture.width, picture.height) > kSmallest)
    throw EngineFailure{"engine", "recognition failed"};
  return words;
}

}  // namespace native
