#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "native/masking/line_readings.hpp"
#include "native/masking/masker.hpp"
#include "native/masking/secret.hpp"
#include "native/masking/verdict.hpp"

namespace native {

// Finds out what must be masked in one picture: from what is known of its lines, and of the others
// by reading them. Used once, by one thread.
class LineStudy {
 public:
  struct Means {
    const Masker::Read& read;
    const PiiFinder& finder;
    std::uint64_t rules;  // the number of what the finder searches for, in the cache
    VerdictCache& verdicts;
    Deadline deadline;
  };
  // `filled`: where excluded windows were filled, in the picture's pixels.
  LineStudy(const Frame& frame, std::vector<Rect> filled, Means means);
  LineStudy(const LineStudy&) = delete;
  LineStudy& operator=(const LineStudy&) = delete;

  struct Found {
    PiiKind kind;
    std::vector<Rect> areas;  // in the picture's pixels
  };
  struct Result {
    std::vector<Found> found;
    std::vector<Rect> cut;  // see cut_parts()
  };
  // Throws the errors of reading.
  Result run();

 private:
  using Group = std::vector<std::size_t>;  // lines that are looked at together
  struct Candidate {
    Finding finding;
    bool sure;                               // false: a clearer reading may show that it is none
    std::vector<LineReadings::Words> words;  // of each line of the group
  };
  using Candidates = std::vector<Candidate>;
  using Doubts = std::map<std::size_t, LineReadings::Words>;  // words of lines

  LinesKey key_of(const Group& group) const;
  // Returns the words of a line, as they were read first or enlarged.
  using WordsOf = const std::vector<Word>& (LineReadings::*)(std::size_t line) const;
  Candidates find(const Group& group, WordsOf words_of) const;
  bool add_doubts(const Group& group, const Candidates& candidates, Doubts& doubts) const;
  void decide(const std::vector<Group>& groups);
  void decide_by_reading(const std::vector<Group>& groups);
  LineLinks links_of(std::size_t line) const;
  bool is_clear_at(const Group& group, const Finding& finding) const;
  std::vector<Finding> confirmed(const Group& group, Candidates first, Candidates second) const;
  static bool tells_kind(const Candidate& first, const Candidate& second);
  Secret secret_of(const Group& group, const Finding& finding) const;
  std::vector<Found> collected(const std::vector<Group>& chains,
                               const std::vector<Group>& singles) const;

  std::vector<Rect> numbers_of(std::size_t line) const;
  std::vector<Rect> cut() const;

  const Frame& frame_;
  const std::vector<Rect> filled_;
  const Means means_;
  const std::vector<TextLine> lines_;
  std::vector<LineHash> hashes_;
  LineReadings readings_;  // of the lines that had to be read
  std::map<Group, Verdict> verdicts_;
};

}  // namespace native
