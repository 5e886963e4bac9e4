#include "runtime/core/value/plain_text.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <vector>

namespace runtime {
namespace {

std::string unescaped(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "\\x") != 0) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(std::stoi(text.substr(i + 2, 2), nullptr, 16));
    i += 3;
  }
  return out;
}

std::vector<std::string> columns(std::string line) {
  constexpr std::string_view kBetween = " | ";
  std::vector<std::string> found;
  for (;;) {
    const std::size_t at = line.find(kBetween);
    found.push_back(unescaped(line.substr(0, at)));
    if (at == std::string::npos) return found;
    line.erase(0, at + kBetween.size());
  }
}

TEST(PlainTextTest, CasesThatScriptsShare) {
  std::ifstream file(PEEKABOO_CASES);
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const std::vector<std::string> row = columns(line);
    ASSERT_EQ(row.size(), 3u) << line;
    EXPECT_EQ(plain_line(row[0]), row[1]) << line;
    EXPECT_EQ(plain_text(row[0]), row[2]) << line;
    ++count;
  }
  EXPECT_GT(count, 10);
}

TEST(PlainTextTest, ColoursStayOnATerminalThatShowsThem) {
  EXPECT_EQ(terminal_text("\x1b[1;31mred\x1b[0m\n", true), "\x1b[1;31mred\x1b[0m\n");
  EXPECT_EQ(terminal_text("\x1b[31mred", false), " [31mred");
  EXPECT_EQ(terminal_text("\x1b[2J\x1b]0;x\x07\x1b[31", true), " [2J ]0;x  [31");
  EXPECT_EQ(terminal_text("\x1b[" + std::string(100, '1') + "m", true)[0], ' ');
}

}  // namespace
}  // namespace runtime
