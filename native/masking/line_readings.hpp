#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "native/masking/masker.hpp"

namespace native {

// What the lines of one picture say, read at most twice: as usual, and enlarged around words that
// are doubtful. Wipes all of it at the end.
class LineReadings {
 public:
  using Lines = std::set<std::size_t>;  // indexes
  using Words = std::set<std::size_t>;  // indexes among the words of one line

  LineReadings(const Frame& frame, const std::vector<TextLine>& lines, const Masker::Read& read,
               Deadline deadline)
      : frame_(frame), lines_(lines), read_(read), deadline_(deadline) {}
  ~LineReadings();
  LineReadings(const LineReadings&) = delete;
  LineReadings& operator=(const LineReadings&) = delete;

  // Reads those lines that were not read yet. Throws the errors of reading, as the next one.
  void read(const Lines& lines);
  // Reads these words of lines again, with what is beside them; 0 in a line without words: all of
  // it.
  void read_enlarged(const std::map<std::size_t, Words>& words);

  // Return the words of a line that was read. clearer() has the enlarged words in the place of
  // those at first.
  const std::vector<Word>& first(std::size_t line) const { return readings_.at(line).first; }
  const std::vector<Word>& clearer(std::size_t line) const;
  bool has_clearer(std::size_t line) const { return !readings_.at(line).enlarged.empty(); }

 private:
  struct Reading {
    std::vector<Word> first;
    Words enlarged;  // of the first
    std::vector<Word> clearer;
  };
  struct Range {
    std::size_t line;
    std::size_t first;  // words of the first reading
    std::size_t last;
  };
  std::vector<Range> ranges_of(std::size_t line, const Words& words) const;
  TextLine part_of(const Range& range) const;

  const Frame& frame_;
  const std::vector<TextLine>& lines_;
  const Masker::Read& read_;
  const Deadline deadline_;
  std::map<std::size_t, Reading> readings_;
};

// Overwrites what words say.
void wipe(std::vector<Word>& words);

}  // namespace native
