#include "runtime/app/terminal/completion_list.hpp"

#include <algorithm>

namespace runtime {

namespace {

constexpr std::size_t kShown = 120;

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u; }

}  // namespace

std::size_t character_count(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

std::string common_beginning(const std::vector<std::string>& texts) {
  if (texts.empty()) return {};
  std::size_t length = texts[0].size();
  for (const std::string& text : texts) {
    const auto [end, other] =
        std::mismatch(texts[0].begin(), texts[0].end(), text.begin(), text.end());
    length = std::min(length, static_cast<std::size_t>(end - texts[0].begin()));
  }
  while (length > 0 && length < texts[0].size() && is_continuation(texts[0][length])) --length;
  return texts[0].substr(0, length);
}

std::string in_columns(const std::vector<std::string>& texts, int width) {
  const std::size_t shown = std::min(texts.size(), kShown);
  std::size_t widest = 1;
  for (std::size_t i = 0; i < shown; ++i) widest = std::max(widest, character_count(texts[i]));
  const std::size_t columns =
      std::max<std::size_t>(1, static_cast<std::size_t>(std::max(width, 20)) / (widest + 2));
  const std::size_t rows = (shown + columns - 1) / columns;
  std::string result;
  for (std::size_t row = 0; row < rows; ++row) {
    std::string line;
    for (std::size_t i = row; i < shown; i += rows) {
      const bool last = i + rows >= shown;
      line += texts[i] + (last ? "" : std::string(widest + 2 - character_count(texts[i]), ' '));
    }
    result += line + "\n";
  }
  if (shown < texts.size()) result += "... and " + std::to_string(texts.size() - shown) + " more\n";
  return result;
}

}  // namespace runtime
