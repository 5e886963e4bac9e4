#include "native/masking/line_study.hpp"

#include <algorithm>
#include <utility>

#include "native/masking/cut_text.hpp"
#include "native/masking/line_chains.hpp"
#include "native/masking/word_area.hpp"
#include "native/text/pii/pii_text.hpp"
#include "native/text/pii/unclear_text.hpp"

namespace native {
namespace {

// Words of several lines together.
struct JoinedWords {
  std::vector<Word> words;
  std::vector<std::size_t> lines;  // of each word: its line's place in the group
  std::vector<std::size_t> begin;  // of each line: its first word
};

// Gives the lines of the group numbers that follow each other, as the finder expects them. With
// `goes_on`, the words belong to the line before.
void append(JoinedWords& joined, const std::vector<Word>& words, std::size_t place, bool goes_on) {
  int number = joined.words.empty() ? 0 : joined.words.back().line;
  int before = goes_on && !words.empty() ? words.front().line : -1;
  joined.begin.push_back(joined.words.size());
  for (const Word& word : words) {
    if (word.line != std::exchange(before, word.line)) ++number;
    joined.words.push_back(word);
    joined.words.back().line = number;
    joined.lines.push_back(place);
  }
}

// Returns whether a word may be more than it was read as: unclear, and long or with digits.
bool may_hide_something(const Word& word) {
  constexpr int kUnclear = 60;  // confidence
  constexpr std::size_t kLong = 8;
  constexpr int kDigits = 3;
  if (word.confidence >= kUnclear) return false;
  return word.text.size() >= kLong ||
         std::count_if(word.text.begin(), word.text.end(), is_digit) >= kDigits;
}

// Returns whether a line of which nothing was read is as long as a few characters: the engine may
// have taken what is around them for a picture.
bool may_hold_words(const TextLine& line) {
  return !line.block && line.bounds.width >= 3 * line.bounds.height;
}

bool overlap(const Finding& one, const Finding& other) {
  return std::any_of(one.parts.begin(), one.parts.end(), [&](const LinePart& part) {
    return std::any_of(other.parts.begin(), other.parts.end(), [&](const LinePart& each) {
      return each.line == part.line && !intersection(each.area, part.area).empty();
    });
  });
}

bool has_check_digits(PiiKind kind) {
  return kind == PiiKind::kCreditCard || kind == PiiKind::kIban;
}

// Adds a part to what it overlaps, or as one more.
void add(Finding& finding, const LinePart& part) {
  const auto same = std::find_if(finding.parts.begin(), finding.parts.end(), [&](const auto& each) {
    return each.line == part.line && !intersection(each.area, part.area).empty();
  });
  if (same == finding.parts.end())
    finding.parts.push_back(part);
  else
    same->area = bounding(same->area, part.area);
}

}  // namespace

LineStudy::LineStudy(const Frame& frame, std::vector<Rect> filled, Means means)
    : frame_(frame),
      filled_(std::move(filled)),
      means_(means),
      lines_(find_text_lines(frame, filled_)),
      readings_(frame_, lines_, means_.read, means_.deadline) {
  for (const TextLine& line : lines_) hashes_.push_back(hash_of(frame, line));
}

LineStudy::Result LineStudy::run() {
  std::vector<Group> singles;
  for (std::size_t i = 0; i < lines_.size(); ++i) singles.push_back({i});
  decide(singles);
  std::vector<LineLinks> links;
  for (const Group& single : singles) links.push_back(verdicts_.at(single).links);
  const std::vector<Group> chains = find_line_chains(lines_, links);
  decide(chains);
  return {collected(chains, singles), cut()};
}

LinesKey LineStudy::key_of(const Group& group) const {
  LinesKey key;
  for (const std::size_t line : group) key.push_back(hashes_[line]);
  return key;
}

LineStudy::Candidates LineStudy::find(const Group& group, WordsOf words_of) const {
  JoinedWords joined;
  for (std::size_t i = 0; i < group.size(); ++i) {
    // The value of a label is what follows it in its line, however far away.
    const bool goes_on = i > 0 && same_row(lines_[group[i - 1]].bounds, lines_[group[i]].bounds);
    append(joined, (readings_.*words_of)(group[i]), i, goes_on);
  }
  Candidates candidates;
  const auto add_parts = [&](Finding& finding, std::size_t place, std::size_t first,
                             std::size_t last) {
    const TextLine& line = lines_[group[place]];
    const std::vector<Word>& words = (readings_.*words_of)(group[place]);
    if (!line.block)
      finding.parts.push_back({place, area_of_words(frame_, line, words, first, last)});
    for (std::size_t word = first; line.block && word <= last; ++word)
      finding.parts.push_back({place, area_of_word(line, words[word])});
  };
  for (const PiiArea& area : means_.finder.find(joined.words)) {
    Candidate candidate{{area.kind, {}}, area.sure, std::vector<LineReadings::Words>(group.size())};
    for (const std::size_t word : area.words)
      candidate.words[joined.lines[word]].insert(word - joined.begin[joined.lines[word]]);
    for (std::size_t i = 0; i < area.words.size();) {
      const std::size_t place = joined.lines[area.words[i]];
      std::size_t end = i + 1;
      while (end < area.words.size() && joined.lines[area.words[end]] == place) ++end;
      add_parts(candidate.finding, place, area.words[i] - joined.begin[place],
                area.words[end - 1] - joined.begin[place]);
      i = end;
    }
    candidates.push_back(std::move(candidate));
  }
  wipe(joined.words);
  return candidates;
}

// Adds the words of the group that should be read again: those that may be more than they look
// like, and those of findings that are not sure. Returns whether there are any.
bool LineStudy::add_doubts(const Group& group, const Candidates& candidates, Doubts& doubts) const {
  bool any = false;
  const auto add = [&](std::size_t line, std::size_t word) {
    doubts[line].insert(word);
    any = true;
  };
  for (std::size_t i = 0; i < group.size(); ++i) {
    const std::vector<Word>& words = readings_.first(group[i]);
    if (words.empty() && may_hold_words(lines_[group[i]])) add(group[i], 0);
    for (std::size_t word = 0; word < words.size(); ++word)
      if (may_hide_something(words[word])) add(group[i], word);
    for (const Candidate& each : candidates)
      if (!each.sure)
        for (const std::size_t word : each.words[i]) add(group[i], word);
  }
  return any;
}

void LineStudy::decide(const std::vector<Group>& groups) {
  std::vector<Group> unknown;
  for (const Group& group : groups) {
    if (auto verdict = means_.verdicts.find(key_of(group), means_.rules))
      verdicts_[group] = std::move(*verdict);
    else
      unknown.push_back(group);
  }
  decide_by_reading(unknown);
  for (const Group& group : unknown)
    means_.verdicts.keep(key_of(group), means_.rules, verdicts_.at(group));
}

void LineStudy::decide_by_reading(const std::vector<Group>& groups) {
  LineReadings::Lines lines;
  for (const Group& group : groups) lines.insert(group.begin(), group.end());
  readings_.read(lines);
  std::vector<Candidates> first;
  std::vector<bool> again;
  Doubts doubts;
  for (const Group& group : groups) {
    first.push_back(find(group, &LineReadings::first));
    again.push_back(add_doubts(group, first.back(), doubts));
  }
  readings_.read_enlarged(doubts);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Group& group = groups[i];
    Candidates second;
    if (again[i]) second = find(group, &LineReadings::clearer);
    Verdict& verdict = verdicts_[group];
    if (group.size() == 1) {
      verdict.links = links_of(group.front());
      verdict.numbers = numbers_of(group.front());
    }
    verdict.findings = confirmed(group, std::move(first[i]), std::move(second));
  }
}

