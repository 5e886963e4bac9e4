#include <algorithm>
#include <set>

#include "native/image/frame.hpp"
#include "native/lua/bridge/image_methods.hpp"
#include "native/lua/bridge/parameters.hpp"
#include "native/lua/bridge/records.hpp"
#include "native/lua/modules/image.hpp"
#include "native/lua/modules/modules.hpp"
#include "native/text/line_reader.hpp"
#include "native/text/pii/pii_finder.hpp"
#include "native/text/recognizer.hpp"
#include "runtime/core/value/edit_distance.hpp"
#include "runtime/core/value/error.hpp"
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
constexpr std::size_t kMaxTextBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxPatterns = 1000;
constexpr std::size_t kShownBytes = 60;

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

// Reads text on a thread for computing.
class Reading {
 public:
  Reading(const DesktopService& host, const runtime::Call& call, const Options& options)
      : gate_(host.gate()),
        caller_(DesktopService::caller(call)),
        recognizer_(host.recognizer()),
        language_(options.string("language", "eng")),
        deadline_(deadline_of(options)) {}

  std::vector<Word> read(const Frame& frame) const {
    std::vector<Word> words = recognizer_->read(frame, language_, deadline_);
    gate_->clean(words, caller_);
    return words;
  }

 private:
  std::shared_ptr<Gate> gate_;
  Caller caller_;
  std::shared_ptr<Recognizer> recognizer_;
  std::string language_;
  Deadline deadline_;
};

// Loads the language, because only the helper's engine knows where its files are.
Task<Results> require_language(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const std::string language = args.string(1);
  const Deadline deadline = deadline_of(args.options(2));
  const std::shared_ptr<LineReader> reader = host.line_reader();
  std::function<bool()> work = [=] {
    reader->require(language, deadline);
    return true;
  };
  Task<bool> running = host.on_cpu<bool>(std::move(work));
  co_await std::move(running);
  co_return Results();
}

Task<Results> read(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const Options options = args.options(2);
  const PictureRef picture = args.object<Image>(1)->picture();
  const Reading reading(host, args.call(), options);
  std::function<Value()> work = [=] { return to_words(reading.read(picture->frame())); };
  Task<Value> running = host.on_cpu<Value>(std::move(work));
  Value words = co_await std::move(running);
  co_return words;
}

Results available(const Args& args) {
  if (!args.self<DesktopService>().line_reader()->helper_path().empty()) return Value(true);
  return Results(std::vector<Value>{Value(false),
                                    Value("the helper program peekaboo-ocr is missing"),
                                    Value("install it beside peekaboo, or in libexec/peekaboo")});
}

[[noreturn]] void throw_bad_option(const std::string& fault, const std::string& remedy) {
  throw runtime::Error("INVALID_ARGUMENT", "text.find_pii: " + fault, remedy);
}

std::vector<std::string> strings_of(const Options& options, const char* name) {
  std::vector<std::string> strings;
  if (!options.has(name)) return strings;
  const Value& given = options[name];
  const bool empty = given.record() && given.record()->empty();
  if (!given.list() && !empty) throw_bad_option(std::string(name) + " must be a list", "Give {…}.");
  if (empty) return strings;
  for (const Value& each : *given.list()) {
    if (!each.string())
      throw_bad_option(std::string(name) + " must be a list of strings", "Give strings.");
    strings.push_back(*each.string());
  }
  if (strings.size() > kMaxPatterns)
    throw_bad_option(
        std::string(name) + " has more than " + std::to_string(kMaxPatterns) + " items",
        "Give fewer.");
  return strings;
}

std::string name_remedy(const std::string& wrong, const std::vector<std::string>& names) {
  std::string remedy = runtime::did_you_mean(wrong, names);
  if (!remedy.empty()) {
    remedy[0] = 'D';
    return remedy;
  }
  for (const std::string& name : names) remedy += (remedy.empty() ? "Use one of: " : ", ") + name;
  return remedy + ".";
}

std::set<PiiKind> kinds_of(const Options& options) {
  std::vector<std::string> names;
  for (const PiiKind kind : kPiiKinds) names.emplace_back(name_of(kind));
  std::set<PiiKind> kinds;
  for (const std::string& name : strings_of(options, "kinds")) {
    const auto kind = pii_kind(name);
    if (!kind)
      throw_bad_option("unknown kind '" + name.substr(0, kShownBytes) + "'",
                       name_remedy(name, names));
    kinds.insert(*kind);
  }
  return kinds;
}

// Returns the positions as string.sub takes them.
Value to_findings(const std::vector<PiiRange>& ranges) {
  static const runtime::RecordKind kFinding("finding");
  Value::List findings;
  for (const PiiRange& range : ranges) {
    Value finding = kFinding.record();
    finding.set("kind", name_of(range.kind))
        .set("first", static_cast<std::int64_t>(range.begin) + 1)
        .set("last", static_cast<std::int64_t>(range.end));
    findings.push_back(std::move(finding));
  }
  return Value(std::move(findings));
}

Task<Results> find_pii(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const std::string text = args.string(1);
  const Options options = args.options(2);
  if (text.size() > kMaxTextBytes)
    throw_bad_option("text has more than " + std::to_string(kMaxTextBytes) + " bytes",
                     "Give parts of it.");
  const std::set<PiiKind> kinds = kinds_of(options);
  const std::vector<std::string> patterns = strings_of(options, "patterns");
  std::function<Value()> work = [=] { return to_findings(PiiFinder(kinds, patterns).find(text)); };
  Task<Value> running = host.on_cpu<Value>(std::move(work));
  Value findings = co_await std::move(running);
  co_return findings;
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
    {.call = "text.find_pii",
     .text = "Personal data and secrets in a text, in their order: {kind, first, last}. Two may "
             "overlap. "
             "string.sub(text, first, last) is what was found.",
     .parameters = {{"text", "string", "At most 1 MiB."}},
     .options =
         {{"kinds", "string[]",
           "Which to find: emails, phones, creditCards, ibans, nationalIds, keys, passwords. "
           "Default: all."},
          {"patterns", "string[]",
           "Further expressions (RE2), found as customPatterns, whatever kinds says."}},
     .results = {{"finding[]"}},
     .errors = {"INVALID_ARGUMENT"},
     .work = find_pii},
};

}  // namespace

Task<Results> text_of_image(Args args) {
  const auto image = args.object<Image>(1);
  const PictureRef picture = image->picture();
  const Options options = args.options(2);
  std::optional<Rect> region;
  if (options.has("region")) region = to_area(options["region"], "image:text: region");
  const Reading reading(*image->host(), args.call(), options);
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
  return Module{
      .name = "text",
      .functions = kText,
      .self = std::move(host),
      .about = "Reading the words in a picture (OCR), and finding personal data in text."};
}

}  // namespace native
