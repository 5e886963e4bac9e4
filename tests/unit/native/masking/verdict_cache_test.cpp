#include "native/masking/verdict_cache.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

LineHash line(std::uint64_t number) { return {100, 12, number, number * 7}; }

Verdict verdict(int x) { return {{}, {{PiiKind::kEmail, {{0, {x, 0, 50, 12}}}}}, {}}; }

TEST(VerdictCache, KnowsLinesByTheirPixelsAndRules) {
  VerdictCache cache;
  cache.keep({line(1)}, 1, verdict(5));
  ASSERT_TRUE(cache.find({line(1)}, 1));
  EXPECT_EQ(cache.find({line(1)}, 1)->findings, verdict(5).findings);
  EXPECT_FALSE(cache.find({line(1)}, 2)) << "something else was searched for";
  EXPECT_FALSE(cache.find({line(2)}, 1));
  EXPECT_FALSE(cache.find({line(1), line(2)}, 1));
  LineHash similar = line(1);
  similar.second += 1;
  EXPECT_FALSE(cache.find({similar}, 1)) << "half of the hash is not enough";
}

TEST(VerdictCache, ReplacesAVerdict) {
  VerdictCache cache;
  cache.keep({line(1), line(2)}, 1, verdict(5));
  const std::size_t bytes = cache.bytes();
  cache.keep({line(1), line(2)}, 1, verdict(6));
  EXPECT_EQ(cache.find({line(1), line(2)}, 1)->findings, verdict(6).findings);
  EXPECT_EQ(cache.bytes(), bytes);
}

TEST(VerdictCache, ForgetsTheLeastRecentlyUsed) {
  VerdictCache cache(10'000);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    cache.keep({line(i)}, 1, verdict(5));
    EXPECT_LE(cache.bytes(), 10'000u);
    EXPECT_TRUE(cache.find({line(0)}, 1)) << "it was used a moment ago";
  }
  EXPECT_FALSE(cache.find({line(1)}, 1));
  EXPECT_TRUE(cache.find({line(999)}, 1));
}

}  // namespace
}  // namespace native
