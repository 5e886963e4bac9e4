#include "native/text/pii/randomness.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

TEST(Randomness, IsOfKeysAndNotOfNames) {
  for (const char* key : {"wq3Xk9LmZ2pR7tYb", "9f86d081884c7d659a2feaa0c55ad015",
                          "dGhpcyBpcyBhIHNlY3JldCBrZXkh", "a1b2c3d4e5"})
    EXPECT_TRUE(looks_random(key)) << key;
  for (const char* name :
       {"getTokenFromHeaderValue2", "utf8_general_ci", "some_name_of_a_thing", "sha256_x86_64",
        "application/json", "000000000000", "", "settings.window.width", "1a1a1a1a1a1a"})
    EXPECT_FALSE(looks_random(name)) << name;
}

TEST(Randomness, IsAlsoOfParts) {
  for (const char* part : {"aB3d", "x7Kp2", "MeJf36POk6yJV_adQssw5c"})
    EXPECT_TRUE(looks_like_fragment(part)) << part;
  for (const char* word : {"", "the", "Hello", "iterator", "a,b;c", "v2"})
    EXPECT_FALSE(looks_like_fragment(word)) << word;
}

TEST(Randomness, KnowsPlainWords) {
  EXPECT_TRUE(is_plain_word("mail"));
  for (const char* each : {"", "abc", "Mail", "ab1d", "ma-il"}) EXPECT_FALSE(is_plain_word(each));
}

}  // namespace
}  // namespace native
