#include "native/desktop/events/window_ledger.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

Window window(std::uint64_t id, const std::string& title, int x) {
  Window result;
  result.id = id;
  result.title = title;
  result.bounds = {x, 0, 10, 10};
  return result;
}

TEST(WindowLedger, TellsWhatIsNewOnce) {
  WindowLedger ledger;
  std::vector<Event> out;
  ledger.note(window(1, "one", 0));
  ledger.opened(window(2, "two", 0), out);
  ASSERT_EQ(out.size(), 1U);
  EXPECT_EQ(out[0].kind, Event::Kind::kOpened);
  EXPECT_EQ(ledger.ids(), (std::vector<std::uint64_t>{1, 2}));
  ledger.closed(1, out);
  ledger.closed(1, out);
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[1].window.title, "one");
}

TEST(WindowLedger, TellsOfTitlesAndPlacesOnlyWhereTheyAreWanted) {
  WindowLedger ledger;
  std::vector<Event> out;
  ledger.note(window(1, "one", 0));
  ledger.seen(window(1, "two", 5), false, false, out);
  EXPECT_TRUE(out.empty());
  ledger.seen(window(1, "two", 5), true, true, out);
  EXPECT_TRUE(out.empty()) << "it took note of them";
  ledger.seen(window(1, "three", 6), true, true, out);
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[0].title, "two");
  EXPECT_EQ(out[1].area.x, 5);
  ledger.seen(window(9, "unknown", 6), true, true, out);
  EXPECT_EQ(out.size(), 2U);
}

TEST(WindowLedger, TheFocusIsOnOneWindow) {
  WindowLedger ledger;
  std::vector<Event> out;
  ledger.note(window(1, "one", 0));
  ledger.note(window(2, "two", 0));
  ledger.note_focus(1);
  ledger.focused(1, out);
  EXPECT_TRUE(out.empty()) << "known already";
  ledger.focused(2, out);
  ledger.focused(0, out);
  ledger.focused(2, out);
  ASSERT_EQ(out.size(), 2U);
  EXPECT_TRUE(out[1].window.active);
  EXPECT_FALSE(ledger.find(1)->active);
  ledger.closed(2, out);
  ledger.opened(window(2, "again", 0), out);
  ledger.focused(2, out);
  EXPECT_EQ(out.back().kind, Event::Kind::kFocused);
}

}  // namespace
}  // namespace native
