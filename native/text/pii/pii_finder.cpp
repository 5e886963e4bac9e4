#include "native/text/pii/pii_finder.hpp"

#include <algorithm>
#include <functional>

#include "native/text/pii/access_keys.hpp"
#include "native/text/pii/card_numbers.hpp"
#include "native/text/pii/custom_patterns.hpp"
#include "native/text/pii/email_addresses.hpp"
#include "native/text/pii/ibans.hpp"
#include "native/text/pii/line_ends.hpp"
#include "native/text/pii/national_ids.hpp"
#include "native/text/pii/number_runs.hpp"
#include "native/text/pii/passwords.hpp"
#include "native/text/pii/phone_numbers.hpp"
#include "native/text/pii/pii_text.hpp"
#include "native/text/pii/private_keys.hpp"
#include "native/text/pii/unclear_text.hpp"

namespace native {
namespace {

constexpr std::size_t kMaxPart = 512;  // of a line that is joined with the next for custom patterns

// Which kind stays when several are found in the same place.
constexpr std::array kRanks = {PiiKind::kNationalId, PiiKind::kIban,     PiiKind::kCreditCard,
                               PiiKind::kEmail,      PiiKind::kPassword, PiiKind::kKey,
                               PiiKind::kPhone,      PiiKind::kCustom};

std::size_t rank_of(PiiKind kind) {
  return static_cast<std::size_t>(std::find(kRanks.begin(), kRanks.end(), kind) - kRanks.begin());
}

// Takes a finding that lies inside of another one, whose kind it tells when that is a guess.
void take_inner(PiiFinding& outer, const PiiFinding& inner) {
  if (!inner.sure || outer.sure) return;
  outer.sure = true;
  if (rank_of(inner.kind) < rank_of(outer.kind)) outer.kind = inner.kind;
}

// Puts findings in order, leaves out those inside of others, and joins those of a kind that
// overlap.
void settle(PiiFindings& findings) {
  std::sort(findings.begin(), findings.end(), [](const PiiFinding& a, const PiiFinding& b) {
    if (a.begin != b.begin) return a.begin < b.begin;
    if (a.end != b.end) return a.end > b.end;
    if (a.sure != b.sure) return a.sure;
    return rank_of(a.kind) < rank_of(b.kind);
  });
  PiiFindings kept;
  for (const PiiFinding& finding : findings) {
    if (!kept.empty() && finding.end <= kept.back().end) {
      take_inner(kept.back(), finding);
    } else if (!kept.empty() && finding.kind == kept.back().kind &&
               finding.begin < kept.back().end + (finding.kind == PiiKind::kKey ? 2 : 0)) {
      kept.back().end = finding.end;
      kept.back().sure = kept.back().sure || finding.sure;
    } else {
      kept.push_back(finding);
    }
  }
  findings = std::move(kept);
}

}  // namespace

struct PiiFinder::Parts {
  Parts(const std::set<PiiKind>& wanted, const std::vector<std::string>& expressions)
      : kinds(wanted), custom(expressions) {}

  bool wants(PiiKind kind) const { return kinds.empty() || kinds.contains(kind); }
  // `links`: which of LineLink to look for; all by default.
  PiiFindings find_known(const PiiText& text, unsigned links = ~0U) const;
  void find_custom(const PiiText& text, PiiFindings& findings) const;
  void find_across_lines(const PiiText& text, PiiFindings& findings) const;
  void find_unclear(const PiiText& text, PiiFindings& findings) const;
  void find_separated(const std::vector<Word>& words, const PiiText& joined,
                      std::vector<PiiArea>& areas) const;

