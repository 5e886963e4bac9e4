#include "runtime/mcp/rpc/stdio.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <random>

#include "runtime/core/async/combine.hpp"
#include "runtime/core/io/line_reader.hpp"
#include "tests/unit/runtime/mcp/fakes.hpp"

namespace runtime::mcp {
namespace {

// A transport whose two descriptors are pipes that the test holds the other ends of.
class StdioTest : public testing::Test {
 public:
  StdioTest() {
    signal(SIGPIPE, SIG_IGN);
    EXPECT_EQ(pipe(in_.data()), 0);
    EXPECT_EQ(pipe(out_.data()), 0);
    transport_.emplace(loop_, in_[0], out_[1]);
    to_server_.emplace(loop_, in_[1]);
    from_server_.emplace(loop_, out_[0]);
  }

  void play(Task<void> script) { run(loop_, timeout(20, std::move(script), "the test")); }

  static Task<void> say(StdioTest* test, std::string bytes) {
    co_await test->to_server_->write(std::move(bytes));
  }

  static Task<void> write(StdioTest* test, Segments message, bool* open) {
    std::vector<Transport::Message> messages(1);
    messages[0].segments = std::move(message);
    *open = co_await test->transport_->write(std::move(messages));
  }

  Loop loop_;
  std::array<int, 2> in_{};
  std::array<int, 2> out_{};
  std::optional<StdioTransport> transport_;
  std::optional<WriteStream> to_server_;
  std::optional<ReadStream> from_server_;
};

BlobRef random_blob(std::size_t size) {
  std::mt19937 random(static_cast<unsigned>(size));
  std::vector<std::uint8_t> bytes(size);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return std::make_shared<const Blob>(std::move(bytes), "image/png");
}

TEST_F(StdioTest, ReadsLinesHoweverTheyArrive) {
  static constexpr auto script = [](StdioTest* test) -> Task<void> {
    static constexpr const char* kParts[] = {"{\"a\"", ":1}\r\n\n{}", "\nlast"};
    for (const char* part : kParts) co_await say(test, part);
    test->to_server_->close();
    std::string lines;
    for (;;) {
      std::optional<Transport::Line> line = co_await test->transport_->next();
      if (!line) break;
      lines.append(line->text).append("|");
    }
    EXPECT_EQ(lines, "{\"a\":1}||{}|last|");
  };
  play(script(this));
}

TEST_F(StdioTest, RefusesAnOverLongLineAndReadsOn) {
  static constexpr auto script = [](StdioTest* test) -> Task<void> {
    const Context context = co_await current_context();
    Nursery nursery(context);
    std::string lines(StdioTransport::kMaxLine + 1, 'x');
    lines += "\nnext\n";
    nursery.start(say(test, std::move(lines)));
    std::optional<Transport::Line> line = co_await test->transport_->next();
    EXPECT_TRUE(line->too_long);
    EXPECT_TRUE(line->text.empty());
    line = co_await test->transport_->next();
    EXPECT_FALSE(line->too_long);
    EXPECT_EQ(line->text, "next");
    co_await nursery.join();
  };
  play(script(this));
}

TEST_F(StdioTest, WritesBlobsOfEverySizeAsOneCanonicalLine) {
  static constexpr auto script = [](StdioTest* test) -> Task<void> {
    LineReader lines(*test->from_server_, 64 << 20);
    for (std::size_t size :
         {std::size_t{0}, std::size_t{1}, StdioTransport::kPiece - 1, StdioTransport::kPiece,
          StdioTransport::kPiece + 1, 7 * StdioTransport::kPiece + 2}) {
      const Context context = co_await current_context();
      Nursery nursery(context);
      const BlobRef blob = random_blob(size);
      Value document;
      document.set("before", "é").set("data", blob).set("more", blob).set("after", 1);
      bool open = false;
      nursery.start(write(test, json::write(document), &open));
      std::optional<LineReader::Line> line = co_await lines.next();
      co_await nursery.join();
      EXPECT_TRUE(open);
      EXPECT_EQ(line->text, json::dump(document)) << size;
    }
  };
  play(script(this));
}

TEST_F(StdioTest, TellsWhenTheClientIsGone) {
  from_server_.reset();
  static constexpr auto script = [](StdioTest* test) -> Task<void> {
    bool open = true;
    for (int i = 0; open && i < 100; ++i) {
      Value document;
      document.set("data", random_blob(100'000));
      Segments message = json::write(document);
      co_await write(test, std::move(message), &open);
    }
    EXPECT_FALSE(open);
  };
  play(script(this));
}

TEST_F(StdioTest, CarriesAWholeSession) {
  static constexpr auto script = [](StdioTest* test) -> Task<void> {
    const Context context = co_await current_context();
    Catalog catalog;
    catalog.tools.add(make_tool("echo"));
    const ServerInfo info;
    HandshakeDialect dialect(info);
    Server server(catalog, dialect, *test->transport_);
    Nursery nursery(context);
    nursery.start(server.serve());
    LineReader lines(*test->from_server_, 1 << 20);
    static constexpr const char* kRequests[] = {
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\nrubbish\n",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}"};
    for (const char* request : kRequests) co_await say(test, request);
    test->to_server_->close();
    for (const char* expected :
         {"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", "{\"jsonrpc\":\"2.0\",\"error\":{",
          "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"tools\":["}) {
      std::optional<LineReader::Line> line = co_await lines.next();
      EXPECT_TRUE(line && line->text.starts_with(expected)) << expected;
    }
    co_await nursery.join();
  };
  play(script(this));
}

}  // namespace
}  // namespace runtime::mcp
