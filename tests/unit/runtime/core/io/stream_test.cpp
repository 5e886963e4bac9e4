#include "runtime/core/io/stream.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "runtime/core/async/combine.hpp"
#include "runtime/core/io/line_reader.hpp"

namespace runtime {
namespace {

Task<void> send(WriteStream* stream, std::string bytes, bool* ok) {
  *ok = co_await stream->write(std::move(bytes));
}

Task<void> send_line(WriteStream* stream, std::size_t letters, bool* ok) {
  std::string bytes(letters, 'z');
  bytes.push_back('\n');
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
    Task<void> both = [](WriteStream* w, ReadStream* r, bool* sent,
                         std::vector<LineReader::Line>* got) -> Task<void> {
      const Context context = co_await current_context();
      Nursery nursery(context);
      nursery.start(send_line(w, 8 << 20, sent));
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

Task<void> close_while_writing(WriteStream* writer, ReadStream* reader, bool* under_way,
                               bool* waiting, std::size_t* read) {
  const Context context = co_await current_context();
  Nursery nursery(context);
  nursery.start(send(writer, std::string(8 << 20, 'z'), under_way));
  nursery.start(send(writer, "behind it", waiting));
  std::string bytes = co_await reader->read();
  writer->close();
  while (!bytes.empty()) {
    *read += bytes.size();
    bytes = co_await reader->read();
  }
  co_await nursery.join();
}

TEST(WriteStream, ClosedWhileAWriteIsUnderWayFinishesItAndRefusesTheNext) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  Loop loop;
  bool under_way = false;
  bool waiting = true;
  std::size_t read = 0;
  {
    WriteStream writer(loop, ends[0]);
    ReadStream reader(loop, ends[1]);
    run(loop, close_while_writing(&writer, &reader, &under_way, &waiting, &read));
  }
  EXPECT_TRUE(under_way);
  EXPECT_FALSE(waiting);
  EXPECT_EQ(read, 8u << 20);
}

}  // namespace
}  // namespace runtime
