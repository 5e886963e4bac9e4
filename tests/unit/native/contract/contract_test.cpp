#include <map>

#include "tests/unit/native/contract/contract.hpp"
#include "tests/unit/native/support/child.hpp"

// What every backend promises, put to each of them in the same words.
namespace contract {
namespace {

TEST_P(Contract, ListsDisplays) {
  const auto displays = desktop().displays().displays(soon());
  ASSERT_EQ(displays.size(), 1U);
  EXPECT_EQ(displays[0].bounds, world_->screen());
  EXPECT_EQ(displays[0].index, 0);
  EXPECT_TRUE(displays[0].primary);
  EXPECT_FALSE(displays[0].name.empty());
  EXPECT_EQ(displays[0].scale, 1.0);
  EXPECT_EQ(displays[0].pixel_width, world_->screen().width);
  EXPECT_EQ(displays[0].pixel_height, world_->screen().height);
  EXPECT_EQ(displays[0].rotation.value_or(0), 0);
}

TEST_P(Contract, ListsWindowsFrontMostFirst) {
  EXPECT_TRUE(desktop().windows().windows(soon()).empty());
  const std::uint64_t below = world_->open_window({"below", "one", "One", {50, 60, 200, 100}, 1});
  const std::uint64_t above =
      world_->open_window({"above – ü", "two", "Two", {400, 300, 220, 130}, 2});
  const auto windows = desktop().windows().windows(soon());
  ASSERT_EQ(windows.size(), 2U);
  EXPECT_EQ(windows[0].id, above);
  EXPECT_EQ(windows[0].title, "above – ü");
  EXPECT_EQ(windows[0].app_instance, world_->instance_of({"", "two"}));
  EXPECT_EQ(windows[0].app_class, "Two");
  EXPECT_EQ(windows[0].bounds, (Rect{400, 300, 220, 130}));
  EXPECT_EQ(intersection(windows[0].frame, windows[0].bounds), windows[0].bounds);
  EXPECT_EQ(windows[0].pid, world_->pid());
  EXPECT_EQ(windows[0].type, "normal");
  EXPECT_TRUE(windows[0].on_screen);
  EXPECT_FALSE(windows[0].minimised);
  EXPECT_TRUE(windows[0].active);
  EXPECT_EQ(windows[1].id, below);
  EXPECT_FALSE(windows[1].active);
}

TEST_P(Contract, SeesChangesOfTitleAndPlace) {
  const std::uint64_t id = world_->open_window({});
  world_->set_title(id, "another title");
  world_->move_window(id, {210, 220, 310, 120});
  EXPECT_EQ(listed(id).title, "another title");
  EXPECT_EQ(listed(id).bounds, (Rect{210, 220, 310, 120}));
}

TEST_P(Contract, TellsWhetherAnAreaWasPaintedSinceAMark) {
  const Rect bounds{100, 100, 300, 200};
  const Rect elsewhere{900, 600, 100, 100};
  const std::uint64_t id = world_->open_window({"a window", "painter", "Painter", bounds, 1});
  native::DamageTracker& changes = desktop().changes();
  if (refused(Operation::kChanges, [&] { changes.mark(soon()); })) {
    refused(Operation::kChanges, [&] { changes.changed(0, bounds, soon()); });
    return;
  }
  std::uint64_t mark = 0;
  const auto still = [&] {
    mark = changes.mark(soon());
    capture({CaptureTarget::Kind::kDesktop, 0, {}});
    return !changes.changed(mark, world_->screen(), soon());
  };
  ASSERT_TRUE(test::eventually(still)) << "the new window is painted and framed for a while";
  EXPECT_FALSE(changes.changed(mark, bounds, soon())) << "asked again";
  world_->move_window(id, {500, 300, 300, 200});
  EXPECT_TRUE(test::eventually([&] { return changes.changed(mark, bounds, soon()); }));
  EXPECT_TRUE(changes.changed(mark, bounds, soon())) << "asking takes nothing away";
  EXPECT_FALSE(changes.changed(mark, elsewhere, soon()));
  ASSERT_TRUE(test::eventually(still));
  EXPECT_FALSE(changes.changed(mark, bounds, soon()));
  world_->close_window(id);
  EXPECT_TRUE(test::eventually([&] { return changes.changed(mark, {500, 300, 10, 10}, soon()); }));
}

TEST_P(Contract, ForgetsClosedWindows) {
  const std::uint64_t id = world_->open_window({});
  world_->close_window(id);
  EXPECT_EQ(error_of([&] { capture_window(id); }).code, "WINDOW_NOT_FOUND");
  EXPECT_EQ(error_of([&] { desktop().windows().activate(id, soon()); }).code, "WINDOW_NOT_FOUND");
}

TEST_P(Contract, ListsMinimisedWindowsAndRestoresThem) {
  const std::uint64_t id = world_->open_window({});
  world_->minimise(id);
  EXPECT_TRUE(listed(id).minimised);
  EXPECT_FALSE(listed(id).on_screen);
  if (!refused(Operation::kWindowPixels, [&] { capture_window(id); })) {
    const Error error = error_of([&] { capture_window(id); });
    EXPECT_EQ(error.code, "CAPTURE_FAILED");
    EXPECT_EQ(detail(error, "reason"), "not mapped");
    EXPECT_FALSE(error.hint.empty());
  }
  desktop().windows().activate(id, soon());
  EXPECT_FALSE(listed(id).minimised);
  EXPECT_TRUE(listed(id).on_screen);
}

TEST_P(Contract, ActivatesAWindow) {
  const std::uint64_t first = world_->open_window({"first", "p", "P", {50, 50, 200, 200}, 1});
  const std::uint64_t second = world_->open_window({"second", "p", "P", {100, 100, 200, 200}, 2});
  ASSERT_EQ(desktop().windows().frontmost(soon())->id, second);
  desktop().windows().activate(first, soon());
  ASSERT_TRUE(desktop().windows().frontmost(soon()).has_value());
  EXPECT_EQ(desktop().windows().frontmost(soon())->id, first);
  EXPECT_TRUE(listed(first).active);
  EXPECT_EQ(desktop().windows().windows(soon()).front().id, first);
}

TEST_P(Contract, GroupsWindowsIntoApplications) {
  world_->open_window({"one", "zorro-x", "Zorro-X", {50, 50, 200, 200}, 1});
  world_->open_window({"two", "zorro-x", "Zorro-X", {300, 50, 200, 200}, 2});
  const auto applications = desktop().applications().applications(soon());
  ASSERT_EQ(applications.size(), 1U);
  EXPECT_EQ(applications[0].name, "Zorro-X");
  EXPECT_EQ(applications[0].pid, world_->pid());
  EXPECT_EQ(applications[0].window_count, 2);
  EXPECT_TRUE(applications[0].active);
}

TEST_P(Contract, CapturesAWindowInView) {
  const std::uint64_t id = world_->open_window({"w", "p", "P", {120, 140, 333, 277}, 5});
  if (refused(Operation::kWindowPixels, [&] { capture_window(id); })) return;
  const Picture picture = capture_window(id);
  EXPECT_EQ(picture.info().origin, (Rect{120, 140, 333, 277}));
  EXPECT_EQ(picture.info().width, 333);
  EXPECT_EQ(picture.info().height, 277);
  EXPECT_FALSE(picture.info().method.empty());
  EXPECT_EQ(picture.differences(5, {120, 140, 333, 277}), 0);
  EXPECT_TRUE(picture.opaque());
}

TEST_P(Contract, CapturesACoveredWindow) {
  const std::uint64_t below = world_->open_window({"below", "p", "P", {100, 100, 400, 300}, 1});
  const std::uint64_t above = world_->open_window({"above", "p", "P", {200, 150, 400, 300}, 2});
  if (refused(Operation::kWindowPixels, [&] { capture_window(below); })) return;
  EXPECT_EQ(capture_window(below).differences(1, {100, 100, 400, 300}), 0);
  EXPECT_EQ(capture_window(above).differences(2, {200, 150, 400, 300}), 0);
  EXPECT_EQ(capture_window(below).differences(1, {100, 100, 400, 300}), 0) << "the second time";
}

TEST_P(Contract, CapturesAWindowPartlyOffTheScreen) {
  const std::uint64_t id = world_->open_window({"w", "p", "P", {1100, 100, 300, 200}, 3});
  world_->move_window(id, {1100, 650, 300, 200});
  expect_shown(id, 3, {1100, 650, 300, 200});
}

TEST_P(Contract, CapturesAMovedWindow) {
  const std::uint64_t id = world_->open_window({"w", "p", "P", {100, 100, 300, 200}, 4});
  expect_shown(id, 4, {100, 100, 300, 200});
  world_->move_window(id, {500, 400, 300, 200});
  expect_shown(id, 4, {500, 400, 300, 200});
}

TEST_P(Contract, CapturesDisplayAndDesktop) {
  world_->open_window({"below", "p", "P", {100, 100, 400, 300}, 1});
  world_->open_window({"above", "p", "P", {200, 150, 500, 600}, 2});
  for (const auto kind : {CaptureTarget::Kind::kDesktop, CaptureTarget::Kind::kDisplay}) {
    const Picture picture = capture({kind, 0, {}});
    EXPECT_EQ(picture.info().origin, world_->screen());
    EXPECT_EQ(picture.differences(2, {200, 150, 500, 600}), 0);
    // Left of the upper window and clear of its frame.
    EXPECT_EQ(picture.part({100, 100, 60, 300}).differences(1, {100, 100, 400, 300}), 0);
    EXPECT_TRUE(picture.opaque());
  }
}

TEST_P(Contract, CutsARegion) {
  const std::uint64_t id = world_->open_window({"w", "p", "P", {100, 100, 300, 200}, 6});
  const Rect inside{150, 130, 40, 30};
  for (const CaptureTarget& target : {CaptureTarget{CaptureTarget::Kind::kWindow, id, inside},
                                      CaptureTarget{CaptureTarget::Kind::kDisplay, 0, inside},
                                      CaptureTarget{CaptureTarget::Kind::kDesktop, 0, inside}}) {
    const bool window = target.kind == CaptureTarget::Kind::kWindow;
    if (window && refused(Operation::kWindowPixels, [&] { capture(target); })) continue;
    const Picture picture = capture(target);
    EXPECT_EQ(picture.info().origin, inside);
    EXPECT_EQ(picture.differences(6, {100, 100, 300, 200}), 0);
  }
  const CaptureTarget corner{CaptureTarget::Kind::kWindow, id, Rect{380, 280, 500, 500}};
  if (refused(Operation::kWindowPixels, [&] { capture(corner); })) return;
  const Picture overlapping = capture(corner);
  EXPECT_EQ(overlapping.info().origin, (Rect{380, 280, 20, 20}));
  const Error error =
      error_of([&] { capture({CaptureTarget::Kind::kWindow, id, Rect{900, 700, 9, 9}}); });
  EXPECT_EQ(error.code, "INVALID_ARGUMENT");
}

TEST_P(Contract, CapturesAWindowWithItsFrame) {
  const Rect bounds{100, 100, 300, 200};
  const std::uint64_t id = world_->open_window({"w", "p", "P", bounds, 4});
  const Rect frame = listed(id).frame;
  ASSERT_EQ(frame != bounds, world_->has_frames());
  const CaptureTarget framed{CaptureTarget::Kind::kWindow, id, {}, true};
  if (refused(Operation::kWindowPixels, [&] { capture(framed); })) return;
  for (const bool covered : {false, true}) {
    if (covered) world_->open_window({"above", "p", "P", {60, 60, 400, 300}, 2});
    const Picture picture = capture(framed);
    EXPECT_EQ(picture.info().origin, frame) << covered;
    EXPECT_EQ(picture.part(bounds).differences(4, bounds), 0) << covered;
    EXPECT_EQ(capture_window(id).info().origin, bounds) << covered;
  }
}

TEST_P(Contract, CutsARegionOfAFrame) {
  const Rect bounds{100, 100, 300, 200};
  const std::uint64_t id = world_->open_window({"w", "p", "P", bounds, 4});
  const Rect frame = listed(id).frame;
  const Rect region{frame.x - 50, frame.y - 50, 90, 90};
  const CaptureTarget corner{CaptureTarget::Kind::kWindow, id, region, true};
  if (!refused(Operation::kWindowPixels, [&] { capture(corner); })) {
    EXPECT_EQ(capture(corner).info().origin, native::intersection(frame, region));
    const Error error =
        error_of([&] { capture({CaptureTarget::Kind::kWindow, id, Rect{900, 700, 9, 9}, true}); });
    EXPECT_EQ(error.code, "INVALID_ARGUMENT");
  }
  EXPECT_EQ(error_of([&] { capture({CaptureTarget::Kind::kWindow, 987654321, {}, true}); }).code,
            "WINDOW_NOT_FOUND");
}

TEST_P(Contract, KnowsNoSuchTarget) {
  for (const std::uint64_t id :
       {std::uint64_t{0}, std::uint64_t{987654321}, std::uint64_t{1} << 40}) {
    EXPECT_EQ(error_of([&] { capture_window(id); }).code, "WINDOW_NOT_FOUND");
    EXPECT_EQ(error_of([&] { desktop().windows().activate(id, soon()); }).code, "WINDOW_NOT_FOUND");
  }
  const Error error = error_of([&] { capture({CaptureTarget::Kind::kDisplay, 7, {}}); });
  EXPECT_EQ(error.code, "DISPLAY_NOT_FOUND");
  EXPECT_FALSE(error.hint.empty());
}

TEST_P(Contract, EndsACaptureWhenTheSinkThrows) {
  const std::uint64_t id = world_->open_window({"w", "p", "P", {100, 100, 300, 200}, 7});
  Picture picture;
  picture.throw_at_row(128);
  EXPECT_THROW(desktop().capture().capture({CaptureTarget::Kind::kDesktop, 0, {}}, picture, soon()),
               std::runtime_error);
  expect_shown(id, 7, {100, 100, 300, 200});
}

TEST_P(Contract, SaysWhatItCanDo) {
  const std::map<std::string, Operation> lacking = {{"capture.window", Operation::kWindowPixels},
                                                    {"capture.covered", Operation::kWindowPixels},
                                                    {"changes", Operation::kChanges},
                                                    {"input", Operation::kInput},
                                                    {"windows.control", Operation::kPlacing},
                                                    {"clipboard", Operation::kClipboard}};
  const auto rows = desktop().capabilities(soon());
  EXPECT_GE(rows.size(), 5U);
  for (const auto& row : rows) {
    const auto found = lacking.find(row.operation);
    const bool refuses = found != lacking.end() && world_->refuses(found->second).has_value();
    EXPECT_EQ(row.available, !refuses) << row.operation << ": " << row.detail;
    EXPECT_FALSE(row.detail.empty()) << row.operation;
    EXPECT_EQ(row.remedy.empty(), !refuses) << row.operation;
  }
  EXPECT_FALSE(desktop().description().empty());
}

INSTANTIATE_TEST_SUITE_P(Backends, Contract, every_backend(), name_of);

}  // namespace
}  // namespace contract
