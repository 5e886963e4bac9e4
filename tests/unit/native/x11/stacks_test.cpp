#include <gtest/gtest.h>
#include <poll.h>

#include <atomic>
#include <cstdlib>
#include <iostream>
#include <random>
#include <stdexcept>
#include <thread>

#include "native/x11/x11_desktop.hpp"
#include "tests/unit/native/support/painter.hpp"
#include "tests/unit/native/support/shots.hpp"
#include "tests/unit/native/support/x_server.hpp"

// Random stacks of windows, captured while they are moved, raised and resized: every picture is
// right to the pixel or a coded error with its reason.
namespace native {
namespace {

using test::Painter;
using test::Painting;
using test::Pixels;
using Clock = std::chrono::steady_clock;

constexpr int kWindows = 7;
constexpr int kFewest = 24;  // pictures of a run

struct Surroundings {
  const char* name;
  std::vector<std::string> manager;     // empty: none
  std::vector<std::string> compositor;  // empty: none
};

void PrintTo(const Surroundings& surroundings, std::ostream* out) { *out << surroundings.name; }

unsigned chosen_seed() {
  const char* wish = std::getenv("PEEKABOO_TEST_SEED");
  return wish == nullptr ? std::random_device{}() : static_cast<unsigned>(std::atoi(wish));
}

// Moves and restacks the windows over a connection of its own.
class Mover {
 public:
  Mover(const test::XServer& server, Painter& painter, std::vector<xcb_window_t> windows,
        unsigned seed)
      : connection_(test::connect(server)),
        painter_(painter),
        windows_(std::move(windows)),
        random_(seed),
        thread_([this] { run(); }) {}
  ~Mover() {
    ending_ = true;
    thread_.join();
  }

