#include "runtime/core/io/line_reader.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>

#include "runtime/core/async/combine.hpp"

namespace runtime {
namespace {

Task<void> collect(ReadStream* stream, std::size_t limit, std::vector<LineReader::Line>* out) {
  LineReader reader(*stream, limit);
  for (;;) {
    std::optional<LineReader::Line> line = co_await reader.next();
    if (!line) co_return;
    out->push_back(*line);
  }
}

std::vector<LineReader::Line> lines_of(const std::string& text, std::size_t limit,
                                       bool through_a_file) {
  int descriptor = -1;
  int ends[2] = {-1, -1};
  std::FILE* file = nullptr;
  if (through_a_file) {
    file = std::tmpfile();
    std::fwrite(text.data(), 1, text.size(), file);
    std::fflush(file);
    lseek(fileno(file), 0, SEEK_SET);
    descriptor = dup(fileno(file));
  } else {
    EXPECT_EQ(pipe(ends), 0);
    EXPECT_EQ(write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    close(ends[1]);
    descriptor = ends[0];
  }
  std::vector<LineReader::Line> out;
  Loop loop;
  {
    ReadStream stream(loop, descriptor);
    run(loop, collect(&stream, limit, &out));
  }
  if (file) std::fclose(file);
  return out;
}

class Lines : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(PipeAndFile, Lines, testing::Bool());

TEST_P(Lines, AreSplitAtNewlines) {
  const auto lines = lines_of("one\r\n\ntwo\nlast", 100, GetParam());
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0].text, "one");
  EXPECT_EQ(lines[1].text, "");
  EXPECT_EQ(lines[2].text, "two");
  EXPECT_EQ(lines[3].text, "last");
}

TEST_P(Lines, TooLongOnesAreReportedAndSkipped) {
  std::string text(50, 'x');
  text += "\nok\n";
  text.append(11, 'y');
  const auto lines = lines_of(text, 10, GetParam());
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_TRUE(lines[0].too_long);
  EXPECT_TRUE(lines[0].text.empty());
  EXPECT_EQ(lines[1].text, "ok");
  EXPECT_TRUE(lines[2].too_long);
}

TEST(LinesOfAFile, AreWholeWhereverAReadEnds) {
  std::string text;
  for (std::size_t i = 0; i < 3000; ++i)
    text += std::string(i % 211, static_cast<char>('a' + i % 26)) + "\n";
  const auto lines = lines_of(text, 1000, true);
  ASSERT_EQ(lines.size(), 3000u);
  std::string joined;
  for (const LineReader::Line& line : lines) joined += line.text + "\n";
  EXPECT_EQ(joined, text);
}

TEST_P(Lines, ManyDoNotGrowTheStack) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "ab\n";
  EXPECT_EQ(lines_of(text.substr(0, 60000), 10, GetParam()).size(), 20000u);
}

}  // namespace
}  // namespace runtime
