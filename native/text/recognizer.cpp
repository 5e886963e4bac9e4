#include "native/text/recognizer.hpp"

#include <algorithm>
#include <optional>

#include "native/text/lines/line_hash.hpp"
#include "native/text/lines/text_lines.hpp"
#include "native/text/reading_order.hpp"

namespace native {
namespace {

// Appends the line's words, with numbers of lines that follow those before.
void append(std::vector<Word>& words, ReadLine line, int& last_line) {
  int most = 0;
  for (Word& word : line.words) {
    most = std::max(most, word.line);
    word.line += last_line;
    words.push_back(std::move(word));
  }
  last_line += most;
}

}  // namespace

std::vector<Word> Recognizer::read(const Frame& frame, const std::string& language,
                                   Deadline deadline) {
  const std::vector<TextLine> lines = find_text_lines(frame);
  std::vector<LineHash> hashes;
  std::vector<std::optional<ReadLine>> known;
  std::vector<TextLine> unknown;
  for (const TextLine& line : lines) {
    hashes.push_back(hash_of(frame, line));
    known.push_back(cache_.find(hashes.back(), language, line.bounds));
    if (!known.back()) unknown.push_back(line);
  }
  std::vector<ReadLine> read = reader_->read(frame, unknown, language, deadline);
  if (lines.empty()) reader_->require(language, deadline);
  std::vector<Word> words;
  int last_line = 0;
  std::size_t next = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!known[i]) {
      known[i] = std::move(read[next++]);
      cache_.keep(hashes[i], language, lines[i].bounds, *known[i]);
    }
    append(words, std::move(*known[i]), last_line);
  }
  put_in_reading_order(words);
  return words;
}

}  // namespace native
