#include "runtime/core/stream.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>

#include "runtime/core/combine.hpp"

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

std::vector<LineReader::Line> lines_of(const std::string& text, std::size_t limit, bool through_a_file) {
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
  const auto lines = lines_of(std::string(50, 'x') + "\nok\n" + std::string(11, 'y'), 10, GetParam());
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_TRUE(lines[0].too_long);
  EXPECT_TRUE(lines[0].text.empty());
  EXPECT_EQ(lines[1].text, "ok");
  EXPECT_TRUE(lines[2].too_long);
}

TEST(LinesOfAFile, AreWholeWhereverAReadEnds) {
  std::string text;
  for (std::size_t i = 0; i < 3000; ++i) text += std::string(i % 211, static_cast<char>('a' + i % 26)) + "\n";
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

Task<void> send(WriteStream* stream, std::string bytes, bool* ok) {
  *ok = co_await stream->write(std::move(bytes));
}

TEST(WriteStream, WaitsForASlowReader) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  Loop loop;
  bool ok = false;
  std::vector<LineReader::Line> out;
  {
    WriteStream writer(loop, ends[0]);
    ReadStream reader(loop, ends[1]);
    Task<void> both = [](WriteStream* w, ReadStream* r, bool* sent, std::vector<LineReader::Line>* got) -> Task<void> {
      const Context context = co_await current_context();
      Nursery nursery(context);
      nursery.start(send(w, std::string(8 << 20, 'z') + "\n", sent));
      LineReader lines(*r, 16 << 20);
      std::optional<LineReader::Line> line = co_await lines.next();
      got->push_back(*line);
      co_await nursery.join();
    }(&writer, &reader, &ok, &out);
    run(loop, std::move(both));
  }
  EXPECT_TRUE(ok);
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0].text.size(), 8u << 20);
}

TEST(WriteStream, SaysWhenTheOtherSideIsGone) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  close(ends[1]);
  Loop loop;
  bool ok = true;
  {
    WriteStream writer(loop, ends[0]);
    run(loop, send(&writer, "hello\n", &ok));
  }
  EXPECT_FALSE(ok);
}

Task<void> send_pieces(WriteStream* stream, std::string* piece, const void** memory) {
  for (int i = 0; i < 3; ++i) {
    piece->append(100'000, 'z');
    *memory = piece->data();
    const bool open = co_await stream->write_piece(piece);
    EXPECT_TRUE(open);
    EXPECT_TRUE(piece->empty());
  }
}

TEST(WriteStream, GivesThePiecesMemoryBack) {
  std::FILE* file = std::tmpfile();
  Loop loop;
  {
    WriteStream writer(loop, dup(fileno(file)));
    std::string piece;
    piece.reserve(100'000);
    const void* const mine = piece.data();
    const void* last = nullptr;
    run(loop, send_pieces(&writer, &piece, &last));
    EXPECT_EQ(last, mine);
    EXPECT_EQ(piece.data(), mine);
  }
  EXPECT_EQ(std::fseek(file, 0, SEEK_END), 0);
  EXPECT_EQ(std::ftell(file), 300'000);
  std::fclose(file);
}

}  // namespace
}  // namespace runtime
