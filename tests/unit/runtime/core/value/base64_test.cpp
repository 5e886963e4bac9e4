#include "runtime/core/value/base64.hpp"

#include <gtest/gtest.h>

#include <random>

namespace runtime {
namespace {

std::vector<std::uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

std::string encode(std::string_view text) {
  std::string out;
  append_base64(out, bytes_of(text));
  return out;
}

TEST(Base64, EncodesTheVectorsOfTheStandard) {
  EXPECT_EQ(encode(""), "");
  EXPECT_EQ(encode("f"), "Zg==");
  EXPECT_EQ(encode("fo"), "Zm8=");
  EXPECT_EQ(encode("foo"), "Zm9v");
  EXPECT_EQ(encode("foob"), "Zm9vYg==");
  EXPECT_EQ(encode("fooba"), "Zm9vYmE=");
  EXPECT_EQ(encode("foobar"), "Zm9vYmFy");
  EXPECT_EQ(encode("\xfb\xff\xbf"), "+/+/");
}

TEST(Base64, AppendsToWhatIsThere) {
  std::string out = "data:";
  append_base64(out, bytes_of("foo"));
  EXPECT_EQ(out, "data:Zm9v");
}

TEST(Base64, RoundTripsEveryLengthAndInPieces) {
  std::mt19937 random(7);
  for (std::size_t size = 0; size < 200; ++size) {
    std::vector<std::uint8_t> bytes(size);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    std::string whole;
    append_base64(whole, bytes);
    EXPECT_EQ(whole.size(), base64_size(size));
    EXPECT_EQ(decode_base64(whole), bytes);

    std::string pieces;
    const std::span<const std::uint8_t> all(bytes);
    for (std::size_t at = 0; at < size; at += 9)
      append_base64(pieces, all.subspan(at, std::min<std::size_t>(9, size - at)));
    EXPECT_EQ(pieces, whole);
  }
}

// RFC 4648, digit by digit.
std::string by_definition(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t bit = 0; bit < bytes.size() * 8; bit += 6) {
    unsigned digit = 0;
    for (std::size_t i = bit; i < bit + 6; ++i)
      digit = digit << 1 | (i / 8 < bytes.size() ? bytes[i / 8] >> (7 - i % 8) & 1U : 0U);
    out += kAlphabet[digit];
  }
  out.append((4 - out.size() % 4) % 4, '=');
  return out;
}

TEST(Base64, LongAndShortAgreeWithTheDefinition) {
  std::mt19937 random(3);
  for (int round = 0; round < 400; ++round) {
    // At every alignment, with nothing readable behind the end.
    const std::size_t size = random() % 2000;
    const std::size_t before = random() % 40;
    std::vector<std::uint8_t> bytes(before + size);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    const auto part = std::span<const std::uint8_t>(bytes).subspan(before);
    std::string out = "x";
    append_base64(out, part);
    ASSERT_EQ(out.substr(1), by_definition(part)) << size;
  }
  std::vector<std::uint8_t> all(65536 * 3);
  for (std::size_t i = 0; i < 65536; ++i)
    all[3 * i] = static_cast<std::uint8_t>(i >> 8), all[3 * i + 1] = static_cast<std::uint8_t>(i),
            all[3 * i + 2] = static_cast<std::uint8_t>(i * 7);
  std::string out;
  append_base64(out, all);
  EXPECT_TRUE(out == by_definition(all));
}

TEST(Base64, RefusesWhatIsNotCanonical) {
  for (const char* text : {"Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zm 9v", "Zm9v\n",
                           "Zm9v====", "=", "====", "Z===", "Zg==Zg==", "Zm-_", "\xffm9v"})
    EXPECT_EQ(decode_base64(text), std::nullopt) << text;
  EXPECT_EQ(decode_base64(""), std::vector<std::uint8_t>());
}

}  // namespace
}  // namespace runtime
