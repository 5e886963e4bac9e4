#include "native/x11/connection/display_name.hpp"

#include <gtest/gtest.h>

#include "native/desktop/error.hpp"

namespace native::x11 {
namespace {

TEST(DisplayName, TakesValuesApart) {
  EXPECT_EQ(parse_display_name(":3").number, 3);
  EXPECT_TRUE(parse_display_name(":3").local());
  EXPECT_EQ(parse_display_name(":3.1").screen, 1);
  EXPECT_FALSE(parse_display_name("host:10.0").local());
  EXPECT_EQ(parse_display_name("host:10.0").host, "host");
}

TEST(DisplayName, RefusesNonsense) {
  for (const std::string& text : {std::string(), std::string("nonsense"), std::string(":"),
                                  std::string(":99999999"), std::string(9000, 'x')}) {
    try {
      parse_display_name(text);
      ADD_FAILURE() << text.substr(0, 20) << " was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.code, "DISPLAY_UNAVAILABLE");
      EXPECT_FALSE(error.hint.empty());
    }
  }
}

}  // namespace
}  // namespace native::x11
