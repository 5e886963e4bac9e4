#include "tests/unit/native/contract/contract.hpp"

// What every backend promises when things go wrong.
namespace contract {
namespace {

// Ends the display server in the middle of a picture.
class Dying : public Picture {
 public:
  explicit Dying(World& world) : world_(world) {}
  void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) override {
    Picture::strip(y, rows, pixels, stride);
    if (y == 0) world_.kill_server();
  }

 private:
  World& world_;
};

// Ends the display server before the first pixel is asked for.
class DyingEarly : public Picture {
 public:
  explicit DyingEarly(World& world) : world_(world) {}
  native::Exclusion* exclusion() override {
    world_.kill_server();
    return nullptr;
  }

 private:
  World& world_;
};

class Failures : public Contract {
 protected:
  using Run = std::function<void(Deadline)>;
  // Returns the code of an operation that fails with `code` where the desktop has it. One that it
  // lacks is refused without a look at the display.
  std::string expected(const std::string& operation, const std::string& code) {
    if (operation != "clipboard") return code;
    const std::optional<Refusal> refusal = world_->refuses(Operation::kClipboard);
    return refusal ? refusal->code : code;
  }
  std::vector<std::pair<const char*, Run>> every_operation(std::uint64_t window) {
    const auto shoot = [this](CaptureTarget::Kind kind, std::uint64_t id) {
      return [this, kind, id](Deadline deadline) {
        Picture picture;
        desktop().capture().capture({kind, id, {}}, picture, deadline);
      };
    };
    return {
        {"displays", [this](Deadline by) { desktop().displays().displays(by); }},
        {"windows", [this](Deadline by) { desktop().windows().windows(by); }},
        {"frontmost", [this](Deadline by) { desktop().windows().frontmost(by); }},
        {"activate", [this, window](Deadline by) { desktop().windows().activate(window, by); }},
        {"applications", [this](Deadline by) { desktop().applications().applications(by); }},
        {"clipboard",
         [this](Deadline by) { desktop().clipboard().read({native::Selection::kClipboard}, by); }},
        {"capture desktop", shoot(CaptureTarget::Kind::kDesktop, 0)},
        {"capture display", shoot(CaptureTarget::Kind::kDisplay, 0)},
        {"capture window", shoot(CaptureTarget::Kind::kWindow, window)}};
  }
};

TEST_P(Failures, KeepsItsDeadlineWhenTheServerIsStopped) {
  const std::uint64_t id = world_->open_window({"w", "p", "P", {100, 100, 300, 200}, 8});
  const auto operations = every_operation(id);
  for (const auto& [name, operation] : operations) {
    SCOPED_TRACE(name);
    // Connected when the server stops; the next two rounds have to connect anew.
    expect_shown(id, 8, {100, 100, 300, 200});
    world_->stop_server();
    for (int round = 0; round < 2; ++round) {
      const auto before = std::chrono::steady_clock::now();
      const Error error = error_of([&] { operation(in(milliseconds(150))); });
      const auto took = std::chrono::steady_clock::now() - before;
      EXPECT_EQ(error.code, expected(name, "TIMEOUT")) << error.message;
      EXPECT_TRUE(error.code != "TIMEOUT" || took >= milliseconds(149));
      EXPECT_LE(took, milliseconds(1150));  // a busy machine, sanitizers
    }
    for (const auto& row : desktop().capabilities(in(milliseconds(100)))) {
      EXPECT_FALSE(row.available) << row.operation;
      EXPECT_FALSE(row.remedy.empty()) << row.operation;
    }
    world_->continue_server();
    expect_shown(id, 8, {100, 100, 300, 200});
  }
}

TEST_P(Failures, RefusesEveryOperationAfterItsDeadline) {
  const std::uint64_t id = world_->open_window({});
  for (const auto& [name, operation] : every_operation(id)) {
    const Error error = error_of([&, &run = operation] { run(in(milliseconds(-1))); });
    EXPECT_EQ(error.code, expected(name, "TIMEOUT")) << name;
    EXPECT_FALSE(error.hint.empty()) << name;
  }
}

TEST_P(Failures, SaysForEveryOperationThatTheServerDied) {
  const std::uint64_t id = world_->open_window({});
  expect_shown(id, 1, {100, 100, 300, 200});
  world_->kill_server();
  for (int round = 0; round < 2; ++round) {
    for (const auto& [name, operation] : every_operation(id)) {
      const auto before = std::chrono::steady_clock::now();
      const Error error = error_of([&, &run = operation] { run(soon()); });
      EXPECT_EQ(error.code, expected(name, "DISPLAY_UNAVAILABLE")) << name << ": " << error.message;
      EXPECT_FALSE(detail(error, "reason").empty()) << name;
      EXPECT_FALSE(error.hint.empty()) << name;
      EXPECT_LE(std::chrono::steady_clock::now() - before, milliseconds(1000)) << name;
    }
  }
  for (const auto& row : desktop().capabilities(soon())) {
    EXPECT_FALSE(row.available) << row.operation;
    EXPECT_FALSE(row.remedy.empty()) << row.operation;
  }
}

TEST_P(Failures, DyingUnderACapture) {
  world_->open_window({"w", "p", "P", {100, 100, 300, 200}, 8});
  Dying sink(*world_);
  const Error error = error_of(
      [&] { desktop().capture().capture({CaptureTarget::Kind::kDesktop, 0, {}}, sink, soon()); });
  // A backend may have the whole picture by then.
  if (error.code == "NONE") {
    EXPECT_EQ(sink.differences(8, {100, 100, 300, 200}), 0);
    return;
  }
  EXPECT_EQ(error.code, "DISPLAY_UNAVAILABLE");
  EXPECT_FALSE(error.hint.empty());
}

TEST_P(Failures, DyingBeforeTheFirstPixel) {
  world_->open_window({});
  DyingEarly sink(*world_);
  const Error error = error_of(
      [&] { desktop().capture().capture({CaptureTarget::Kind::kDesktop, 0, {}}, sink, soon()); });
  EXPECT_EQ(error.code, "DISPLAY_UNAVAILABLE");
  EXPECT_FALSE(error.hint.empty());
}

TEST_P(Failures, ASinkThatThrowsAtTheBeginning) {
  const std::uint64_t id = world_->open_window({"w", "p", "P", {100, 100, 300, 200}, 8});
  class Refusing : public Picture {
    void begin(const native::FrameInfo&) override { throw Error("POLICY_DENIED", "not this one"); }
  };
  for (const auto kind : {CaptureTarget::Kind::kDesktop, CaptureTarget::Kind::kDisplay,
                          CaptureTarget::Kind::kWindow}) {
    Refusing sink;
    const bool window = kind == CaptureTarget::Kind::kWindow;
    const auto run = [&] {
      desktop().capture().capture({kind, window ? id : 0, {}}, sink, soon());
    };
    if (window && refused(Operation::kWindowPixels, run)) continue;
    EXPECT_EQ(error_of(run).code, "POLICY_DENIED");
  }
  expect_shown(id, 8, {100, 100, 300, 200});
}

TEST_P(Failures, NothingToTell) {
  EXPECT_FALSE(desktop().windows().frontmost(soon()).has_value());
  EXPECT_TRUE(desktop().windows().windows(soon()).empty());
  EXPECT_TRUE(desktop().applications().applications(soon()).empty());
  EXPECT_EQ(capture({CaptureTarget::Kind::kDesktop, 0, {}}).info().origin, world_->screen());
}

TEST_P(Failures, ARegionOutsideOfEveryKindOfTarget) {
  const std::uint64_t id = world_->open_window({});
  for (const auto& [kind, target] : {std::pair{CaptureTarget::Kind::kDesktop, std::uint64_t{0}},
                                     std::pair{CaptureTarget::Kind::kDisplay, std::uint64_t{0}},
                                     std::pair{CaptureTarget::Kind::kWindow, id}}) {
    for (const Rect& region : {Rect{5000, 5000, 10, 10}, Rect{150, 150, 0, 10},
                               Rect{-50, -50, 20, 20}, Rect{2147483640, 0, 10, 10}}) {
      const CaptureTarget wanted{kind, target, region};
      const bool window = kind == CaptureTarget::Kind::kWindow;
      if (window && refused(Operation::kWindowPixels, [&] { capture(wanted); })) continue;
      const Error error = error_of([&] { capture(wanted); });
      EXPECT_EQ(error.code, "INVALID_ARGUMENT");
      EXPECT_EQ(detail(error, "field"), "region");
    }
  }
}

TEST_P(Failures, TellsARefusalFromAnAbsence) {
  const auto refused = world_->refused();
  const Error refusal = error_of([&] { refused->windows().windows(soon()); });
  EXPECT_EQ(refusal.code, "DISPLAY_UNAVAILABLE");
  EXPECT_EQ(detail(refusal, "reason"), "refused");
  EXPECT_FALSE(refusal.hint.empty());
  const auto absent = world_->absent();
  const Error absence = error_of([&] { absent->displays().displays(soon()); });
  EXPECT_EQ(absence.code, "DISPLAY_UNAVAILABLE");
  EXPECT_EQ(detail(absence, "reason"), "not found");
  EXPECT_FALSE(absence.hint.empty());
  for (const auto& row : absent->capabilities(soon())) {
    EXPECT_FALSE(row.available);
    EXPECT_FALSE(row.detail.empty());
    EXPECT_FALSE(row.remedy.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, Failures, every_backend(), name_of);

}  // namespace
}  // namespace contract
