#include <algorithm>

#include "native/image/frame.hpp"
#include "native/lua/bridge/image_methods.hpp"
#include "native/lua/bridge/parameters.hpp"
#include "native/lua/bridge/records.hpp"
#include "native/lua/modules/image.hpp"
#include "native/lua/modules/modules.hpp"
#include "runtime/lua/bridge/record_kind.hpp"

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Module;
using runtime::Options;
using runtime::Parameter;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

constexpr double kDefaultTimeout = 120;
constexpr int kBlankSide = 32;

Value to_value(const Word& word) {
  static const runtime::RecordKind kWord("word");
  Value value = kWord.record();
  value.set("text", word.text).set("line", word.line).set("confidence", word.confidence);
  value.set("bounds", native::to_value(word.bounds));
  return value;
}

Value to_words(const std::vector<Word>& words) {
  Value::List items;
  for (const Word& word : words) items.push_back(to_value(word));
  return Value(std::move(items));
}

// Returns one row for each line, made from its words.
Value to_lines(const std::vector<Word>& words) {
  static const runtime::RecordKind kLine("line");
  Value::List lines;
  for (auto first = words.begin(); first != words.end();) {
    const auto end = std::find_if(first, words.end(),
                                  [&](const Word& word) { return word.line != first->line; });
    Rect bounds = first->bounds;
    int confidence = 0;
    for (auto word = first; word != end; ++word) {
      bounds = bounding(bounds, word->bounds);
      confidence += word->confidence;
    }
    Value line = kLine.record();
    line.set("text", join_words(std::vector<Word>(first, end)));
    line.set("confidence", confidence / static_cast<int>(end - first))
        .set("bounds", native::to_value(bounds));
    lines.push_back(std::move(line));
    first = end;
  }
  return Value(std::move(lines));
}

Value to_text(const std::vector<Word>& words) {
  static const runtime::RecordKind kReading("reading");
  Value value = kReading.record();
  value.set("text", join_words(words)).set("lines", to_lines(words)).set("words", to_words(words));
  return value;
}

// Converts words of a part of a picture to the whole picture's pixels.
std::vector<Word> moved(std::vector<Word> words, int x, int y) {
  for (Word& word : words) {
    word.bounds.x += x;
    word.bounds.y += y;
  }
  return words;
}

Deadline deadline_of(const Options& options) {
  return DesktopService::in(options.number("timeout", kDefaultTimeout));
}

// Reads text on a thread for computing, unless the same pixels were read before.
class Reading {
 public:
  Reading(const DesktopService& host, const Options& options)
      : recognizer_(host.recognizer()),
        readings_(host.readings()),
        language_(options.string("language", "eng")),
        deadline_(deadline_of(options)) {}

  std::vector<Word> read(const Frame& frame) const {
    return readings_->get(frame, language_, [this](const Frame& fresh) {
      return recognizer_->read(fresh, language_, deadline_);
    });
  }

 private:
  std::shared_ptr<Recognizer> recognizer_;
  std::shared_ptr<ReadingCache> readings_;
  std::string language_;
  Deadline deadline_;
};

Frame blank() {
  Frame frame;
  frame.width = frame.height = kBlankSide;
  frame.stride = kBlankSide * 4;
  frame.pixels.assign(frame.stride * kBlankSide, 255);
  return frame;
}

// Loads the language, because only the helper's engine knows where its files are.
Task<Results> require_language(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const std::string language = args.string(1);
  const Deadline deadline = deadline_of(args.options(2));
  const std::shared_ptr<Recognizer> recognizer = host.recognizer();
  std::function<Value()> work = [=] {
    return to_words(recognizer->read(blank(), language, deadline, 1));
  };
  Task<Value> running = host.on_cpu<Value>(std::move(work));
  co_await std::move(running);
  co_return Results();
}

Task<Results> read(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const Options options = args.options(2);
  const PictureRef picture = args.object<Image>(1)->picture();
  const Reading reading(host, options);
  std::function<Value()> work = [=] { return to_words(reading.read(picture->frame())); };
  Task<Value> running = host.on_cpu<Value>(std::move(work));
  Value words = co_await std::move(running);
  co_return words;
}

Results available(const Args& args) {
  if (!args.self<DesktopService>().recognizer()->helper_path().empty()) return Value(true);
  return Results(std::vector<Value>{Value(false),
                                    Value("the helper program peekaboo-ocr is missing"),
                                    Value("install it beside peekaboo, or in libexec/peekaboo")});
}

constexpr Function kText[] = {
    {.call = "text.read",
     .text =
         "The words in a picture in reading order: {text, line, confidence, bounds}. confidence 0 "
         "to 100, bounds in the picture's pixels, language a tesseract name (default \"eng\").",
     .parameters = {{"image", "image", "A picture."}},
     .options = {kLanguage, kTimeout},
     .results = {{"word[]"}},
     .errors = {"TIMEOUT", "UNSUPPORTED"},
     .work = read},
    {.call = "text.require",
     .text = "Raises UNSUPPORTED, with what to install, unless text of that language can be read.",
     .parameters = {kLanguage},
     .options = {kTimeout},
     .errors = {"UNSUPPORTED", "TIMEOUT"},
     .work = require_language},
    {.call = "text.available",
     .text = "Whether text can be read on this machine.",
     .results = {{"boolean"}, {"string?", "reason"}, {"string?", "remedy"}},
     .work = available},
};

}  // namespace

Task<Results> text_of_image(Args args) {
  const auto image = args.object<Image>(1);
  const PictureRef picture = image->picture();
  const Options options = args.options(2);
  std::optional<Rect> region;
  if (options.has("region")) region = to_area(options["region"], "image:text: region");
  const Reading reading(*image->host(), options);
  std::function<Value()> work = [=] {
    if (!region) return to_text(reading.read(picture->frame()));
    const Frame part = crop(picture->frame(), *region);
    return to_text(moved(reading.read(part), std::max(region->x, 0), std::max(region->y, 0)));
  };
  Task<Value> running = image->host()->on_cpu<Value>(std::move(work));
  Value text = co_await std::move(running);
  co_return text;
}

Module text_module(std::shared_ptr<DesktopService> host) {
  return Module{.name = "text",
                .functions = kText,
                .self = std::move(host),
                .about = "Reading the words in a picture (OCR)."};
}

}  // namespace native
