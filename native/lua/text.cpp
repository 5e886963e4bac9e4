#include "native/lua/image.hpp"
#include "native/lua/modules.hpp"
#include "native/lua/records.hpp"

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Module;
using runtime::Options;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

constexpr double kDefaultTimeout = 120;

Value to_value(const Word& word) {
  Value value;
  value.set("text", word.text).set("line", word.line).set("confidence", word.confidence);
  value.set("bounds", native::to_value(word.bounds));
  return value;
}

Value to_words(const std::vector<Word>& words) {
  Value::List items;
  for (const Word& word : words) items.push_back(to_value(word));
  return Value(std::move(items));
}

Task<Results> read(Args args) {
  Host& host = args.self<Host>();
  const Options options = args.options(2, {"language", "timeout"});
  const auto frame = args.object<Image>(1)->frame();
  const std::string language = options.string("language", "eng");
  const double seconds = std::min(options.number("timeout", kDefaultTimeout), 86400.0);
  const Deadline deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(static_cast<int>(seconds * 1e3));
  const std::shared_ptr<Recognizer> recognizer = host.recognizer();
  std::function<Value()> work = [=] { return to_words(recognizer->read(*frame, language, deadline)); };
  Task<Value> running = host.on_cpu<Value>(std::move(work));
  Value words = co_await std::move(running);
  co_return words;
}

Results available(const Args& args) {
  if (!args.self<Host>().recognizer()->helper_path().empty()) return Value(true);
  return Results(std::vector<Value>{Value(false), Value("the helper program peekaboo-ocr is missing"),
                                    Value("install it beside peekaboo, or in libexec/peekaboo")});
}

constexpr Function kText[] = {
    {"read", "text.read(image, {language, timeout}?) -> {word}",
     "The words in a picture in reading order: {text, line, confidence, bounds}. confidence 0 to 100, bounds in the "
     "picture's pixels, language a tesseract name (default \"eng\").",
     read},
    {"available", "text.available() -> boolean, reason?, remedy?", "Whether text can be read on this machine.",
     available},
};

}  // namespace

Module text_module(std::shared_ptr<Host> host) { return Module{"text", kText, std::move(host), Value()}; }

}  // namespace native
