#include <gtest/gtest.h>

#include <functional>

#include "native/desktop/error.hpp"
#include "native/x11/x11_desktop.hpp"
#include "tests/unit/native/support/lying_x_server.hpp"
#include "tests/unit/native/support/shots.hpp"
#include "tests/unit/native/support/x_server.hpp"

// A display server whose replies are not as long as they say, or say what cannot be: each operation
// ends with a result or a coded error, and reads nothing that was not sent.
namespace native {
namespace {

using test::Lie;
using test::LyingXServer;
using Clock = std::chrono::steady_clock;

class Strips : public StripSink {
 public:
  void begin(const FrameInfo&) override {}
  void strip(int, int, std::uint8_t*, std::size_t) override {}
};

// Everything that a desktop is asked for, one after another.
const std::vector<std::function<void(Desktop&, Deadline)>>& operations() {
  static const std::vector<std::function<void(Desktop&, Deadline)>> all = {
      [](Desktop& desktop, Deadline deadline) { desktop.displays().displays(deadline); },
      [](Desktop& desktop, Deadline deadline) { desktop.windows().windows(deadline); },
      [](Desktop& desktop, Deadline deadline) { desktop.windows().frontmost(deadline); },
      [](Desktop& desktop, Deadline deadline) { desktop.capabilities(deadline); },
      [](Desktop& desktop, Deadline deadline) {
        Strips sink;
        desktop.capture().capture({}, sink, deadline);
      },
      [](Desktop& desktop, Deadline deadline) {
        Strips sink;
        desktop.capture().capture({CaptureTarget::Kind::kWindow, LyingXServer::kWindow, {}}, sink,
                                  deadline);
      },
      [](Desktop& desktop, Deadline deadline) { desktop.changes().mark(deadline); },
  };
  return all;
}

class LyingServer : public testing::Test {
 protected:
  // The errors of all operations on one desktop, "" for none.
  std::vector<std::string> ask_all(const std::vector<Lie>& lies) {
    const LyingXServer server(lies);
    std::vector<std::string> errors;
    {
      const auto desktop = open_x11(roots(server.display()));
      for (const auto& operation : operations()) {
        try {
          operation(*desktop, Clock::now() + std::chrono::milliseconds(400));
          errors.emplace_back();
        } catch (const Error& error) {
          errors.push_back(error.message);
        }
      }
    }
    replies_ = server.replies();
    return errors;
  }
  static SessionRoots roots(const std::string& display) {
    SessionRoots roots = SessionRoots::system();
    roots.environment = [display](const std::string& name) {
      return name == "DISPLAY" ? std::optional(display) : std::nullopt;
    };
    return roots;
  }

  int replies_ = 0;
};

TEST_F(LyingServer, IsADesktopAsLongAsItTellsTheTruth) {
  EXPECT_EQ(ask_all({}), std::vector<std::string>(operations().size()));
  EXPECT_GT(replies_, 100);
}

TEST_F(LyingServer, IsRefusedForASetupThatIsNotThere) {
  constexpr std::size_t kFormats = 29;
  constexpr std::size_t kPad = 46;
  for (const Lie& lie : {Lie{1, Lie::Kind::kByte, kFormats, 255}, Lie{1, Lie::Kind::kByte, kPad, 0},
                         Lie{1, Lie::Kind::kByte, 28, 200}, Lie{1, Lie::Kind::kByte, 6, 8}}) {
    const auto errors = ask_all({lie});
    EXPECT_NE(errors.front().find("breaks the X11 protocol"), std::string::npos) << errors.front();
  }
}

TEST_F(LyingServer, IsBelievedNoLengthWhateverItSays) {
  ask_all({});
  const int all = replies_;
  int protested = 0;
  for (int reply = 2; reply < all; ++reply) {
    for (const Lie& lie :
         {Lie{reply, Lie::Kind::kWords, 0, 0}, Lie{reply, Lie::Kind::kNumber, 16, 0x7FFFFFFF},
          Lie{reply, Lie::Kind::kNumber, 8, 0xFFFFFFFF}}) {
      for (const std::string& error : ask_all({lie}))
        protested += error.find("breaks the X11 protocol") != std::string::npos ? 1 : 0;
    }
  }
  EXPECT_GT(protested, 20);
}

}  // namespace
}  // namespace native
