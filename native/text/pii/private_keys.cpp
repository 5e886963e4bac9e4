#include "native/text/pii/private_keys.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <string_view>

#include "native/text/pii/expressions.hpp"

namespace native {
namespace {

constexpr std::size_t kMostBlockBytes = 64 << 10;  // of a block
constexpr std::size_t kMostLine = 1024;            // of a line that is judged
constexpr std::size_t kLeastBody = 16;

const RE2& first_lines() {
  static const RE2 expression(
      "(-+ ?B[EF]G[I1l|]N[A-Za-z0-9 ]{0,40}?PR[I1l|]VA[TI]E ?KEY[A-Za-z ]{0,12}(?: ?-+)?)",
      pii_expression_options());
  return expression;
}

const RE2& last_lines() {
  static const RE2 expression(
      "((?:-+ ?)?[EF]ND[A-Za-z0-9 ]{0,40}?PR[I1l|]VA[TI]E ?KEY[A-Za-z ]{0,12}-+)",
      pii_expression_options());
  return expression;
}

bool find_at(const RE2& expression, const std::string& text, std::size_t from, std::size_t to,
             re2::StringPiece* match) {
  const re2::StringPiece part(text.data() + from, to - from);
  return RE2::PartialMatch(part, expression, match);
}

struct Marker {
  std::size_t begin;
  std::size_t end;
};

// Returns the next last line of a key; the end of the text when there is none.
Marker next_last_line(const std::string& text, std::size_t from) {
  re2::StringPiece match;
  if (!find_at(last_lines(), text, from, text.size(), &match)) return {text.size(), text.size()};
  const auto begin = static_cast<std::size_t>(match.data() - text.data());
  return {begin, begin + match.size()};
}

// Returns the line from a place on, or its first part.
std::string_view line_at(const std::string& text, std::size_t begin) {
  const std::string_view part = std::string_view(text).substr(begin, kMostLine);
  return part.substr(0, part.find('\n'));
}

// Returns where the lines that look like a body end, from the end of a first line.
std::size_t end_of_body(const std::string& text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && end - at < kMostBlockBytes) {
    const bool newline = text[end] == '\n';
    const std::string_view line = line_at(text, end + (newline ? 1 : 0));
    if (!may_be_in_private_key(line) && !line.empty() && line != "\r") break;
    end += line.size() + (newline ? 1 : 0);
    if (!newline && line.empty()) break;
  }
  return end;
}

std::size_t begin_of_body(const std::string& text, std::size_t at, std::size_t least) {
  std::size_t begin = at;
  while (begin > least && at - begin < kMostBlockBytes) {
    const std::size_t before = begin - 1;  // the end of the line before
    std::size_t from = before == 0 ? std::string::npos : text.rfind('\n', before - 1);
    from = from == std::string::npos ? 0 : from + 1;
    const std::string_view line = std::string_view(text).substr(from, before - from);
    if (line.size() < kLeastBody || !may_be_in_private_key(line)) break;
    begin = from;
  }
  return begin;
}

}  // namespace

bool may_be_in_private_key(std::string_view line) {
  static const RE2 header("(?i)^ *(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash|Key-?Iv)[:;]",
                          pii_expression_options());
  const re2::StringPiece piece(line.data(), line.size());
  if (RE2::PartialMatch(piece, header)) return true;
  std::size_t blanks = 0, others = 0;
  for (const char c : line) {
    if (is_space(c))
      ++blanks;
    else if (!is_alnum(c) && std::string_view("+/=\\|-_").find(c) == std::string_view::npos)
      ++others;
  }
  const std::size_t body = line.size() - blanks;
  return body > 0 && others * 10 <= body && (blanks <= 2 || blanks * 10 <= body);
}

void find_private_keys(const PiiText& text, PiiFindings& found) {
  const std::string& all = text.text;
  re2::StringPiece match;
  Marker last = next_last_line(all, 0);
  for (std::size_t at = 0;
       at < all.size() && find_at(first_lines(), all, at, all.size(), &match);) {
    const auto begin = static_cast<std::size_t>(match.data() - all.data());
    const std::size_t body = begin + match.size();
    if (last.begin < body) last = next_last_line(all, body);
    const bool closed = last.begin < all.size() && last.end - body <= kMostBlockBytes;
    const std::size_t end = closed ? last.end : end_of_body(all, body);
    found.push_back({PiiKind::kKey, begin, end, true});
    at = std::max(end, body);
  }
  const std::size_t blocks = found.size();
  std::size_t at = 0;
  while (at < all.size() && find_at(last_lines(), all, at, all.size(), &match)) {
    const auto begin = static_cast<std::size_t>(match.data() - all.data());
    const std::size_t least = at;
    at = begin + match.size();
    const bool inside = std::any_of(
        found.begin(), found.begin() + static_cast<std::ptrdiff_t>(blocks),
        [&](const PiiFinding& each) { return each.begin <= begin && begin < each.end; });
    if (!inside) found.push_back({PiiKind::kKey, begin_of_body(all, begin, least), at, true});
  }
}

}  // namespace native
