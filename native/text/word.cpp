#include "native/text/word.hpp"

namespace native {

std::string join_words(const std::vector<Word>& words, int least_confidence) {
  std::string text;
  int line = 0;
  for (const Word& word : words) {
    if (word.confidence < least_confidence) continue;
    if (!text.empty()) text += word.line == line ? ' ' : '\n';
    text += word.text;
    line = word.line;
  }
  return text;
}

}  // namespace native