// Returns what the line may hang together with by one reading or the other.
LineLinks LineStudy::links_of(std::size_t line) const {
  LineLinks links = means_.finder.links(readings_.first(line));
  if (!readings_.has_clearer(line)) return links;
  const LineLinks more = means_.finder.links(readings_.clearer(line));
  links.begin |= more.begin;
  links.end |= more.end;
  links.bare_word = links.bare_word && more.bare_word;
  links.password_label = links.password_label || more.password_label;
  return links;
}

// Returns the words of a line that may be parts of a long number, joined where they are beside each
// other.
std::vector<Rect> LineStudy::numbers_of(std::size_t line) const {
  const Rect& bounds = lines_[line].bounds;
  std::vector<Rect> numbers;
  bool goes_on = false;
  for (const Word& word : readings_.first(line)) {
    const bool follows = std::exchange(goes_on, is_number_part(word.text));
    if (!goes_on) continue;
    const Rect area{word.bounds.x - bounds.x, word.bounds.y - bounds.y, word.bounds.width,
                    word.bounds.height};
    const bool near =
        follows && area.x - numbers.back().x - numbers.back().width <= 2 * bounds.height;
    if (near)
      numbers.back() = bounding(numbers.back(), area);
    else
      numbers.push_back(area);
  }
  return numbers;
}

