#include "native/image/codec/format.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

std::string outcome(Format format, int width, int height) {
  return test::code_of([&] { require_fits(format, width, height); });
}

TEST(Format, NamesAreThoseOfFiles) {
  EXPECT_EQ(format_of("png"), Format::kPng);
  EXPECT_EQ(format_of("jpg"), Format::kJpeg);
  EXPECT_EQ(format_of("jpeg"), Format::kJpeg);
  EXPECT_EQ(format_of("webp"), Format::kWebp);
  EXPECT_EQ(format_of("bmp"), Format::kBmp);
  for (const char* other : {"", "PNG", "gif", "png ", "tiff", "data"})
    EXPECT_EQ(format_of(other), std::nullopt) << other;
}

TEST(Format, EachHasItsLimit) {
  EXPECT_EQ(outcome(Format::kJpeg, 65500, 65500), "");
  EXPECT_EQ(outcome(Format::kJpeg, 65501, 1), "UNSUPPORTED_FORMAT");
  EXPECT_EQ(outcome(Format::kWebp, 16383, 16383), "");
  EXPECT_EQ(outcome(Format::kWebp, 1, 16384), "UNSUPPORTED_FORMAT");
  EXPECT_EQ(outcome(Format::kBmp, 23000, 23000), "");
  EXPECT_EQ(outcome(Format::kBmp, 23200, 23200), "UNSUPPORTED_FORMAT");
  EXPECT_EQ(outcome(Format::kBmp, 2147483647, 2147483647), "UNSUPPORTED_FORMAT");
  EXPECT_EQ(outcome(Format::kPng, 2147483647, 1), "");
  for (const Format format : {Format::kPng, Format::kJpeg, Format::kWebp, Format::kBmp})
    EXPECT_EQ(outcome(format, 0, 5), "INVALID_ARGUMENT");
}

}  // namespace
}  // namespace native
