#include "native/text/recognizer.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "native/image/pixels.hpp"
#include "native/text/fair_queue.hpp"
#include "native/text/helper_process.hpp"
#include "native/text/protocol.hpp"
#include "native/text/reading_order.hpp"

namespace native {
namespace {

using Heard = HelperProcess::Heard;

Error too_late(const std::string& what) {
  return Error("TIMEOUT", "text was not read in time: " + what,
               "Allow more time, or give a smaller region.");
}

Error misbehaved() {
  return Error("INTERNAL_ERROR", "invalid answer from the text helper",
               "Try again; the text helper is restarted.");
}

void require_language(const std::string& language) {
  const auto allowed = [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '+' || c == '/';
  };
  if (language.empty() || language.size() > protocol::kMaxLanguage ||
      !std::all_of(language.begin(), language.end(), allowed))
    throw Error("INVALID_ARGUMENT",
                "\"" + language + "\" is not a language of the text recognition",
                "Give a tesseract name such as eng, deu or eng+deu.");
}

void require_readable(const Frame& frame) {
  require_pixels(frame);
  const long long area = static_cast<long long>(frame.width) * frame.height;
  if (std::max(frame.width, frame.height) > protocol::kMaxSide || area > protocol::kMaxArea)
    throw Error("INVALID_ARGUMENT",
                "picture of " + std::to_string(frame.width) + "x" + std::to_string(frame.height) +
                    " pixels is too large to read text from",
                "Give a smaller region.");
}

int fitting_upscale(const Frame& frame, int wanted) {
  if (wanted < 1 || wanted > protocol::kMaxUpscale)
    throw Error("INVALID_ARGUMENT", "upscale " + std::to_string(wanted) + " is not in 1 to 4",
                "Give 2, or 1 for a display at scale 2.");
  while (wanted > 1) {
    const long long area = static_cast<long long>(frame.width) * frame.height * wanted * wanted;
    if (std::max(frame.width, frame.height) * wanted <= protocol::kMaxSide &&
        area <= protocol::kMaxArea)
      break;
    --wanted;
  }
  return wanted;
}

// Names the packages of the languages: tesseract-ocr-eng for "eng", tesseract-ocr-chi-sim for
// "chi_sim".
Error missing_language(std::string_view languages) {
  std::string packages;
  for (const char c : languages) packages += c == '_' ? '-' : c == '+' ? ' ' : c;
  std::string command = "apt install";
  for (std::size_t at = 0; at < packages.size();) {
    const std::size_t end = std::min(packages.find(' ', at), packages.size());
    command += " tesseract-ocr-" + packages.substr(at, end - at);
    at = end + 1;
  }
  return Error("UNSUPPORTED",
               "language data for \"" + std::string(languages) + "\" is not installed", command);
}

Error failure(std::string_view line) {
  line.remove_prefix(5);  // "fail\t"
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos) return misbehaved();
  const std::string_view reason = line.substr(0, tab);
  const std::string_view text = line.substr(tab + 1);
  if (reason == "language") return missing_language(text);
  if (reason == "size")
    return Error("INVALID_ARGUMENT", "text helper refused the picture: " + std::string(text),
                 "Give a smaller region.");
  return Error("INTERNAL_ERROR", "text helper failed: " + std::string(text), "Try again.");
}

std::optional<Word> parse_word(std::string_view line) {
  int numbers[6];
  for (int& number : numbers) {
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (error != std::errc() || end == line.data() + line.size() || *end != '\t')
      return std::nullopt;
    line.remove_prefix(static_cast<std::size_t>(end - line.data()) + 1);
  }
  const bool sane = numbers[0] >= 0 && numbers[1] >= 0 && numbers[2] > 0 && numbers[3] > 0 &&
                    numbers[4] >= 0 && numbers[4] <= 100 && !line.empty() &&
                    line.size() <= protocol::kMaxWordBytes;
  if (!sane) return std::nullopt;
  Word word;
  word.bounds = {numbers[0], numbers[1], numbers[2], numbers[3]};
  word.confidence = numbers[4];
  word.line = numbers[5];
  word.text = line;
  return word;
}

}  // namespace

class Recognizer::Process {
 public:
  explicit Process(std::string helper) : override_(std::move(helper)) {}

