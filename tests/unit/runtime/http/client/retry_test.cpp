#include "runtime/http/client/retry.hpp"

#include <gtest/gtest.h>

namespace runtime::http {
namespace {

constexpr std::time_t kNow = 784'111'700;  // Sun, 06 Nov 1994 08:48:20 GMT

double pause_for(const char* text) { return retry_pause({{"retry-after", text}}, 0, kNow); }

TEST(Retry, KnowsWhatMayWorkLater) {
  for (const int status : {429, 500, 502, 503, 504, 599})
    EXPECT_TRUE(worth_retrying(status)) << status;
  for (const int status : {200, 301, 400, 401, 404, 428, 600})
    EXPECT_FALSE(worth_retrying(status)) << status;
}

TEST(Retry, DoublesItsPatience) {
  EXPECT_EQ(retry_pause({}, 0, kNow), 0.5);
  EXPECT_EQ(retry_pause({}, 1, kNow), 1);
  EXPECT_EQ(retry_pause({}, 2, kNow), 2);
  EXPECT_EQ(retry_pause({}, 1000, kNow), 30);
}

TEST(Retry, HonoursTheServersWord) {
  EXPECT_EQ(pause_for("0"), 0);
  EXPECT_EQ(pause_for("120"), 120);
  EXPECT_EQ(pause_for("Sun, 06 Nov 1994 08:49:37 GMT"), 77);
  EXPECT_EQ(pause_for("Sun, 06 Nov 1994 08:00:00 GMT"), 0);
}

TEST(Retry, IgnoresNonsense) {
  for (const char* text :
       {"", "-5", "soon", "1.5", "99999999999", "Sun, 06 Nov 1994 08:49:37 GMT!"})
    EXPECT_EQ(pause_for(text), 0.5) << text;
}

}  // namespace
}  // namespace runtime::http
