#include "native/lua/bridge/desktop_pool.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

class Pool : public testing::Test {
 protected:
  void fail(const std::string& code, const std::string& reason) {
    const std::function<bool()> operation = [&]() -> bool {
      throw Error(code, "display :5 does not answer", "", {{"reason", reason}});
    };
    EXPECT_THROW(pool_.run<bool>(operation), Error);
  }
  std::string late() {
    try {
      pool_.throw_late();
    } catch (const Error& error) {
      EXPECT_EQ(error.code, "TIMEOUT");
      return error.message;
    }
  }

  DesktopPool pool_{[] { return std::unique_ptr<Desktop>(); }};
};

TEST_F(Pool, IsBusyAsLongAsDisplaysAnswer) {
  EXPECT_EQ(late(), "desktop too busy to begin in time");
  fail("TIMEOUT", "not confirmed");
  EXPECT_EQ(late(), "desktop too busy to begin in time") << "the application's fault";
}

TEST_F(Pool, NamesADisplayThatDoesNotAnswer) {
  fail("TIMEOUT", "no answer");
  EXPECT_EQ(late(), "display :5 does not answer");
}

TEST_F(Pool, NamesItToWhoCameTooLateToAsk) {
  const auto ask_late = [&]() -> std::string {
    try {
      pool_.run<bool>(
          []() -> bool { throw Error("TIMEOUT", "no time was left", "", {{"reason", "late"}}); });
      return "";
    } catch (const Error& error) {
      return error.message;
    }
  };
  EXPECT_EQ(ask_late(), "desktop too busy to begin in time");
  fail("TIMEOUT", "no answer");
  EXPECT_EQ(ask_late(), "display :5 does not answer");
  EXPECT_EQ(ask_late(), "display :5 does not answer") << "nothing has answered meanwhile";
}

TEST_F(Pool, TakesNoStatusForAnAnswer) {
  fail("TIMEOUT", "no answer");
  EXPECT_TRUE(pool_.run<bool>([] { return true; }, DesktopPool::Success::kMeansNothing));
  EXPECT_EQ(late(), "display :5 does not answer");
}

TEST_F(Pool, ForgetsItOnceTheDisplayAnswers) {
  fail("TIMEOUT", "connect");
  EXPECT_TRUE(pool_.run<bool>([] { return true; }));
  EXPECT_EQ(late(), "desktop too busy to begin in time");
  fail("TIMEOUT", "no answer");
  fail("WINDOW_NOT_FOUND", "gone");
  EXPECT_EQ(late(), "desktop too busy to begin in time");
}

}  // namespace
}  // namespace native
