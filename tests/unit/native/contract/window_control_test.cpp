#include "tests/unit/native/contract/contract.hpp"

// What every backend promises of window control.
namespace contract {
namespace {

using native::WindowState;
using Place = native::WindowControl::Place;

class ControlContract : public Contract {
 protected:
  native::WindowControl& control() { return desktop().control(); }
  bool lacks(const std::function<void()>& run) { return refused(Operation::kPlacing, run); }
};

TEST_P(ControlContract, MovesAndResizes) {
  const std::uint64_t id = world_->open_window({"w", "p", "P", {100, 100, 300, 200}, 1});
  if (lacks([&] { control().place(id, {210, 220, {}, {}}, soon()); })) return;
  EXPECT_EQ(control().place(id, {210, 220, {}, {}}, soon()), (Rect{210, 220, 300, 200}));
  EXPECT_EQ(listed(id).bounds, (Rect{210, 220, 300, 200}));
  EXPECT_EQ(control().place(id, {{}, {}, 310, 120}, soon()), (Rect{210, 220, 310, 120}));
  EXPECT_EQ(listed(id).bounds, (Rect{210, 220, 310, 120}));
  EXPECT_EQ(control().place(id, {210, 220, 310, 120}, soon()), (Rect{210, 220, 310, 120}))
      << "where it is already";
}

TEST_P(ControlContract, MinimisesMaximisesAndRestores) {
  const Rect before{100, 100, 300, 200};
  const std::uint64_t id = world_->open_window({"w", "p", "P", before, 1});
  if (lacks([&] { control().set_state(id, WindowState::kMinimised, soon()); })) return;
  control().set_state(id, WindowState::kMinimised, soon());
  EXPECT_TRUE(listed(id).minimised);
  control().set_state(id, WindowState::kNormal, soon());
  EXPECT_FALSE(listed(id).minimised);
  EXPECT_EQ(listed(id).bounds, before);
  control().set_state(id, WindowState::kMaximised, soon());
  EXPECT_GT(listed(id).bounds.width, 1200);
  control().set_state(id, WindowState::kMaximised, soon());
  control().set_state(id, WindowState::kNormal, soon());
  EXPECT_TRUE(test::eventually([&] { return listed(id).bounds == before; }))
      << "on Wayland the program paints its new size when it is its turn";
}

TEST_P(ControlContract, MaximisesAMinimisedWindow) {
  const std::uint64_t id = world_->open_window({});
  if (lacks([&] { control().set_state(id, WindowState::kMaximised, soon()); })) return;
  control().set_state(id, WindowState::kMinimised, soon());
  control().set_state(id, WindowState::kMaximised, soon());
  EXPECT_FALSE(listed(id).minimised);
  EXPECT_GT(listed(id).bounds.width, 1200);
}

TEST_P(ControlContract, ClosesAWindow) {
  const std::uint64_t id = world_->open_window({});
  const std::uint64_t other = world_->open_window({"other", "p", "P", {400, 300, 200, 200}, 2});
  control().close(id, soon());
  EXPECT_EQ(error_of([&] { control().close(id, soon()); }).code, "WINDOW_NOT_FOUND");
  EXPECT_EQ(listed(other).id, other);
}

TEST_P(ControlContract, MovesToAWorkspace) {
  const std::uint64_t id = world_->open_window({});
  if (lacks([&] { control().to_workspace(id, 2, soon()); })) return;
  control().to_workspace(id, 2, soon());
  EXPECT_EQ(listed(id).desktop, 2);
  for (const int none : {-1, world_->workspaces(), 1000})
    EXPECT_EQ(error_of([&] { control().to_workspace(id, none, soon()); }).code, "INVALID_ARGUMENT");
}

TEST_P(ControlContract, TellsWhatAWindowAllows) {
  const std::uint64_t id = world_->open_window({"w", "p", "P", {100, 100, 300, 200}, 1});
  if (lacks([&] { control().limits(id, soon()); })) return;
  const native::SizeLimits limits = control().limits(id, soon());
  EXPECT_GE(limits.min_width, 1);
  EXPECT_FALSE(limits.max_height && *limits.max_height < 200);
  EXPECT_EQ(limits.step_width, 1);
  EXPECT_NE(limits.manager, "");
  EXPECT_EQ(error_of([&] { control().limits(987654321, soon()); }).code, "WINDOW_NOT_FOUND");
}

TEST_P(ControlContract, RefusesWhatThereIsNot) {
  const std::uint64_t id = world_->open_window({});
  const Rect before = listed(id).bounds;
  const bool lacking = lacks([&] { control().place(id, {5000, 10, {}, {}}, soon()); });
  for (const Place& place :
       {Place{5000, 10, {}, {}}, Place{{}, {}, 0, {}}, Place{{}, {}, {}, -4},
        Place{{}, {}, 40000, {}}, Place{-2147483647 - 1, 0, {}, {}}, Place{0, 2147483647, {}, {}}})
    EXPECT_EQ(error_of([&] { control().place(id, place, soon()); }).code,
              lacking ? "UNSUPPORTED" : "INVALID_ARGUMENT");
  EXPECT_EQ(listed(id).bounds, before);
  for (const std::uint64_t gone :
       {std::uint64_t{0}, std::uint64_t{987654321}, std::uint64_t{1} << 40}) {
    EXPECT_EQ(error_of([&] { control().close(gone, soon()); }).code, "WINDOW_NOT_FOUND");
    EXPECT_EQ(listed(id).id, id) << "nothing else was closed";
    if (lacking) continue;
    EXPECT_EQ(error_of([&] { control().place(gone, {1, 1, {}, {}}, soon()); }).code,
              "WINDOW_NOT_FOUND");
    EXPECT_EQ(error_of([&] { control().to_workspace(gone, 1, soon()); }).code, "WINDOW_NOT_FOUND");
    EXPECT_EQ(error_of([&] { control().set_state(gone, WindowState::kNormal, soon()); }).code,
              "WINDOW_NOT_FOUND");
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, ControlContract, every_backend(), name_of);

}  // namespace
}  // namespace contract
