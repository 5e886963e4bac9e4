#include "native/x11/connection/text_encodings.hpp"

#include <gtest/gtest.h>

namespace native::x11 {
namespace {

TEST(TextEncodings, DecodesLatin1) {
  EXPECT_EQ(from_latin1("Stra\xDF"
                        "e \xE9"),
            "Straße é");
}

}  // namespace
}  // namespace native::x11
