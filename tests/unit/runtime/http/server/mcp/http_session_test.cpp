#include "runtime/http/server/mcp/http_session.hpp"

#include <gtest/gtest.h>

namespace runtime::http {

namespace {

class SessionsTest : public testing::Test {
 protected:
  std::shared_ptr<HttpSession> begin() { return sessions.begin(owners, info, work); }
  static void age(HttpSession& session, double seconds) {
    session.used -=
        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  mcp::Owners owners;
  mcp::ServerInfo info;
  Cancel work;
  Sessions sessions;
};

TEST_F(SessionsTest, OneThatNobodyUsedForLongEnds) {
  const auto old = begin();
  const auto fresh = begin();
  age(*old, 100);
  age(*fresh, 50);
  sessions.end_idle(60);
  EXPECT_EQ(sessions.find(old->id), nullptr);
  EXPECT_TRUE(old->ended);
  EXPECT_TRUE(old->scope.fired());
  EXPECT_TRUE(old->standing->finished());
  EXPECT_EQ(sessions.find(fresh->id), fresh);
  EXPECT_FALSE(work.fired());
}

TEST_F(SessionsTest, OneThatIsInUseStays) {
  const auto session = begin();
  {
    const Use use(session);
    age(*session, 1e6);
    sessions.end_idle(60);
    EXPECT_EQ(sessions.find(session->id), session);
  }
  sessions.end_idle(60);  // its time counts from the end of the use
  EXPECT_EQ(sessions.find(session->id), session);
}

TEST_F(SessionsTest, TheLongestIdleMakesRoomAndBusyOnesNever) {
  std::vector<std::shared_ptr<HttpSession>> all;
  for (std::size_t i = 0; i < Sessions::kMax; ++i) all.push_back(begin());
  const Use first(all[0]);
  age(*all[0], 300);
  age(*all[7], 200);
  ASSERT_NE(begin(), nullptr);
  EXPECT_TRUE(all[7]->ended);
  EXPECT_EQ(sessions.size(), Sessions::kMax);
}

TEST_F(SessionsTest, ThoseThatNobodyHasComeBackToMakeRoomFirst) {
  const auto worked = begin();
  worked->worked = true;
  age(*worked, 300);
  for (std::size_t i = 0; i < 2 * Sessions::kMax; ++i) ASSERT_NE(begin(), nullptr);
  EXPECT_EQ(sessions.find(worked->id), worked);
}

TEST_F(SessionsTest, ThereIsNoRoomWhileAllAreBusy) {
  std::vector<std::unique_ptr<Use>> uses;
  for (std::size_t i = 0; i < Sessions::kMax; ++i) uses.push_back(std::make_unique<Use>(begin()));
  EXPECT_EQ(begin(), nullptr);
}

TEST_F(SessionsTest, EndedStreamsAreKeptForSomeClientsToComeBack) {
  const auto session = begin();
  for (std::size_t i = 0; i < 3 * HttpSession::kEndedStreams; ++i)
    session->open_stream(true)->finish();
  EXPECT_LE(session->streams.size(), HttpSession::kEndedStreams + 1);
  const std::uint64_t newest = session->streams.rbegin()->first;
  EXPECT_NE(session->find_stream(newest), nullptr);
  EXPECT_EQ(session->find_stream(1), nullptr);
  session->forget_old_streams();
  EXPECT_NE(session->find_stream(newest), nullptr);  // not old yet
}

}  // namespace
}  // namespace runtime::http
