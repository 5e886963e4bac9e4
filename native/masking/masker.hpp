#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/image/compare/tiles.hpp"
#include "native/masking/masking.hpp"
#include "native/masking/verdict_cache.hpp"
#include "native/text/line_reader.hpp"

namespace native {

// What is masked.
struct MaskRules {
  std::set<PiiKind> kinds;          // empty: all
  std::vector<std::string> custom;  // further expressions (RE2)

  bool operator==(const MaskRules&) const = default;
};

// Finds personal data in pictures. Reads their text line by line, and remembers about each line
// what is to be filled, by a keyed hash of its pixels, never what it says: an unchanged picture is
// not read again, of a changed one the new lines are. Thread safe.
class Masker {
 public:
  // Reads lines, as LineReader::read().
  using Read = std::function<std::vector<ReadLine>(
      const Frame& frame, const std::vector<TextLine>& lines, Deadline deadline, double enlarge)>;
  explicit Masker(Read read) : read_(std::move(read)) {}

  // Returns what must be filled. `tiles` are those of the frame. Blocks while text is read.
  // "CAPTURE_FAILED" with details.reason "not masked", and the cause, when the text cannot be read
  // by the deadline; "INVALID_ARGUMENT" for an expression that RE2 refuses.
  MaskingRef look(const Frame& frame, Tiles tiles, const MaskRules& rules, Deadline deadline);

 private:
  struct Search {
    std::uint64_t number;
    MaskRules rules;
    std::shared_ptr<const PiiFinder> finder;
  };
  struct Known {
    Tiles tiles;
    std::vector<Rect> filled;  // of excluded windows
    MaskingRef masking;
  };

  Search search_for(const MaskRules& rules);
  MaskingRef known(const Tiles& tiles, const std::vector<Rect>& filled);
  void keep(Known known);

  const Read read_;
  VerdictCache verdicts_;
  std::mutex mutex_;
  std::list<Search> searches_;  // most recently used first
  std::uint64_t last_number_ = 0;
  std::list<Known> known_;  // whole pictures; most recently used first
};

}  // namespace native
