#include "native/text/line_reader.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <exception>
#include <iterator>
#include <optional>
#include <span>

#include "native/image/pixels.hpp"
#include "native/text/lines/line_pieces.hpp"
#include "native/text/picture_file.hpp"
#include "native/text/protocol.hpp"
#include "native/text/word_gaps.hpp"

namespace native {
namespace {

constexpr double kMaxEnlarge = 4;
// The height of a line, with its margin, that the engine reads best.
constexpr int kBestHeight = 40;
constexpr int kMaxScale = 400;
// Blocks are enlarged, because the engine finds small text better.
constexpr int kBlockScale = 200;

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

bool is_inside(const Rect& rect, const Rect& outer) {
  return rect.width > 0 && rect.height > 0 && rect.x >= outer.x && rect.y >= outer.y &&
         rect.width <= outer.width && rect.height <= outer.height &&
         rect.x - outer.x <= outer.width - rect.width &&
         rect.y - outer.y <= outer.height - rect.height;
}

void require_inside(const Frame& frame, const std::vector<TextLine>& lines) {
  for (const TextLine& line : lines) {
    bool inside = is_inside(line.bounds, {0, 0, frame.width, frame.height});
    for (const Rect& rect : line.excluded) inside = inside && is_inside(rect, line.bounds);
    if (!inside) throw Error("INVALID_ARGUMENT", "line of text lies outside of the picture");
  }
}

// Returns the percentage to which the helper enlarges the line. Whole factors keep strokes even.
int scale_of(const TextLine& line, double enlarge) {
  const Rect& bounds = line.bounds;
  int percent = kBlockScale;
  if (!line.block) {
    const int factor = (2 * kBestHeight / bounds.height + 1) / 2;
    percent = bounds.height > 2 * kBestHeight ? 100 * 2 * kBestHeight / bounds.height
                                              : std::clamp(factor * 100, 100, kMaxScale);
  }
  const double most = std::min(
      {100.0 * protocol::kMaxSide / std::max(bounds.width, bounds.height),
       100.0 * std::sqrt(static_cast<double>(protocol::kMaxArea) / bounds.width / bounds.height),
       static_cast<double>(protocol::kMaxScale)});
  return std::max(static_cast<int>(std::min(percent * enlarge, most)), protocol::kMinScale);
}

long long area_of(const LineToRead& part) {
  return static_cast<long long>(part.line->bounds.width) * part.line->bounds.height;
}

// Returns about how long it takes to read, in pixels of a line of the best height.
long long cost_of(const LineToRead& part) {
  constexpr long long kEach = 100;
  const Rect& bounds = part.line->bounds;
  if (part.line->block) return kEach + area_of(part) / 10;
  return kEach + static_cast<long long>(bounds.width) * kBestHeight / bounds.height;
}

// Reads parts of a picture in several batches at the same time.
class Batches {
 public:
  Batches(const Frame& frame, const std::string& language, Deadline deadline, HelperPool& pool,
          std::vector<LineToRead> parts)
      : frame_(frame),
        language_(language),
        deadline_(deadline),
        pool_(pool),
        parts_(std::move(parts)),
        result_(parts_.size()) {
    // The longest first, so that all helpers end at about the same time.
    std::stable_sort(parts_.begin(), parts_.end(), [](const LineToRead& a, const LineToRead& b) {
      return cost_of(a) > cost_of(b);
    });
    split();
  }

  std::vector<ReadLine> read() {
    {
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < std::min(pool_.most(), batches_.size()); ++i)
        others.emplace_back([this] { work(); });
      work();
    }
    if (failure_) std::rethrow_exception(failure_);
    return std::move(result_);
  }

 private:
  using Batch = std::span<const LineToRead>;