  std::string path() const {
    if (override_.empty()) return find_helper("peekaboo-ocr");
    return access(override_.c_str(), X_OK) == 0 ? override_ : "";
  }

  std::vector<Word> ask(const std::string& request, const std::string& language, const Frame& frame,
                        Deadline deadline) {
    if (!queue_.enter(deadline)) throw too_late("other texts were read first");
    const Leave leave{queue_};
    if (std::chrono::steady_clock::now() >= deadline) throw too_late("no time was left to begin");
    const FileDescriptor gray = gray_file(frame);
    if (language != language_)
      helper_.reset();  // it can no longer open the files of another language
    language_ = language;
    begin(request, gray.get(), deadline);
    return words(deadline);
  }

 private:
  struct Leave {
    FairQueue& queue;
    ~Leave() { queue.leave(); }
  };

  void start() {
    const std::string found = path();
    if (found.empty())
      throw Error("UNSUPPORTED", "text helper peekaboo-ocr is missing",
                  "Install Peekaboo again; peekaboo-ocr belongs beside peekaboo.",
                  {{"reason", "helper missing"}});
    helper_ = std::make_unique<HelperProcess>(found);
  }

  // Returns once the helper has taken the request. Replaces a helper that ended while it was idle;
  // a new one that ends here cannot work at all.
  void begin(const std::string& request, int picture, Deadline deadline) {
    if (helper_ && !answering_ && hears_begin(request, picture, deadline)) return;
    helper_.reset();
    start();
    if (hears_begin(request, picture, deadline)) return;
    const HelperProcess::End end = helper_->finish();
    helper_.reset();
    constexpr int kNotLoaded = 127;  // exit status of the dynamic loader when a library is missing
    throw Error(end.exit_status == kNotLoaded ? "UNSUPPORTED" : "INTERNAL_ERROR",
                "text helper ended as soon as it was started (" + end.text + ")",
                "Run peekaboo doctor; a library may be missing (apt install libtesseract5).");
  }

  bool hears_begin(const std::string& request, int picture, Deadline deadline) {
    answering_ = true;
    if (!helper_->send(request, picture)) return false;
    std::string line;
    const Heard heard = helper_->hear(line, deadline);
    if (heard == Heard::kGone) return false;
    if (heard == Heard::kLine && line == "begin") return true;
    throw give_up(heard);
  }

  // Ends the helper, because later answers could not be matched to requests.
  Error give_up(Heard heard) {
    if (heard == Heard::kGone) {
      const HelperProcess::End end = helper_->finish();
      helper_.reset();
      return Error("INTERNAL_ERROR", "text helper crashed (" + end.text + ")",
                   "Try again; the text helper is restarted.");
    }
    helper_.reset();
    return heard == Heard::kTimeout ? too_late("the text helper was ended") : misbehaved();
  }

  std::vector<Word> words(Deadline deadline) {
    std::vector<Word> result;
    std::string line;
    while (true) {
      const Heard heard = helper_->hear(line, deadline);
      if (heard != Heard::kLine) throw give_up(heard);
      answering_ = line != "end" && !line.starts_with("fail\t");
      if (line == "end") return result;
      if (!answering_) throw failure(line);
      std::optional<Word> word = parse_word(line);
      if (!word || result.size() == protocol::kMaxWords) throw give_up(Heard::kGarbage);
      result.push_back(std::move(*word));
    }
  }

  const std::string override_;
  FairQueue queue_;
  // Used only by the thread at the front of the queue.
  std::unique_ptr<HelperProcess> helper_;
  std::string language_;
  bool answering_ = false;  // an answer has begun and its end has not been read
};

Recognizer::Recognizer(std::string helper)
    : process_(std::make_unique<Process>(std::move(helper))) {}
Recognizer::~Recognizer() = default;

std::string Recognizer::helper_path() const { return process_->path(); }

std::vector<Word> Recognizer::read(const Frame& frame, const std::string& language,
                                   Deadline deadline, int upscale) {
  require_language(language);
  require_readable(frame);
  const std::string request =
      "read " + std::to_string(frame.width) + " " + std::to_string(frame.height) + " " +
      std::to_string(fitting_upscale(frame, upscale)) + " " + language + "\n";
  std::vector<Word> words = process_->ask(request, language, frame, deadline);
  put_in_reading_order(words);
  return words;
}

}  // namespace native