std::vector<Rect> LineStudy::cut() const {
  std::vector<Rect> all;
  if (filled_.empty()) return all;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    std::vector<Rect> numbers = verdicts_.at({i}).numbers;
    for (Rect& number : numbers) {
      number.x += lines_[i].bounds.x;
      number.y += lines_[i].bounds.y;
    }
    const std::vector<Rect> parts = cut_parts(frame_, lines_[i], filled_, numbers);
    all.insert(all.end(), parts.begin(), parts.end());
  }
  return all;
}

// Returns whether the enlarged reading was clear, above all where something may be.
bool LineStudy::is_clear_at(const Group& group, const Finding& finding) const {
  constexpr int kClear = 75;  // confidence
  const bool clear = std::none_of(group.begin(), group.end(), [&](std::size_t line) {
    const std::vector<Word>& words = readings_.clearer(line);
    return std::any_of(words.begin(), words.end(), may_hide_something);
  });
  return clear &&
         std::all_of(finding.parts.begin(), finding.parts.end(), [&](const LinePart& part) {
           const std::size_t line = group[part.line];
           Rect area = part.area;
           area.x += lines_[line].bounds.x;
           area.y += lines_[line].bounds.y;
           const std::vector<Word>& words = readings_.clearer(line);
           return std::all_of(words.begin(), words.end(), [&](const Word& word) {
             return word.confidence >= kClear || intersection(word.bounds, area).empty();
           });
         });
}

// Returns what was certain at first, and all that the second reading shows, certain or not, with
// the places where the first one saw it; and what was not certain where the second reading was not
// clear either.
std::vector<Finding> LineStudy::confirmed(const Group& group, Candidates first,
                                          Candidates second) const {
  const std::size_t shown = second.size();
  for (Candidate& each : first) {
    const auto end = second.begin() + static_cast<std::ptrdiff_t>(shown);
    const auto same = std::find_if(second.begin(), end, [&](const Candidate& candidate) {
      return overlap(candidate.finding, each.finding);
    });
    if (same != end) {
      if (tells_kind(each, *same)) same->finding.kind = each.finding.kind;
      for (const LinePart& part : each.finding.parts) add(same->finding, part);
    } else if (each.sure || !is_clear_at(group, each.finding)) {
      second.push_back(std::move(each));
    }
  }
  std::vector<Finding> findings;
  for (Candidate& each : second) findings.push_back(std::move(each.finding));
  return findings;
}

// Returns whether the first reading tells better what it is than the second one.
bool LineStudy::tells_kind(const Candidate& first, const Candidate& second) {
  return first.sure && (!second.sure || (has_check_digits(first.finding.kind) &&
                                         !has_check_digits(second.finding.kind)));
}

Secret LineStudy::secret_of(const Group& group, const Finding& finding) const {
  Secret secret{finding.kind, {}};
  for (const LinePart& part : finding.parts) secret.parts.push_back({group[part.line], part.area});
  return secret;
}

std::vector<LineStudy::Found> LineStudy::collected(const std::vector<Group>& chains,
                                                   const std::vector<Group>& singles) const {
  std::vector<Secret> alone, together;
  const auto take = [&](const std::vector<Group>& groups, std::vector<Secret>& into) {
    for (const Group& group : groups)
      for (const Finding& finding : verdicts_.at(group).findings)
        into.push_back(secret_of(group, finding));
  };
  take(singles, alone);
  take(chains, together);
  const Rect whole{0, 0, frame_.width, frame_.height};
  std::vector<Found> found;
  for (const Secret& secret : combined(std::move(alone), together)) {
    Found each{secret.kind, {}};
    for (const LinePart& part : secret.parts) {
      const Rect& line = lines_[part.line].bounds;
      const Rect area = intersection(
          {line.x + part.area.x, line.y + part.area.y, part.area.width, part.area.height}, whole);
      if (!area.empty()) each.areas.push_back(area);
    }
    if (!each.areas.empty()) found.push_back(std::move(each));
  }
  return found;
}

}  // namespace native
