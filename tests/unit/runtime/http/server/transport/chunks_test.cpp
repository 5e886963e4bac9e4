#include "runtime/http/server/transport/chunks.hpp"

#include <gtest/gtest.h>

#include "runtime/http/server/transport/refusal.hpp"

namespace runtime::http {

namespace {

TEST(Chunks, ComeInAnyPieces) {
  const std::string whole = "3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\nnext";
  for (std::size_t step = 1; step <= whole.size(); ++step) {
    Chunks chunks(100);
    std::string bytes;
    bool done = false;
    for (std::size_t at = 0; at < whole.size(); at += step) {
      bytes += whole.substr(at, step);
      if (!done) done = chunks.take(bytes);
    }
    EXPECT_TRUE(done);
    EXPECT_EQ(chunks.body(), "abc0123456789");
    EXPECT_EQ(bytes, "next");
  }
}

TEST(Chunks, AreBounded) {
  for (const char* text :
       {"5\r\n", "ffffffffffffffff\r\n", "fffffffffffffffff\r\n", "3\r\nabc\r\n2\r\n"}) {
    Chunks chunks(4);
    std::string bytes = text;
    EXPECT_THROW(chunks.take(bytes), Refusal) << text;
  }
}

TEST(Chunks, BareLineEndsAreRefusedAtOnce) {
  for (const char* text : {"2\n", "2\r\n{}\n", "0\r\n\n", "0\r\na: b\n", "2;a\rb\r\n"}) {
    Chunks chunks(100);
    std::string bytes = text;
    EXPECT_THROW(chunks.take(bytes), Refusal) << text;
  }
}

TEST(Chunks, LongestLineMayComeInAnyPieces) {
  const auto take = [](std::size_t length, std::size_t step) {
    const std::string whole = "0;" + std::string(length - 2, 'x') + "\r\n\r\n";
    Chunks chunks(100);
    std::string bytes;
    bool done = false;
    for (std::size_t at = 0; at < whole.size(); at += step) {
      bytes += whole.substr(at, step);
      done = chunks.take(bytes);
    }
    return done;
  };
  for (const std::size_t step : {1U, 2U, 3U, 2000U}) {
    EXPECT_TRUE(take(1024, step)) << step;
    EXPECT_THROW(take(1025, step), Refusal) << step;
  }
}

TEST(Chunks, RefuseNonsense) {
  for (const char* text : {"\r\n", "-1\r\n", "0x1\r\n", "g\r\n", " 1\r\n", "1\r\nabc\r\n"}) {
    Chunks chunks(100);
    std::string bytes = text;
    EXPECT_THROW(chunks.take(bytes), Refusal) << text;
  }
}

}  // namespace

}  // namespace runtime::http