  std::set<PiiKind> kinds;
  CustomPatterns custom;
};

PiiFindings PiiFinder::Parts::find_known(const PiiText& text, unsigned links) const {
  PiiFindings findings;
  if (wants(PiiKind::kEmail) && (links & (kAddressLink | kDomainLink)) != 0)
    find_email_addresses(text, findings);
  if ((links & kNumberLink) != 0) {
    const std::vector<NumberRun> runs = find_number_runs(text);
    if (wants(PiiKind::kPhone)) find_phone_numbers(text, runs, findings);
    if (wants(PiiKind::kCreditCard)) find_card_numbers(text, runs, findings);
    if (wants(PiiKind::kNationalId)) find_national_ids(text, runs, findings);
    if (wants(PiiKind::kIban)) find_ibans(text, findings);
  }
  if (wants(PiiKind::kKey) && (links & kKeyLink) != 0) find_access_keys(text, findings);
  if (wants(PiiKind::kKey) && (links & kBlockLink) != 0) find_private_keys(text, findings);
  if (wants(PiiKind::kPassword) && (links & kPasswordLink) != 0) find_passwords(text, findings);
  return findings;
}

// Each line by itself, and two lines joined by one blank and by nothing.
void PiiFinder::Parts::find_custom(const PiiText& text, PiiFindings& findings) const {
  if (custom.empty()) return;
  const auto lines = lines_of(text);
  const std::string_view all = text.text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto [begin, end] = lines[i];
    for (const auto& [from, to] : custom.find(all.substr(begin, end - begin)))
      findings.push_back({PiiKind::kCustom, begin + from, begin + to, true});
    if (i + 1 == lines.size() || !custom.may_begin_at_end_of(all.substr(begin, end - begin)))
      continue;
    const auto [next, next_end] = lines[i + 1];
    const std::string_view left =
        all.substr(end - std::min(end - begin, kMaxPart), std::min(end - begin, kMaxPart));
    const std::string_view right = all.substr(next, std::min(next_end - next, kMaxPart));
    for (const std::string_view gap : {" ", ""}) {
      const std::size_t cut = left.size() + gap.size();
      for (const auto& [from, to] : custom.find(std::string(left).append(gap).append(right)))
        if (from < left.size() && to > cut)
          findings.push_back({PiiKind::kCustom, end - left.size() + from, next + to - cut, true});
    }
  }
}

void PiiFinder::Parts::find_across_lines(const PiiText& text, PiiFindings& findings) const {
  const auto lines = lines_of(text);
  PiiText line;
  line.exact = text.exact;
  const auto take = [&](std::size_t i) {
    line.text = text.text.substr(lines[i].first, lines[i].second - lines[i].first);
  };
  constexpr unsigned kWrapped = kNumberLink | kAddressLink | kDomainLink | kKeyLink | kPasswordLink;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    take(i + 1);
    unsigned after = links_at_begin(line, kWrapped);
    if (!text.surely_read(lines[i + 1].first, lines[i + 1].first + 1)) after |= kAddressLink;
    take(i);
    unsigned links = links_at_end(line, after);
    if (lines[i].second > lines[i].first && text.has_unclear(lines[i].second - 1, lines[i].second))
      links |= after & kDomainLink;
    if (links == 0) continue;
    const PiiFindings more =
        find_wrapped(text, lines[i].first, lines[i].second, lines[i + 1].first, lines[i + 1].second,
                     [&](const PiiText& joined) { return find_known(joined, links); });
    findings.insert(findings.end(), more.begin(), more.end());
  }
}

void PiiFinder::Parts::find_unclear(const PiiText& text, PiiFindings& findings) const {
  if (wants(PiiKind::kPhone)) find_unclear_phones(text, findings);
  find_unclear_groups(text, kinds, findings);
  if (wants(PiiKind::kCreditCard)) find_unclear_short_cards(text, findings);
  find_unclear_wrapped_numbers(text, kinds, findings);
  if (wants(PiiKind::kPassword)) find_unclear_passwords(text, findings);
  if (wants(PiiKind::kKey)) find_unclear_keys(text, findings);
  find_unclear_words(text, kinds, findings);
  follow_unclear_words(text, findings);
}