 private:
  int number(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  void run() {
    while (!ending_) {
      // Bursts and rests, so that captures meet windows in motion and windows that have just come
      // to rest.
      for (int burst = number(1, 12); burst > 0; --burst) move_one();
      xcb_flush(connection_.get());
      // On a busy machine exposures would pile up, and no window would ever be at rest.
      painter_.settle();
      ::poll(nullptr, 0, number(0, 25));
    }
  }
  void move_one() {
    const xcb_window_t window = windows_[static_cast<std::size_t>(number(0, kWindows - 1))];
    xcb_connection_t* c = connection_.get();
    const std::uint32_t above = number(0, 3) == 0 ? XCB_STACK_MODE_BELOW : XCB_STACK_MODE_ABOVE;
    const auto coordinate = [](int value) { return static_cast<std::uint32_t>(value); };
    const std::uint32_t place[] = {coordinate(number(-80, 700)), coordinate(number(-60, 520))};
    const std::uint32_t size[] = {coordinate(number(20, 320)), coordinate(number(20, 240))};
    switch (number(0, 5)) {
      case 0:
        xcb_configure_window(c, window, XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT, size);
        break;
      case 1:
      case 2:
        xcb_configure_window(c, window, XCB_CONFIG_WINDOW_STACK_MODE, &above);
        break;
      default:
        xcb_configure_window(c, window, XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y, place);
    }
  }

  test::XConnection connection_;
  Painter& painter_;
  std::vector<xcb_window_t> windows_;
  std::mt19937 random_;
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

class Stacks : public testing::TestWithParam<Surroundings> {
 protected:
  Stacks() : server_("800x600x24") {
    if (!GetParam().manager.empty()) manager_ = test::start_manager(server_, GetParam().manager);
    if (!GetParam().compositor.empty()) compositor_ = start_compositor();
    painter_ = std::make_unique<Painter>(server_);
    desktop_ = open_x11(server_.roots());
  }

  bool composited() {
    const auto owner = [&] {
      xcb_connection_t* c = connection_.get();
      const auto cookie = xcb_get_selection_owner(c, test::intern(c, "_NET_WM_CM_S0"));
      xcb_get_selection_owner_reply_t* reply = xcb_get_selection_owner_reply(c, cookie, nullptr);
      const xcb_window_t window = reply == nullptr ? 0 : reply->owner;
      std::free(reply);
      return window;
    };
    return owner() != XCB_WINDOW_NONE;
  }
  test::Child start_compositor() {
    test::Child result = server_.run(GetParam().compositor);
    if (!test::eventually([&] { return composited(); })) throw std::runtime_error("no compositor");
    return result;
  }
  Painting random_painting(int index, std::mt19937& random) {
    const auto number = [&](int low, int high) {
      return std::uniform_int_distribution<int>(low, high)(random);
    };
    Painting painting;
    painting.seed = index + 1;
    painting.bounds = {number(0, 400), number(30, 300), number(30, 320), number(30, 240)};
    painting.override_redirect = GetParam().manager.empty();
    return painting;
  }

  test::XServer server_;
  test::XConnection connection_ = test::connect(server_);
  test::Child manager_;
  test::Child compositor_;
  std::unique_ptr<Painter> painter_;
  std::unique_ptr<Desktop> desktop_;
};

TEST_P(Stacks, AreNeverShownWrong) {
  const unsigned seed = chosen_seed();
  SCOPED_TRACE("PEEKABOO_TEST_SEED=" + std::to_string(seed));
  std::mt19937 random(seed);
  std::vector<xcb_window_t> windows;
  for (int i = 0; i < kWindows; ++i) windows.push_back(painter_->open(random_painting(i, random)));
  int right = 0;
  int refused = 0;
  {
    const Mover mover(server_, *painter_, windows, seed + 1);
    const auto begin = Clock::now();
    const auto lasts = [&] {
      const auto passed = Clock::now() - begin;
      // A busy machine needs longer for as many.
      return passed < std::chrono::seconds(6) ||
             ((right == 0 || right + refused <= kFewest) && passed < std::chrono::seconds(60));
    };
    while (lasts() && !HasFailure()) {
      const auto index = static_cast<std::size_t>(random() % kWindows);
      try {
        const Pixels picture = test::shoot(*desktop_, windows[index], right == 0 ? 4000 : 1500);
        EXPECT_EQ(picture.wrong(static_cast<int>(index) + 1), 0)
            << "by " << picture.info.method << ", " << picture.info.width << "x"
            << picture.info.height << ", after " << right << " right ones";
        ++right;
      } catch (const Error& error) {
        EXPECT_TRUE(error.code == "CAPTURE_FAILED" || error.code == "TIMEOUT") << error.message;
        EXPECT_FALSE(error.details.empty()) << error.message;
        EXPECT_FALSE(error.hint.empty()) << error.message;
        ++refused;
      }
    }
  }
  RecordProperty("right", right);
  RecordProperty("refused", refused);
  std::cout << GetParam().name << ": " << right << " right, " << refused << " refused\n";
  EXPECT_GT(right, 0);  // a client that gets no processor time within the limit is refused
  EXPECT_GT(right + refused, kFewest);
  painter_->settle();
  for (std::size_t i = 0; i < windows.size(); ++i) {
    EXPECT_EQ(test::shoot(*desktop_, windows[i]).wrong(static_cast<int>(i) + 1), 0) << "at rest";
    if (GetParam().compositor.empty() && !composited()) {
      EXPECT_FALSE(test::redirected(connection_.get(), windows[i])) << "Composite was not undone";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    X11, Stacks,
    testing::Values(Surroundings{"bare", {}, {}},
                    Surroundings{"openbox", {"openbox", "--sm-disable"}, {}},
                    Surroundings{"picom", {}, {"picom", "--backend", "xrender", "--no-vsync"}},
                    Surroundings{"openbox_picom",
                                 {"openbox", "--sm-disable"},
                                 {"picom", "--backend", "xrender", "--no-vsync"}}),
    [](const auto& surroundings) { return surroundings.param.name; });

}  // namespace
}  // namespace native
