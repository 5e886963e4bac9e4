// Plays a display server that lies: whatever its replies say, each operation of the desktop ends
// with a result or a coded error, and reads nothing that was not sent. The input is a list of lies,
// each of eight bytes: which reply (two), how, where, and what (four).

#include <cstdlib>

#include "native/desktop/error.hpp"
#include "native/x11/x11_desktop.hpp"
#include "tests/unit/native/support/lying_x_server.hpp"

namespace {

using namespace native;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kLieSize = 8;
constexpr auto kPatience = std::chrono::milliseconds(150);

class Strips : public StripSink {
 public:
  void begin(const FrameInfo&) override {}
  void strip(int, int, std::uint8_t*, std::size_t) override {}
};

std::vector<test::Lie> to_lies(const std::uint8_t* data, std::size_t size) {
  std::vector<test::Lie> lies;
  for (; size >= kLieSize; data += kLieSize, size -= kLieSize) {
    test::Lie lie;
    lie.reply = data[0] | data[1] << 8;
    lie.kind = static_cast<test::Lie::Kind>(data[2] % 4);
    lie.offset = data[3];
    for (int i = 7; i >= 4; --i) lie.value = lie.value << 8 | data[i];
    lies.push_back(lie);
  }
  return lies;
}

template <class Operation>
void attempt(const Operation& operation) {
  try {
    operation(Clock::now() + kPatience);
  } catch (const Error& error) {
    if (error.code.empty() || error.message.empty()) std::abort();
  }
}

void listen(Desktop& desktop) {
  const auto events = desktop.listen();
  Wanted wanted;
  wanted.windows = wanted.focus = wanted.titles = wanted.moves = wanted.displays = true;
  wanted.hotkeys = {{Hotkey::kControl, 'a'}};
  wanted.regions = {{0, 0, 20, 20}};
  events->want(wanted, 1);
  events->next(8, Clock::now() + kPatience / 10);
}

void use(Desktop& desktop) {
  attempt([&](Deadline deadline) { desktop.displays().displays(deadline); });
  attempt([&](Deadline deadline) { desktop.windows().windows(deadline); });
  attempt([&](Deadline deadline) { desktop.windows().frontmost(deadline); });
  attempt([&](Deadline deadline) { desktop.applications().applications(deadline); });
  attempt([&](Deadline deadline) { desktop.capabilities(deadline); });
  attempt([&](Deadline deadline) {
    Strips sink;
    desktop.capture().capture({}, sink, deadline);
  });
  attempt([&](Deadline deadline) {
    Strips sink;
    const std::uint64_t window = test::LyingXServer::kWindow;
    desktop.capture().capture({CaptureTarget::Kind::kWindow, window, {}}, sink, deadline);
  });
  attempt([&](Deadline deadline) {
    const std::uint64_t mark = desktop.changes().mark(deadline);
    desktop.changes().changed(mark, {0, 0, 9, 9}, deadline);
  });
  listen(desktop);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const test::LyingXServer server(to_lies(data, size));
  SessionRoots roots = SessionRoots::system();
  roots.environment = [&server](const std::string& name) {
    return name == "DISPLAY" ? std::optional(server.display()) : std::nullopt;
  };
  use(*open_x11(roots));
  return 0;
}
