#include "native/image/codec/encoder.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <stdexcept>
#include <string>

#include "native/image/encoding_sink.hpp"
#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

using test::code_of;
using test::Look;
using test::picture;

constexpr Format kFormats[] = {Format::kPng, Format::kJpeg, Format::kWebp, Format::kBmp};

rc::Gen<Encoding> any_encoding() {
  return rc::gen::map(rc::gen::pair(rc::gen::elementOf(std::vector<Format>(std::begin(kFormats),
                                                                           std::end(kFormats))),
                                    rc::gen::inRange(0, 101)),
                      [](const std::pair<Format, int>& drawn) {
                        Encoding encoding;
                        encoding.format = drawn.first;
                        if (drawn.second > 0) encoding.quality = drawn.second;
                        return encoding;
                      });
}

Frame any_picture(int longest) {
  const int width = *rc::gen::inRange(1, longest);
  const int height = *rc::gen::inRange(1, longest);
  const auto seed = static_cast<std::uint32_t>(*rc::gen::inRange(0, 1 << 30));
  if (*rc::gen::inRange(0, 4) == 0) return test::translucent_picture(width, height, seed);
  const auto look = static_cast<Look>(*rc::gen::inRange(0, 3));
  return picture(width, height, look, seed, static_cast<std::size_t>(*rc::gen::inRange(0, 20)),
                 *rc::gen::arbitrary<bool>());
}

RC_GTEST_PROP(EncoderProperty, ThePiecesInWhichRowsComeDoNotMatter, ()) {
  const Frame frame = any_picture(200);
  const Encoding encoding = *any_encoding();
  BytesSink sink(encoding);
  FrameInfo info = test::info_of(frame);
  info.translucent = frame.translucent;
  sink.begin(info);
  for (int y = 0; y < frame.height;) {
    const int rows = std::min(frame.height - y, *rc::gen::inRange(1, 90));
    auto* from = const_cast<std::uint8_t*>(row_of(frame, y));
    sink.strip(y, rows, from, frame.stride);
    y += rows;
  }
  RC_ASSERT(sink.take() == encode(frame, encoding));
}

// Feature: mcp-screenshot, Property 4: Quality parameter affects file size. A quality that is 30
// higher gives no smaller file. Smaller steps may, and so may pictures of one colour, whose files
// of about 100 bytes hold little but their headers: the encoders choose among methods.
RC_GTEST_PROP(EncoderProperty, AQualityThatIs30HigherMakesNoSmallerFile, ()) {
  const int width = *rc::gen::inRange(32, 260);
  const int height = *rc::gen::inRange(32, 260);
  const auto seed = static_cast<std::uint32_t>(*rc::gen::inRange(0, 1 << 30));
  const Look look = *rc::gen::element(Look::kNoise, Look::kText);
  const Frame frame = picture(width, height, look, seed);
  const Format format = *rc::gen::element(Format::kJpeg, Format::kWebp);
  const int low = *rc::gen::inRange(1, 71);
  const int high = *rc::gen::inRange(low + 30, 101);
  RC_ASSERT(encode(frame, {.format = format, .quality = low}).size() <=
            encode(frame, {.format = format, .quality = high}).size());
}

TEST(Encoder, AQualityOutsideItsRangeIsRefused) {
  const Frame frame = picture(5, 4, Look::kText, 1);
  for (const Format format : kFormats)
    for (const int quality : {-1, 0, 101, 1 << 30})
      EXPECT_EQ(code_of([&] { encode(frame, {.format = format, .quality = quality}); }),
                "INVALID_ARGUMENT");
}

TEST(Encoder, ANumberOfRowsThatIsNotThePicturesIsRefused) {
  const Frame frame = picture(9, 8, Look::kText, 1);
  for (const Format format : kFormats) {
    const auto encoder =
        make_encoder({.format = format}, {9, 5, false}, std::make_shared<MemoryOutput>());
    encoder->add(frame.pixels.data(), frame.stride, 4);
    EXPECT_EQ(code_of([&] { encoder->finish(); }), "INTERNAL_ERROR");
    EXPECT_EQ(code_of([&] { encoder->add(frame.pixels.data(), frame.stride, 2); }),
              "INTERNAL_ERROR");
  }
}

// The libraries are C: the failure must come out of them in one piece.
TEST(Encoder, AnOutputThatFailsEndsTheEncoding) {
  struct Full : Output {
    explicit Full(std::size_t size) : room(size) {}
    void write(std::span<const std::uint8_t> bytes) override {
      if (bytes.size() > room) throw std::runtime_error("no space");
      room -= bytes.size();
    }
    std::size_t room;
  };
  const Frame frame = picture(700, 600, Look::kNoise, 1);
  for (const Format format : kFormats)
    for (const std::size_t room : {0U, 1000U, 100'000U})
      EXPECT_THROW(encode_to(frame, {.format = format}, std::make_shared<Full>(room)),
                   std::runtime_error)
          << media_type_of(format) << " " << room;
}

TEST(Encoder, WhatIsWrittenWhileRowsComeIsNotKept) {
  struct Largest : Output {
    void write(std::span<const std::uint8_t> bytes) override {
      largest = std::max(largest, bytes.size());
      total += bytes.size();
    }
    std::size_t largest = 0, total = 0;
  };
  const Frame frame = picture(1500, 4000, Look::kNoise, 1);
  for (const Format format : {Format::kPng, Format::kJpeg, Format::kBmp}) {
    const auto output = std::make_shared<Largest>();
    encode_to(frame, {.format = format}, output);
    EXPECT_GT(output->total, 3'000'000U) << media_type_of(format);
    EXPECT_LT(output->largest, 1'000'000U) << media_type_of(format);
  }
}

TEST(EncodingSink, ASecondBeginningOpensAnotherOutput) {
  const Frame frame = picture(40, 300, Look::kText, 1);
  for (const Format format : kFormats) {
    BytesSink sink({.format = format});
    Frame other = picture(70, 30, Look::kNoise, 2);
    sink.begin(test::info_of(other));
    sink.strip(0, 20, other.pixels.data(), other.stride);
    test::deliver(frame, sink, 64);
    EXPECT_EQ(sink.take(), encode(frame, {.format = format})) << media_type_of(format);
    EXPECT_EQ(sink.shape().width, 40);
  }
}

TEST(EncodingSink, WithoutAPictureThereIsNoFile) {
  BytesSink sink;
  EXPECT_EQ(code_of([&] { sink.take(); }), "INTERNAL_ERROR");
}

}  // namespace
}  // namespace native
