#include "native/text/word_cache.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

constexpr Rect kPlace{30, 40, 200, 16};

LineHash hash(std::uint64_t number) { return {200, 16, number, ~number}; }

ReadLine line_of(const std::string& text, const Rect& place = kPlace) {
  return {{{{place.x + 5, place.y + 2, 60, 12}, 90, 1, text}}};
}

std::string text_at(WordCache& cache, const LineHash& hash, const std::string& language = "eng") {
  const auto line = cache.find(hash, language, kPlace);
  return line ? line->words.at(0).text : "";
}

TEST(WordCache, KnowsALineByItsHashAndLanguage) {
  WordCache cache;
  EXPECT_EQ(text_at(cache, hash(1)), "");
  cache.keep(hash(1), "eng", kPlace, line_of("one"));
  cache.keep(hash(1), "deu", kPlace, line_of("eins"));
  cache.keep({200, 16, 1, 5}, "eng", kPlace, line_of("other half"));
  cache.keep({201, 16, 1, ~std::uint64_t{1}}, "eng", kPlace, line_of("other size"));
  EXPECT_EQ(text_at(cache, hash(1)), "one");
  EXPECT_EQ(text_at(cache, hash(1), "deu"), "eins");
  EXPECT_EQ(text_at(cache, hash(2)), "");
  cache.keep(hash(1), "eng", kPlace, line_of("again"));
  EXPECT_EQ(text_at(cache, hash(1)), "again");
}

TEST(WordCache, MovesTheWordsWithTheLine) {
  WordCache cache;
  cache.keep(hash(1), "eng", kPlace, line_of("one"));
  const auto line = cache.find(hash(1), "eng", {100, 7, 200, 16});
  ASSERT_TRUE(line);
  EXPECT_EQ(line->words.at(0).bounds, (Rect{105, 9, 60, 12}));
}

TEST(WordCache, RemembersThatALineHasNoWords) {
  WordCache cache;
  cache.keep(hash(1), "eng", kPlace, {});
  const auto line = cache.find(hash(1), "eng", kPlace);
  ASSERT_TRUE(line);
  EXPECT_TRUE(line->words.empty());
}

TEST(WordCache, IsBoundedAndForgetsTheLeastUsed) {
  constexpr std::size_t kMost = 20'000;
  WordCache cache(kMost);
  cache.keep(hash(0), "eng", kPlace, line_of("kept"));
  for (std::uint64_t i = 1; i < 1000; ++i) {
    cache.keep(hash(i), "eng", kPlace, line_of("word"));
    ASSERT_EQ(text_at(cache, hash(0)), "kept");
    ASSERT_LE(cache.bytes(), kMost);
  }
  EXPECT_EQ(text_at(cache, hash(1)), "");
  EXPECT_EQ(text_at(cache, hash(999)), "word");
  WordCache tiny(100);
  tiny.keep(hash(1), "eng", kPlace, line_of("too much"));
  EXPECT_EQ(tiny.bytes(), 0U);
}

}  // namespace
}  // namespace native