  void split() {
    // Small enough to keep all helpers busy until the end; not so small that requests take longer
    // than reading.
    constexpr long long kLeastCost = 1200;
    long long total = 0;
    for (const LineToRead& part : parts_) total += cost_of(part);
    const long long most = std::max(total / (static_cast<long long>(pool_.most()) * 6), kLeastCost);
    std::size_t begin = 0;
    long long cost = 0;
    long long area = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const bool full = cost + cost_of(parts_[i]) > most ||
                        area + area_of(parts_[i]) > protocol::kMaxFileArea ||
                        i - begin == protocol::kMaxPictures;
      if (i > begin && full) {
        batches_.push_back(Batch(parts_).subspan(begin, i - begin));
        begin = i;
        cost = area = 0;
      }
      cost += cost_of(parts_[i]);
      area += area_of(parts_[i]);
    }
    if (begin < parts_.size()) batches_.push_back(Batch(parts_).subspan(begin));
  }

  void work() {
    while (true) {
      const std::size_t next = next_.fetch_add(1);
      if (next >= batches_.size()) return;
      try {
        read(batches_[next]);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        next_ = batches_.size();
        return;
      }
    }
  }

  void read(Batch batch) {
    const FileDescriptor file = picture_file(frame_, batch);
    const std::string request = "read " + std::to_string(batch.size()) + " " + language_ + "\n";
    pool_.ask(request, file.get(), language_, deadline_,
              [&](std::string_view line) { return take(batch, line); });
  }

  // Adds the word that the line describes. Returns false when it makes no sense.
  bool take(Batch batch, std::string_view line) {
    int numbers[7];
    for (int& number : numbers) {
      const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
      if (error != std::errc() || end == line.data() + line.size() || *end != '\t') return false;
      line.remove_prefix(static_cast<std::size_t>(end - line.data()) + 1);
    }
    const auto& [picture, x, y, width, height, confidence, number] = numbers;
    if (picture < 0 || static_cast<std::size_t>(picture) >= batch.size()) return false;
    const LineToRead& part = batch[static_cast<std::size_t>(picture)];
    const Rect& bounds = part.line->bounds;
    const bool sane = x >= 0 && y >= 0 && width > 0 && height > 0 && width <= bounds.width - x &&
                      height <= bounds.height - y && confidence >= 0 && confidence <= 100 &&
                      number >= 1 && !line.empty() && line.size() <= protocol::kMaxWordBytes;
    if (!sane || words_.fetch_add(1) >= protocol::kMaxWords) return false;
    Word word;
    word.bounds = {bounds.x + x, bounds.y + y, width, height};
    word.confidence = confidence;
    word.line = number;
    word.text = line;
    result_[part.index].words.push_back(std::move(word));
    return true;
  }

  const Frame& frame_;
  const std::string& language_;
  const Deadline deadline_;
  HelperPool& pool_;
  std::vector<LineToRead> parts_;
  std::vector<Batch> batches_;
  std::vector<ReadLine> result_;  // each element is written by one thread
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> words_ = 0;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

std::vector<ReadLine> LineReader::read(const Frame& frame, const std::vector<TextLine>& lines,
                                       const std::string& language, Deadline deadline,
                                       double enlarge) {
  require_language(language);
  require_readable(frame);
  require_inside(frame, lines);
  if (!(enlarge >= 1 && enlarge <= kMaxEnlarge))
    throw Error("INVALID_ARGUMENT", "enlargement " + std::to_string(enlarge) + " is not in 1 to 4");
  std::vector<TextLine> pieces;
  std::vector<std::size_t> owners;  // of each piece: its line
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (TextLine& piece : pieces_of(frame, lines[i])) {
      pieces.push_back(std::move(piece));
      owners.push_back(i);
    }
  std::vector<LineToRead> parts;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    parts.push_back({&pieces[i], i, scale_of(pieces[i], enlarge)});
  std::vector<ReadLine> read = Batches(frame, language, deadline, pool_, std::move(parts)).read();
  std::vector<ReadLine> result(lines.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    std::vector<Word>& words = result[owners[i]].words;
    std::move(read[i].words.begin(), read[i].words.end(), std::back_inserter(words));
  }
  for (std::size_t i = 0; i < lines.size(); ++i) close_gaps(frame, lines[i], result[i].words);
  return result;
}

void LineReader::require(const std::string& language, Deadline deadline) {
  require_language(language);
  pool_.ask("read 0 " + language + "\n", -1, language, deadline,
            [](std::string_view) { return false; });
}

}  // namespace native
