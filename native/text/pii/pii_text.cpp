#include "native/text/pii/pii_text.hpp"

#include <algorithm>

#include "native/text/pii/misread_words.hpp"

namespace native {
namespace {

// Between words of one line that belong together the gap is smaller than this part of a character.
constexpr double kSplitGap = 0.3;

struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
};

// Bytes that are no UTF-8 count as characters of their own.
Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1;
  if (bytes == 1 || at + bytes > text.size()) return {first, 1};
  char32_t code = first & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return {first, 1};
    code = code << 6 | (byte(at + i) & 0x3F);
  }
  return {code, bytes};
}

constexpr char kAsIs = 1;
constexpr char kNothing = 0;

// Returns the one form of a character beyond ASCII.
char plain_form(char32_t code) {
  if ((code >= 0x2010 && code <= 0x2015) || code == 0x2212 || code == 0x2043 || code == 0xFE63 ||
      code == 0x00AF || code == 0x2500)
    return '-';
  if (code == 0x00A0 || (code >= 0x2000 && code <= 0x200A) || code == 0x202F || code == 0x205F ||
      code == 0x3000)
    return ' ';
  if (code == 0x00AD || (code >= 0x200B && code <= 0x200F) || code == 0x2060 || code == 0xFEFF)
    return kNothing;
  if (code == 0x2028 || code == 0x2029 || code == 0x0085) return '\n';
  if (code >= 0xFF01 && code <= 0xFF5E) return static_cast<char>(code - 0xFF01 + '!');
  if (code == 0x2018 || code == 0x2019 || code == 0x201A || code == 0x2032) return '\'';
  if (code == 0x201C || code == 0x201D || code == 0x201E || code == 0x00AB || code == 0x00BB)
    return '"';
  if (code == 0x2024 || code == 0x00B7) return '.';
  return kAsIs;
}

class TextWriter {
 public:
  explicit TextWriter(PiiText& into) : into_(into) {}

  void put(char c, std::size_t from) {
    into_.text += c;
    into_.from.push_back(static_cast<std::uint32_t>(from));
  }
  void put_all(std::string_view text, std::size_t from) {
    for (std::size_t at = 0; at < text.size();) {
      const Character character = character_at(text, at);
      const char form = character.code < 0x80 ? kAsIs : plain_form(character.code);
      if (form == kAsIs)
        for (std::size_t i = 0; i < character.bytes; ++i) put(text[at + i], from + at + i);
      else if (form != kNothing)
        put(form, from + at);
      at += character.bytes;
    }
  }

 private:
  PiiText& into_;
};

// Returns whether two words of a line stand so close that they must be one.
bool is_split(const Word& left, const Word& right) {
  if (left.bounds.empty() || right.bounds.empty()) return false;
  const int gap = right.bounds.x - (left.bounds.x + left.bounds.width);
  return gap < kSplitGap * std::min(width_of_character(left), width_of_character(right));
}

PiiText text_of(const std::vector<Word>& words, bool join_close) {
  PiiText result;
  result.exact = false;
  TextWriter writer(result);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i];
    if (i > 0 && word.line != words[i - 1].line)
      writer.put('\n', 0);
    else if (i > 0 && !(join_close && is_split(words[i - 1], word)))
      writer.put(' ', 0);
    const std::size_t begin = result.text.size();
    writer.put_all(corrected_word(words, i), 0);
    result.pieces.push_back({begin, result.text.size(), i, word.confidence >= kSureConfidence,
                             word.confidence < kUnclearConfidence, ends_at_edge(words, i)});
  }
  result.from.clear();
  return result;
}

}  // namespace

bool PiiText::surely_read(std::size_t begin, std::size_t end) const {
  if (exact) return true;
  const auto first = std::partition_point(pieces.begin(), pieces.end(),
                                          [&](const Piece& piece) { return piece.end <= begin; });
  for (auto piece = first; piece != pieces.end() && piece->begin < end; ++piece)
    if (!piece->sure) return false;
  return true;
}

bool PiiText::has_unclear(std::size_t begin, std::size_t end) const {
  const auto first = std::partition_point(pieces.begin(), pieces.end(),
                                          [&](const Piece& piece) { return piece.end <= begin; });
  for (auto piece = first; piece != pieces.end() && piece->begin < end; ++piece)
    if (piece->unclear) return true;
  return false;
}

std::vector<std::size_t> PiiText::words_in(std::size_t begin, std::size_t end) const {
  std::vector<std::size_t> words;
  const auto first = std::partition_point(pieces.begin(), pieces.end(),
                                          [&](const Piece& piece) { return piece.end <= begin; });
  for (auto piece = first; piece != pieces.end() && piece->begin < end; ++piece)
    words.push_back(piece->word);
  return words;
}

PiiText exact_text(std::string_view text) {
  PiiText result;
  const auto ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::all_of(text.begin(), text.end(), ascii)) {
    result.text = text;
    return result;
  }
  result.text.reserve(text.size());
  result.from.reserve(text.size() + 1);
  TextWriter(result).put_all(text, 0);
  result.from.push_back(static_cast<std::uint32_t>(text.size()));
  return result;
}

PiiText read_text(const std::vector<Word>& words) { return text_of(words, true); }

std::optional<PiiText> separated_text(const std::vector<Word>& words) {
  const auto close = [](const Word& left, const Word& right) {
    return left.line == right.line && is_split(left, right);
  };
  if (std::adjacent_find(words.begin(), words.end(), close) == words.end()) return std::nullopt;
  return text_of(words, false);
}

PiiText joined_words(const std::vector<Word>& words) {
  PiiText result;
  result.exact = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) result.text += words[i].line != words[i - 1].line ? '\n' : ' ';
    const std::size_t begin = result.text.size();
    result.text += words[i].text;
    result.pieces.push_back({begin, result.text.size(), i, words[i].confidence >= kSureConfidence,
                             words[i].confidence < kUnclearConfidence});
  }
  return result;
}

std::vector<std::pair<std::size_t, std::size_t>> lines_of(const PiiText& text) {
  std::vector<std::pair<std::size_t, std::size_t>> lines;
  for (std::size_t begin = 0; begin <= text.text.size();) {
    const std::size_t end = std::min(text.text.find('\n', begin), text.text.size());
    lines.emplace_back(begin, end);
    begin = end + 1;
  }
  return lines;
}

}  // namespace native