// Adds what is found only where words that stand close are not joined; no parts of longer numbers.
void PiiFinder::Parts::find_separated(const std::vector<Word>& words, const PiiText& joined,
                                      std::vector<PiiArea>& areas) const {
  const auto text = separated_text(words);
  if (!text) return;
  const auto has_digit = [&](const PiiText::Piece& piece) {
    return std::any_of(joined.text.begin() + static_cast<std::ptrdiff_t>(piece.begin),
                       joined.text.begin() + static_cast<std::ptrdiff_t>(piece.end), is_digit);
  };
  // Returns whether a number goes on in the word before or behind.
  const auto is_part = [&](const PiiArea& area) {
    const std::size_t first = area.words.front(), last = area.words.back();
    const auto& pieces = joined.pieces;
    return (first > 0 && pieces[first - 1].end == pieces[first].begin &&
            has_digit(pieces[first - 1])) ||
           (last + 1 < pieces.size() && pieces[last].end == pieces[last + 1].begin &&
            has_digit(pieces[last + 1]));
  };
  // Returns whether it begins in a word that touches the one before. A single digit there is a cell
  // of a table rather than the beginning of a broken number.
  const auto begins_apart = [&](const PiiFinding& finding) {
    const std::vector<std::size_t> all = text->words_in(finding.begin, finding.end);
    if (all.empty() || all.front() == 0 || words[all.front()].text.size() == 1) return false;
    return joined.pieces[all.front() - 1].end == joined.pieces[all.front()].begin;
  };
  PiiFindings findings;
  find_across_lines(*text, findings);
  std::erase_if(findings, [&](const PiiFinding& each) { return !begins_apart(each); });
  const PiiFindings known = find_known(*text);
  findings.insert(findings.end(), known.begin(), known.end());
  settle(findings);
  for (const PiiFinding& finding : findings) {
    PiiArea area{finding.kind, finding.sure, text->words_in(finding.begin, finding.end)};
    const auto holds = [](const PiiArea& outer, const PiiArea& inner) {
      return std::includes(outer.words.begin(), outer.words.end(), inner.words.begin(),
                           inner.words.end());
    };
    if (area.words.empty() || is_part(area) ||
        std::any_of(areas.begin(), areas.end(),
                    [&](const PiiArea& each) { return holds(each, area); }))
      continue;
    std::erase_if(areas, [&](const PiiArea& each) { return holds(area, each); });
    areas.push_back(std::move(area));
  }
}

PiiFinder::PiiFinder(const std::set<PiiKind>& kinds, const std::vector<std::string>& custom)
    : parts_(std::make_unique<const Parts>(kinds, custom)) {}
PiiFinder::~PiiFinder() = default;

std::vector<PiiRange> PiiFinder::find(std::string_view text) const {
  const PiiText known = exact_text(text);
  PiiFindings findings = parts_->find_known(known);
  for (PiiFinding& finding : findings) {
    finding.begin = known.source(finding.begin);
    finding.end = known.source(finding.end);
  }
  if (!parts_->custom.empty()) {
    PiiText raw;
    raw.text = text;
    parts_->find_custom(raw, findings);
  }
  settle(findings);
  std::vector<PiiRange> ranges;
  for (const PiiFinding& finding : findings)
    ranges.push_back({finding.kind, finding.begin, finding.end});
  return ranges;
}

std::vector<PiiArea> PiiFinder::find(const std::vector<Word>& words) const {
  const PiiText text = read_text(words);
  PiiFindings findings = parts_->find_known(text);
  parts_->find_across_lines(text, findings);
  parts_->find_unclear(text, findings);
  settle(findings);
  std::vector<PiiArea> areas;
  for (const PiiFinding& finding : findings)
    areas.push_back({finding.kind, finding.sure, text.words_in(finding.begin, finding.end)});
  parts_->find_separated(words, text, areas);
  if (parts_->custom.empty()) return areas;
  const PiiText joined = joined_words(words);
  PiiFindings custom;
  parts_->find_custom(joined, custom);
  settle(custom);
  for (const PiiFinding& finding : custom) {
    PiiArea area{PiiKind::kCustom, true, joined.words_in(finding.begin, finding.end)};
    const bool known = std::any_of(areas.begin(), areas.end(), [&](const PiiArea& each) {
      return std::includes(each.words.begin(), each.words.end(), area.words.begin(),
                           area.words.end()) &&
             each.sure;
    });
    if (!known && !area.words.empty()) areas.push_back(std::move(area));
  }
  return areas;
}

LineLinks PiiFinder::links(const std::vector<Word>& line) const {
  const PiiText text = read_text(line);
  if (text.text.empty()) return {};
  LineLinks links{links_at_begin(text), links_at_end(text),
                  line.size() == 1 && is_alnum(text.text.back()), is_password_label(text)};
  // An "@" in a word that could hardly be read.
  if (!text.pieces.front().sure) links.begin |= kAddressLink;
  if (text.pieces.back().unclear) links.end |= kDomainLink;
  if (!parts_->custom.empty()) {
    links.begin |= kCustomLink;
    if (parts_->custom.may_begin_at_end_of(joined_words(line).text)) links.end |= kCustomLink;
  }
  return links;
}

}  // namespace native
