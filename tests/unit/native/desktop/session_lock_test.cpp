#include "native/desktop/session_lock.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

TEST(SessionLock, GivesTheAnswer) {
  std::promise<LockState> answer;
  LockQuestion question(answer.get_future());
  answer.set_value({LockState::Kind::kLocked, "because"});
  const LockState state = question.answer();
  EXPECT_EQ(state.kind, LockState::Kind::kLocked);
  EXPECT_EQ(state.reason, "because");
}

TEST(SessionLock, WaitsOnlySoLong) {
  std::promise<LockState> never;
  LockQuestion question(never.get_future());
  const LockState state = question.answer();
  EXPECT_EQ(state.kind, LockState::Kind::kUnknown);
  EXPECT_NE(state.reason, "");
}

TEST(SessionLock, AFailureToAnswerIsNoAnswer) {
  LockQuestion question(std::promise<LockState>().get_future());
  EXPECT_EQ(question.answer().kind, LockState::Kind::kUnknown);
}

}  // namespace
}  // namespace native
