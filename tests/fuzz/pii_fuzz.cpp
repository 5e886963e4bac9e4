// Feeds hostile text to PiiFinder, known exactly and as words that were read from a picture.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "native/text/pii/pii_finder.hpp"

namespace {

// The first byte of a word gives its confidence.
std::vector<native::Word> words_of(std::string_view text) {
  std::vector<native::Word> words;
  int line = 1;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    if (end > 0)
      words.push_back(
          {{}, static_cast<unsigned char>(text[0]) % 101, line, std::string(text.substr(0, end))});
    if (end < text.size() && text[end] == '\n') ++line;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const native::PiiFinder finder({}, {"EMP-[0-9]{4,}", "a.*b"});
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::size_t last = 0;
  for (const native::PiiRange& range : finder.find(text)) {
    if (range.begin < last || range.begin >= range.end || range.end > size) std::abort();
    last = range.begin;
  }
  const auto words = words_of(text);
  for (const native::PiiArea& area : finder.find(words))
    if (area.words.empty() || area.words.back() >= words.size()) std::abort();
  finder.links(words);
  return 0;
}
