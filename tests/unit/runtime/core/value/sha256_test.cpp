#include "runtime/core/value/sha256.hpp"

#include <gtest/gtest.h>

namespace runtime {
namespace {

TEST(Sha256, HashesAsTheStandardSays) {
  EXPECT_EQ(hexadecimal(sha256("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("ab", "c"), sha256("abc"));
}

}  // namespace
}  // namespace runtime
