#include "native/masking/line_readings.hpp"

#include <string.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "native/masking/word_area.hpp"

namespace native {
namespace {

constexpr double kAsUsual = 1;
constexpr double kEnlarged = 2;
// Words on each side of a doubtful one that are read with it, because the engine may have divided
// them wrongly, and reads words better among others.
constexpr std::size_t kBeside = 1;

}  // namespace

void wipe(std::vector<Word>& words) {
  for (Word& word : words) ::explicit_bzero(word.text.data(), word.text.size());
}

LineReadings::~LineReadings() {
  for (auto& [line, reading] : readings_) {
    wipe(reading.first);
    wipe(reading.clearer);
  }
}

void LineReadings::read(const Lines& lines) {
  std::vector<std::size_t> missing;
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(missing),
               [&](std::size_t line) { return readings_.count(line) == 0; });
  if (missing.empty()) return;
  std::vector<TextLine> parts;
  for (const std::size_t line : missing) parts.push_back(lines_[line]);
  std::vector<ReadLine> read = read_(frame_, parts, deadline_, kAsUsual);
  for (std::size_t i = 0; i < missing.size(); ++i)
    readings_[missing[i]].first = std::move(read.at(i).words);
}

void LineReadings::read_enlarged(const std::map<std::size_t, Words>& words) {
  std::vector<Range> ranges;
  for (const auto& [line, wanted] : words) {
    Reading& reading = readings_.at(line);
    if (std::includes(reading.enlarged.begin(), reading.enlarged.end(), wanted.begin(),
                      wanted.end()))
      continue;
    reading.enlarged.insert(wanted.begin(), wanted.end());
    const std::vector<Range> all = ranges_of(line, reading.enlarged);
    ranges.insert(ranges.end(), all.begin(), all.end());
  }
  if (ranges.empty()) return;
  std::vector<TextLine> parts;
  for (const Range& range : ranges) parts.push_back(part_of(range));
  std::vector<ReadLine> read = read_(frame_, parts, deadline_, kEnlarged);
  for (std::size_t i = 0; i < ranges.size();) {
    Reading& reading = readings_.at(ranges[i].line);
    wipe(reading.clearer);
    reading.clearer.clear();
    std::size_t next = 0;
    const auto keep = [&](std::size_t end) {
      for (; next < end; ++next) reading.clearer.push_back(reading.first[next]);
    };
    const std::size_t line = ranges[i].line;
    for (; i < ranges.size() && ranges[i].line == line; ++i) {
      keep(ranges[i].first);
      std::vector<Word>& again = read.at(i).words;
      std::move(again.begin(), again.end(), std::back_inserter(reading.clearer));
      next = ranges[i].last + 1;
    }
    keep(reading.first.size());
  }
}

const std::vector<Word>& LineReadings::clearer(std::size_t line) const {
  const Reading& reading = readings_.at(line);
  return reading.enlarged.empty() ? reading.first : reading.clearer;
}

// Returns the words with those beside them, in ranges from left to right. Blocks are read as a
// whole: their words are in no order.
std::vector<LineReadings::Range> LineReadings::ranges_of(std::size_t line,
                                                         const Words& words) const {
  const std::size_t count = readings_.at(line).first.size();
  if (lines_[line].block || count == 0) return {{line, 0, count - std::min<std::size_t>(count, 1)}};
  const std::vector<Word>& all = readings_.at(line).first;
  // No range ends where the picture has no blank.
  const auto touch = [&](std::size_t left) {
    return all[left].bounds.x + all[left].bounds.width >= all[left + 1].bounds.x;
  };
  std::vector<Range> ranges;
  for (const std::size_t word : words) {
    std::size_t first = word - std::min(word, kBeside);
    std::size_t last = std::min(word + kBeside, count - 1);
    while (first > 0 && touch(first - 1)) --first;
    while (last + 1 < count && touch(last)) ++last;
    // One word between two ranges is not worth being left out.
    if (!ranges.empty() && first <= ranges.back().last + 2)
      ranges.back().last = std::max(ranges.back().last, last);
    else
      ranges.push_back({line, first, last});
  }
  return ranges;
}

TextLine LineReadings::part_of(const Range& range) const {
  const TextLine& line = lines_[range.line];
  const std::vector<Word>& words = readings_.at(range.line).first;
  if (line.block || (range.first == 0 && range.last + 1 >= words.size())) return line;
  Rect area = area_of_words(frame_, line, words, range.first, range.last);
  area.x += line.bounds.x;
  area.y = line.bounds.y;
  area.height = line.bounds.height;
  return {intersection(area, line.bounds), false, {}};
}

}  // namespace native
