#include "native/image/png/file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

CompressedStripRef strip_of(const std::string& text) {
  auto strip = std::make_shared<CompressedStrip>();
  strip->chunk.append(text.data(), text.size());
  strip->length = text.size();
  return strip;
}

struct Written {
  std::shared_ptr<MemoryOutput> output = std::make_shared<MemoryOutput>();
  PngFile file{10, 10, PngColour::kRgb, output};

  Bytes finish(std::size_t count) {
    file.finish(count);
    return output->take();
  }
};

// Where `text` is in the file.
std::size_t place_of(const Bytes& file, const std::string& text) {
  const auto same = [](std::uint8_t byte, char letter) {
    return byte == static_cast<std::uint8_t>(letter);
  };
  const auto found = std::search(file.begin(), file.end(), text.begin(), text.end(), same);
  return found == file.end() ? std::string::npos : static_cast<std::size_t>(found - file.begin());
}

TEST(PngFile, StripsComeOutInTheirOrderHoweverTheyCome) {
  Written written;
  for (const std::size_t index : {2U, 0U, 3U, 1U})
    written.file.put(index, strip_of("<strip " + std::to_string(index) + ">"));
  const Bytes bytes = written.finish(4);
  EXPECT_NE(place_of(bytes, "<strip 0><strip 1><strip 2><strip 3>"), std::string::npos);
  EXPECT_EQ(place_of(bytes, "\x89PNG"), 0U);
  EXPECT_EQ(place_of(bytes, "IEND"), bytes.size() - 8);
}

TEST(PngFile, GrowsBeyondWhatWasExpected) {
  const std::string large(300'000, 'x');
  Written written;
  for (std::size_t i = 0; i < 5; ++i) written.file.put(i, strip_of(large));
  EXPECT_GT(written.finish(5).size(), 5 * large.size());
}

TEST(PngFile, AFailureIsToldAtTheEnd) {
  Written written;
  PngFile& file = written.file;
  file.fail(std::make_exception_ptr(std::runtime_error("no memory")));
  file.put(0, strip_of("<first>"));
  file.put(2, strip_of("<third>"));
  EXPECT_THROW(file.finish(3), std::runtime_error);
}

TEST(PngFile, WaitsForStripsThatAreStillBeingPressed) {
  Written written;
  PngFile& file = written.file;
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < 4; ++i)
    threads.emplace_back([&file, i] {
      for (std::size_t index = i; index < 400; index += 4) file.put(index, strip_of("."));
    });
  const Bytes bytes = written.finish(400);
  EXPECT_NE(place_of(bytes, std::string(400, '.')), std::string::npos);
  for (auto& thread : threads) thread.join();
}

TEST(PngFile, AnOutputThatFailsIsToldAtTheEnd) {
  struct Full : Output {
    void write(std::span<const std::uint8_t> bytes) override {
      if (bytes[0] == '<') throw std::runtime_error("no space");
    }
  };
  PngFile file(10, 10, PngColour::kRgb, std::make_shared<Full>());
  file.put(0, strip_of("<first>"));
  EXPECT_THROW(file.finish(1), std::runtime_error);
}

TEST(PngFile, RefusesAnEmptyPicture) {
  EXPECT_EQ(test::code_of([] { PngFile(0, 5, PngColour::kRgb, nullptr); }), "INVALID_ARGUMENT");
  EXPECT_EQ(test::code_of([] { PngFile(5, -1, PngColour::kRgb, nullptr); }), "INVALID_ARGUMENT");
}

}  // namespace
}  // namespace native
