#include "native/portal/input_event.hpp"

#include <gtest/gtest.h>

namespace native::portal {
namespace {

using Kind = InputEvent::Kind;

TEST(InputEvents, ComeBackAsTheyWere) {
  const std::vector<InputEvent> events = {{Kind::kMove, -5, 700},
                                          {Kind::kButton, 0x110, 1},
                                          {Kind::kTurn, 1, -3},
                                          {Kind::kSymbol, 0x1006F22, 0},
                                          {Kind::kTouch, 0, 0}};
  EXPECT_EQ(encoded(events), "m-5,700;b272,1;w1,-3;k16805666,0;t0,0;");
  EXPECT_EQ(decoded_events(encoded(events)), events);
}

TEST(InputEvents, AreNoMoreThanFitAMessage) {
  const std::vector<InputEvent> most(kMaxEvents, {Kind::kMove, -(1 << 20), -(1 << 20)});
  EXPECT_LT(encoded(most).size(), 4000U);
  EXPECT_EQ(decoded_events(encoded(most)), most);
  EXPECT_EQ(decoded_events(encoded(most) + "t0,0;"), std::nullopt);
}

TEST(InputEvents, AnythingElseIsNone) {
  for (const char* text : {"", "k65", "k65,1", "k65,1;k", "k,1;", "k65,;", "k65,2;", "k-1,1;",
                           "k0,1;", "k99999999999,1;", "b1,1;", "w0,101;", "w2,1;", "m1048577,0;",
                           "t0,1;", "z1,1;", "k65,1; ", "k65;1,", "k+5,1;"})
    EXPECT_EQ(decoded_events(text), std::nullopt) << text;
}

}  // namespace
}  // namespace native::portal
