#include "native/x11/windows/displays.hpp"

#include <gtest/gtest.h>

namespace native::x11 {
namespace {

TEST(Scale, IsThatOfTheResources) {
  EXPECT_EQ(scale_of("Xft.dpi:\t192\n", 0), 2);
  EXPECT_EQ(scale_of("*color: red\nXft.antialias:\t1\nXft.dpi: 120", 3), 1.25);
  EXPECT_EQ(scale_of("Xft.dpi:\t96\n", 2), 1) << "said in so many words";
  EXPECT_EQ(scale_of("Xft.dpi:\t97\n", 0), 1.01);
}

TEST(Scale, IsThatOfGtkWithoutResources) {
  EXPECT_EQ(scale_of("", 2), 2);
  EXPECT_EQ(scale_of("my.Xft.dpi: 192\n", 0), 1);
}

TEST(Scale, TakesNothingUnlikely) {
  for (const char* text : {"Xft.dpi: 0", "Xft.dpi: -96", "Xft.dpi: many", "Xft.dpi: 1e9",
                           "Xft.dpi: nan", "Xft.dpi: inf", "Xft.dpi:"}) {
    EXPECT_EQ(scale_of(text, 0), 1) << text;
  }
  EXPECT_EQ(scale_of("", -2), 1);
  EXPECT_EQ(scale_of("", 1e6), 1);
}

}  // namespace
}  // namespace native::x11
