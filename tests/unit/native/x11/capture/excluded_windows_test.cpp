#include <gtest/gtest.h>
#include <poll.h>
#include <xcb/shape.h>
#include <xcb/xcbext.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <random>
#include <thread>

#include "native/gate/gate.hpp"
#include "native/image/frame.hpp"
#include "native/x11/x11_desktop.hpp"
#include "tests/unit/native/support/kept.hpp"
#include "tests/unit/native/support/shots.hpp"
#include "tests/unit/native/support/x_server.hpp"

// Excluded windows on a real display server, without and with a compositor. Windows here are
// painted by the server, each in one colour, so that the test knows what every pixel shows.
namespace native {
namespace {

using test::XServer;

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

constexpr std::uint32_t kFilled = 0x606060;
constexpr std::uint32_t kSecret = 0xFE01FD;

// Excludes windows whose title contains "secret", and those of the class "vault".
class NoSecrets : public Policy {
 public:
  NoSecrets() {
    WindowRule by_title, by_class;
    by_title.title = "secret";
    by_class.app_class = "vault";
    auto rules = std::make_shared<Rules>();
    const auto windows =
        std::make_shared<const WindowRules>(std::vector<WindowRule>{by_title, by_class});
    for (CallerRules& caller : rules->callers) caller.windows = windows;
    rules_ = std::move(rules);
  }
  std::shared_ptr<const Rules> rules() override { return rules_; }
  void admit(const Caller&, const Operation&, const Rules&) override {}
  void confirm(const Caller&, const Operation&, const Rules&) override {}
  void audit(const Caller&, const CaptureTarget&, int, const Error*) override {}

 private:
  std::shared_ptr<const Rules> rules_;
};

std::uint32_t colour_at(const Frame& frame, int x, int y) {
  const std::uint8_t* p = frame.pixels.data() + static_cast<std::size_t>(y) * frame.stride +
                          static_cast<std::size_t>(x) * 4;
  return static_cast<std::uint32_t>(p[2] << 16 | p[1] << 8 | p[0]);
}

// Makes windows of one colour each.
class Colours {
 public:
  explicit Colours(const XServer& server) : connection_(test::connect(server)) {}

  xcb_window_t open(const Rect& bounds, std::uint32_t colour, const std::string& title,
                    bool pop_up = false, std::uint16_t border = 0) {
    const xcb_window_t window = xcb_generate_id(raw());
    const std::uint32_t values[] = {colour, colour, pop_up ? 1U : 0U};
    xcb_create_window(raw(), XCB_COPY_FROM_PARENT, window, test::root_of(raw()),
                      static_cast<std::int16_t>(bounds.x), static_cast<std::int16_t>(bounds.y),
                      static_cast<std::uint16_t>(bounds.width),
                      static_cast<std::uint16_t>(bounds.height), border,
                      XCB_WINDOW_CLASS_INPUT_OUTPUT, XCB_COPY_FROM_PARENT,
                      XCB_CW_BACK_PIXEL | XCB_CW_BORDER_PIXEL | XCB_CW_OVERRIDE_REDIRECT, values);
    xcb_change_property(raw(), XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8,
                        static_cast<std::uint32_t>(title.size()), title.data());
    xcb_map_window(raw(), window);
    settle();
    return window;
  }
  // Puts a window into another one, as programs do that embed others.
  void put_into(xcb_window_t window, xcb_window_t parent, int x, int y) {
    xcb_reparent_window(raw(), window, parent, static_cast<std::int16_t>(x),
                        static_cast<std::int16_t>(y));
    settle();
  }
  void set_class(xcb_window_t window, const std::string& name) {
    const std::string both = name + '\0' + name + '\0';
    xcb_change_property(raw(), XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_CLASS, XCB_ATOM_STRING, 8,
                        static_cast<std::uint32_t>(both.size()), both.data());
    settle();
  }
  void move(xcb_window_t window, int x, int y) {
    const std::uint32_t place[] = {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)};
    xcb_configure_window(raw(), window, XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y, place);
    settle();
  }
  void set_owner(xcb_window_t window, xcb_window_t owner) {
    xcb_change_property(raw(), XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_TRANSIENT_FOR,
                        XCB_ATOM_WINDOW, 32, 1, &owner);
    settle();
  }
  void set_number(xcb_window_t window, const std::string& property, std::uint32_t value) {
    xcb_change_property(raw(), XCB_PROP_MODE_REPLACE, window, test::intern(raw(), property),
                        XCB_ATOM_CARDINAL, 32, 1, &value);
    settle();
  }
  void close(xcb_window_t window) {
    xcb_destroy_window(raw(), window);
    settle();
  }
  void settle() {
    std::free(xcb_get_input_focus_reply(raw(), xcb_get_input_focus(raw()), nullptr));
  }
  // Whether the server answers this client; another one may have grabbed it.
  bool is_answered() {
    const xcb_get_input_focus_cookie_t cookie = xcb_get_input_focus(raw());
    void* reply = nullptr;
    for (int i = 0; i < 50; ++i) {
      xcb_flush(raw());
      if (xcb_poll_for_reply(raw(), cookie.sequence, &reply, nullptr) != 0) break;
      pollfd server{xcb_get_file_descriptor(raw()), POLLIN, 0};
      poll(&server, 1, 10);
    }
    if (reply == nullptr) xcb_discard_reply(raw(), cookie.sequence);
    const Owned<void> answer(reply);
    return answer != nullptr;
  }
  xcb_connection_t* raw() { return connection_.get(); }

 private:
  test::XConnection connection_;
};

struct SmallServer : XServer {
  SmallServer() : XServer("400x300x24") {}
};

class ExcludedWindows : public testing::Test {
 protected:
  Frame capture(const CaptureTarget& target = {}) {
    FrameSink sink;
    gate.capture(*desktop, caller, target, sink, test::in(8000));
    return sink.take();
  }
  std::string refusal(xcb_window_t window) {
    try {
      capture({CaptureTarget::Kind::kWindow, window, {}});
    } catch (const Error& error) {
      return error.code;
    }
    return "allowed";
  }

  test::Kept<SmallServer> kept_server;
  XServer& server = *kept_server;
  Colours windows{server};
  std::unique_ptr<Desktop> desktop = open_x11(server.roots());
  Gate gate{std::make_unique<NoSecrets>()};
  const Caller caller{Caller::Kind::kMcp, "image", "", 0};
};

bool contains(const Rect& rect, int x, int y) {
  return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
}

// A hundred random stacks: every visible pixel of an excluded window is filled, and no other.
TEST_F(ExcludedWindows, AreFilledWhereTheyAreVisibleInAnyStack) {
  std::mt19937 random(7);
  const auto between = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  for (int round = 0; round < 100; ++round) {
    struct Shown {
      xcb_window_t window;
      Rect outer;
      std::uint32_t colour;
    };
    std::vector<Shown> stack;
    const int count = between(1, 8);
    for (int i = 0; i < count; ++i) {
      const Rect bounds{between(-50, 380), between(-50, 280), between(1, 250), between(1, 200)};
      const auto border = static_cast<std::uint16_t>(between(0, 3));
      const bool secret = between(0, 2) == 0;
      const auto colour = static_cast<std::uint32_t>(0x100000 + i * 0x0F0F);
      const xcb_window_t window = windows.open(bounds, secret ? kSecret : colour,
                                               secret ? "a Secret" : "plain", false, border);
      stack.push_back({window,
                       {bounds.x, bounds.y, bounds.width + 2 * border, bounds.height + 2 * border},
                       secret ? kFilled : colour});
    }
    const Rect region{between(0, 100), between(0, 100), between(1, 300), between(1, 200)};
    const bool whole = between(0, 1) == 0;
    const Frame frame = whole ? capture() : capture({CaptureTarget::Kind::kDesktop, 0, region});
    int wrong = 0;
    std::string first;
    for (int y = 0; y < frame.height; ++y)
      for (int x = 0; x < frame.width; ++x) {
        std::uint32_t expected = 0;
        for (const Shown& each : stack)
          if (contains(each.outer, x + frame.origin.x, y + frame.origin.y)) expected = each.colour;
        const std::uint32_t seen = colour_at(frame, x, y);
        if (seen != expected && wrong == 0)
          first = std::to_string(x) + "," + std::to_string(y) + " in " + std::to_string(seen) +
                  " expected " + std::to_string(expected);
        wrong += seen == expected ? 0 : 1;
      }
    EXPECT_EQ(wrong, 0) << "round " << round << ", the first at " << first;
    for (const Shown& each : stack) windows.close(each.window);
  }
}

TEST_F(ExcludedWindows, TakeTheirDialogsAndPopUpsAlong) {
  const xcb_window_t main = windows.open({10, 10, 50, 50}, kSecret, "secret");
  const xcb_window_t dialog = windows.open({100, 10, 50, 50}, kSecret, "dialog");
  windows.set_owner(dialog, main);
  windows.open({200, 10, 50, 50}, kSecret, "", true);
  windows.open({300, 10, 50, 50}, 0x123456, "plain");
  const Frame frame = capture();
  for (const int x : {20, 110, 210}) EXPECT_EQ(colour_at(frame, x, 20), kFilled) << x;
  EXPECT_EQ(colour_at(frame, 310, 20), 0x123456U);
  EXPECT_EQ(frame.excluded_windows, 3);
  EXPECT_EQ(refusal(dialog), "POLICY_DENIED");
}

TEST_F(ExcludedWindows, AreRefusedByIdInEveryState) {
  const xcb_window_t main = windows.open({10, 10, 50, 50}, kSecret, "secret");
  EXPECT_EQ(refusal(main), "POLICY_DENIED");
  windows.open({0, 0, 300, 300}, 0x123456, "plain");
  EXPECT_EQ(refusal(main), "POLICY_DENIED") << "covered";
  xcb_unmap_window(windows.raw(), main);
  windows.settle();
  EXPECT_EQ(refusal(main), "POLICY_DENIED") << "not shown";
}

TEST_F(ExcludedWindows, OfALockerKeepEverythingFromBeingCaptured) {
  const xcb_window_t other = windows.open({200, 50, 50, 50}, 0x123456, "plain");
  const xcb_window_t locker = windows.open({0, 0, 400, 300}, kSecret, "secret", true);
  EXPECT_EQ(refusal(other), "allowed") << "any excluded window";
  windows.set_class(locker, "i3lock");
  EXPECT_EQ(refusal(other), "POLICY_DENIED") << "it is behind the locker";
  EXPECT_THROW(capture(), Error);
  EXPECT_THROW(gate.admit_comparison(*desktop, caller, test::in(8000)), Error);
  xcb_unmap_window(windows.raw(), locker);
  windows.settle();
  EXPECT_EQ(refusal(other), "allowed") << "some lockers keep their windows";
  EXPECT_NO_THROW(capture());
  EXPECT_NO_THROW(gate.admit_comparison(*desktop, caller, test::in(8000)));
}

TEST_F(ExcludedWindows, DoNotKeepOthersFromBeingCaptured) {
  windows.open({10, 10, 100, 100}, kSecret, "secret");
  const xcb_window_t other = windows.open({50, 50, 100, 100}, 0x123456, "plain");
  const Frame frame = capture({CaptureTarget::Kind::kWindow, other, {}});
  EXPECT_EQ(colour_at(frame, 5, 5), 0x123456U);
  EXPECT_EQ(frame.excluded_windows, 0);
}

TEST_F(ExcludedWindows, AreFilledInTheirShape) {
  const xcb_window_t window = windows.open({10, 10, 100, 100}, kSecret, "secret");
  const xcb_rectangle_t part{0, 0, 50, 50};
  xcb_shape_rectangles(windows.raw(), XCB_SHAPE_SO_SET, XCB_SHAPE_SK_BOUNDING, 0, window, 0, 0, 1,
                       &part);
  windows.settle();
  const Frame frame = capture();
  EXPECT_EQ(colour_at(frame, 59, 59), kFilled);
  EXPECT_EQ(colour_at(frame, 60, 60), 0U);
}

TEST_F(ExcludedWindows, AreFoundInsideFrames) {
  const test::Child manager = test::start_manager(server);
  const xcb_window_t window = windows.open({50, 50, 100, 100}, kSecret, "secret");
  windows.open({200, 50, 100, 100}, 0x123456, "plain");
  ASSERT_TRUE(test::manager_answers(windows.raw()));
  const Frame frame = capture();
  EXPECT_EQ(frame.excluded_windows, 1);
  for (int y = 0; y < frame.height; ++y)
    for (int x = 0; x < frame.width; ++x) ASSERT_NE(colour_at(frame, x, y), kSecret);
  EXPECT_EQ(refusal(window), "POLICY_DENIED");
  const Owned<xcb_query_tree_reply_t> tree(
      xcb_query_tree_reply(windows.raw(), xcb_query_tree(windows.raw(), window), nullptr));
  EXPECT_EQ(refusal(tree->parent), "POLICY_DENIED") << "its frame";
}

// The manager here is the test: a window is in its frame, and in no list of clients yet.
TEST_F(ExcludedWindows, AreFoundInFramesBeforeTheyAreListed) {
  Colours manager(server);
  const xcb_window_t root = test::root_of(manager.raw());
  const xcb_window_t check = manager.open({-10, -10, 1, 1}, 0, "");
  const xcb_window_t other = windows.open({300, 10, 50, 50}, 0x123456, "plain");
  for (const xcb_window_t each : {root, check})
    manager.set_number(each, "_NET_SUPPORTING_WM_CHECK", check);
  manager.set_number(root, "_NET_CLIENT_LIST", other);
  const xcb_window_t frame = manager.open({50, 50, 110, 120}, 0x445566, "");
  const xcb_window_t holder = manager.open({0, 0, 100, 100}, 0x445566, "");
  manager.put_into(holder, frame, 5, 15);
  const xcb_window_t secret = windows.open({0, 0, 100, 100}, kSecret, "secret");
  windows.put_into(secret, holder, 0, 0);
  const Frame picture = capture();
  EXPECT_EQ(picture.excluded_windows, 1);
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x) ASSERT_NE(colour_at(picture, x, y), kSecret);
  EXPECT_EQ(colour_at(picture, 51, 51), kFilled) << "its frame";
  EXPECT_EQ(colour_at(picture, 310, 20), 0x123456U);
}

// A hundred random windows that hold an excluded one, below another one: filled are the visible
// pixels of the embedded one alone, on the screen and in the picture of the window that holds it.
TEST_F(ExcludedWindows, AreFilledInsideOtherWindows) {
  std::mt19937 random(11);
  const auto between = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  for (int round = 0; round < 100; ++round) {
    const Rect outer{between(0, 150), between(0, 100), between(60, 200), between(60, 150)};
    const Rect inner{between(-40, 100), between(-40, 80), between(1, 120), between(1, 120)};
    const Rect cover{between(0, 300), between(0, 200), between(1, 100), between(1, 100)};
    const xcb_window_t holder = windows.open(outer, 0x123456, "plain");
    windows.set_class(holder, "Holder");
    const bool deep = between(0, 1) == 0;
    const xcb_window_t socket =
        deep ? windows.open({0, 0, outer.width, outer.height}, 0x123456, "") : holder;
    if (deep) windows.put_into(socket, holder, 0, 0);
    const xcb_window_t secret = windows.open(inner, kSecret, "a Secret");
    windows.put_into(secret, socket, inner.x, inner.y);
    const xcb_window_t above = windows.open(cover, 0x654321, "plain");
    const Rect shown =
        intersection(outer, {outer.x + inner.x, outer.y + inner.y, inner.width, inner.height});
    const auto wrong = [&](const Frame& frame, bool screen) {
      int count = 0;
      for (int y = 0; y < frame.height; ++y)
        for (int x = 0; x < frame.width; ++x) {
          const int at_x = x + frame.origin.x, at_y = y + frame.origin.y;
          std::uint32_t expected = contains(outer, at_x, at_y) ? 0x123456 : 0;
          if (contains(shown, at_x, at_y)) expected = kFilled;
          if (screen && contains(cover, at_x, at_y)) expected = 0x654321;
          count += colour_at(frame, x, y) == expected ? 0 : 1;
        }
      return count;
    };
    EXPECT_EQ(wrong(capture(), true), 0) << "round " << round;
    windows.close(above);
    const Frame frame = capture({CaptureTarget::Kind::kWindow, holder, {}});
    EXPECT_EQ(wrong(frame, false), 0) << "round " << round;
    EXPECT_EQ(frame.excluded_windows, shown.empty() ? 0 : 1);
    EXPECT_EQ(refusal(secret), "POLICY_DENIED");
    windows.close(holder);
  }
}

TEST_F(ExcludedWindows, AreFoundInsideWindowsOfAManager) {
  const test::Child manager = test::start_manager(server);
  const xcb_window_t holder = windows.open({50, 50, 200, 150}, 0x123456, "plain");
  ASSERT_TRUE(test::manager_answers(windows.raw()));
  const xcb_window_t secret = windows.open({0, 0, 40, 30}, kSecret, "secret", true);
  windows.put_into(secret, holder, 20, 10);
  const xcb_window_t part = windows.open({0, 0, 20, 20}, kSecret, "", true);
  windows.put_into(part, secret, 5, 5);
  for (const bool frame_too : {false, true}) {
    CaptureTarget target{CaptureTarget::Kind::kWindow, holder, {}};
    target.with_frame = frame_too;
    const Frame frame = capture(target);
    int filled = 0;
    for (int y = 0; y < frame.height; ++y)
      for (int x = 0; x < frame.width; ++x) {
        ASSERT_NE(colour_at(frame, x, y), kSecret);
        filled += colour_at(frame, x, y) == kFilled ? 1 : 0;
      }
    EXPECT_EQ(filled, 40 * 30);
    EXPECT_EQ(frame.excluded_windows, 1);
  }
  EXPECT_EQ(capture().excluded_windows, 1);
  EXPECT_EQ(refusal(secret), "POLICY_DENIED");
  EXPECT_EQ(refusal(part), "POLICY_DENIED") << "it lies in an excluded window";
}

// Changes windows at random, from two connections that end and begin again: a new one gets the ids
// of an ended one.
class Changes {
 public:
  explicit Changes(const XServer& server) : server_(server) {
    for (std::unique_ptr<Colours>& each : clients_) each = std::make_unique<Colours>(server);
  }

  void make() {
    const std::size_t number = static_cast<std::size_t>(upto(1));
    Colours& client = *clients_[number];
    std::vector<xcb_window_t>& own = windows_[number];
    if (upto(30) == 0) {
      own.clear();
      clients_[number].reset();
      clients_[number] = std::make_unique<Colours>(server_);
      return;
    }
    if (own.size() < 4 || (own.size() < 12 && upto(3) == 0)) {
      const Rect place{upto(300), upto(200), 20 + upto(80), 20 + upto(80)};
      own.push_back(client.open(place, static_cast<std::uint32_t>(upto(0xFFFFFF)), title(),
                                upto(4) == 0, static_cast<std::uint16_t>(upto(3))));
      return;
    }
    const std::size_t place = static_cast<std::size_t>(upto(static_cast<int>(own.size()) - 1));
    change(client, own, place);
    client.settle();
  }

 private:
  int upto(int most) { return std::uniform_int_distribution<int>(0, most)(random_); }
  std::string title() { return upto(3) == 0 ? "secret" : "plain"; }

  void change(Colours& client, std::vector<xcb_window_t>& own, std::size_t place) {
    const xcb_window_t window = own[place];
    const xcb_window_t other =
        own[static_cast<std::size_t>(upto(static_cast<int>(own.size()) - 1))];
    xcb_connection_t* const raw = client.raw();
    const std::string name = title();
    switch (upto(10)) {
      case 0:
        client.close(window);
        own.erase(own.begin() + static_cast<std::ptrdiff_t>(place));
        return;
      case 1:
        return client.move(window, upto(300), upto(200));
      case 2: {
        const std::uint32_t order = upto(1) == 0 ? XCB_STACK_MODE_ABOVE : XCB_STACK_MODE_BELOW;
        xcb_configure_window(raw, window, XCB_CONFIG_WINDOW_STACK_MODE, &order);
        return;
      }
      case 3:
        xcb_circulate_window(raw, XCB_CIRCULATE_RAISE_LOWEST, test::root_of(raw));
        return;
      case 4:
        return client.set_class(window, upto(3) == 0 ? "Vault" : "Other");
      case 5:
        xcb_change_property(raw, XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_NAME, XCB_ATOM_STRING,
                            8, static_cast<std::uint32_t>(name.size()), name.data());
        return;
      case 6:
        if (other != window) client.put_into(window, other, upto(30), upto(30));
        return;
      case 7:
        return client.put_into(window, test::root_of(raw), upto(300), upto(200));
      case 8:
        upto(2) == 0 ? xcb_unmap_window(raw, window) : xcb_map_window(raw, window);
        return;
      case 9:
        return client.set_owner(window, upto(1) == 0 ? other : test::root_of(raw));
      default: {
        const std::uint32_t pop_up = upto(1) == 0 ? 1 : 0;
        xcb_change_window_attributes(raw, window, XCB_CW_OVERRIDE_REDIRECT, &pop_up);
        return;
      }
    }
  }

  const XServer& server_;
  std::mt19937 random_{7};
  std::unique_ptr<Colours> clients_[2];
  std::vector<xcb_window_t> windows_[2];
};

// Answers that a connection keeps must never be older than the picture.
TEST_F(ExcludedWindows, AreFilledLikeByAConnectionThatKnowsNothing) {
  Changes changes(server);
  int filled = 0;
  for (int i = 0; i < 400; ++i) {
    changes.make();
    const Frame kept = capture();
    const std::unique_ptr<Desktop> other = open_x11(server.roots());
    FrameSink sink;
    gate.capture(*other, caller, {}, sink, test::in(8000));
    const Frame asked = sink.take();
    ASSERT_EQ(kept.pixels, asked.pixels) << "after change " << i;
    filled += kept.excluded_windows > 0 ? 1 : 0;
  }
  EXPECT_GT(filled, 100) << "most pictures should have a window to fill";
}

// Under a compositor, whose picture of the screen lags behind.
class ExcludedComposited : public ExcludedWindows {
 protected:
  void SetUp() override {
    const xcb_atom_t selection = test::intern(windows.raw(), "_NET_WM_CM_S0");
    for (int i = 0; i < 20'000; ++i) {
      const Owned<xcb_get_selection_owner_reply_t> reply(xcb_get_selection_owner_reply(
          windows.raw(), xcb_get_selection_owner(windows.raw(), selection), nullptr));
      if (reply && reply->owner != XCB_WINDOW_NONE) return;
      std::this_thread::yield();
    }
    FAIL() << "no compositor";
  }
  // The screen, with all that it shows.
  Frame whole_screen() {
    FrameSink sink;
    desktop->capture().capture({}, sink, test::in(8000));
    return sink.take();
  }
  // Not while it has grabbed the server, which would then answer nobody. The second answer comes
  // after all that the compositor had sent.
  void stop_compositor() {
    const auto stops = [&] {
      compositor.stop();
      if (windows.is_answered() && windows.is_answered()) return true;
      compositor.go_on();
      return false;
    };
    ASSERT_TRUE(test::eventually(stops));
  }
  int leaks(const Frame& frame) {
    int found = 0;
    for (int y = 0; y < frame.height; ++y)
      for (int x = 0; x < frame.width; ++x) found += colour_at(frame, x, y) == kSecret ? 1 : 0;
    return found;
  }
  test::Child compositor = server.run({"picom", "--backend", "xrender", "--no-vsync"});
};

TEST_F(ExcludedComposited, AreFilledAlsoWhileTheyMove) {
  const xcb_window_t window = windows.open({10, 10, 80, 80}, kSecret, "secret");
  std::atomic<bool> ending{false};
  std::thread mover([&] {
    std::mt19937 random(3);
    while (!ending) {
      windows.move(window, std::uniform_int_distribution<int>(0, 300)(random),
                   std::uniform_int_distribution<int>(0, 200)(random));
      std::this_thread::sleep_for(std::chrono::milliseconds(15));
    }
  });
  for (int i = 0; i < 10; ++i) {
    const Frame frame = capture();
    EXPECT_EQ(leaks(frame), 0) << "capture " << i;
    EXPECT_GT(frame.excluded_windows, 0);
  }
  ending = true;
  mover.join();
}

// The screen shows a window where it was as long as the compositor does not draw.
TEST_F(ExcludedComposited, AreFilledWhereAStoppedCompositorStillShowsThem) {
  const auto screen_shows_it = [&] { return leaks(whole_screen()) > 0; };
  // The server draws until the compositor begins to.
  const auto stays_on_the_screen = [&] {
    const xcb_window_t window = windows.open({10, 10, 80, 80}, kSecret, "secret");
    EXPECT_TRUE(test::eventually(screen_shows_it));
    stop_compositor();
    windows.close(window);
    if (screen_shows_it()) return true;
    compositor.go_on();
    return false;
  };
  ASSERT_TRUE(test::eventually(stays_on_the_screen));
  for (const bool anew : {false, true}) {
    if (anew) desktop = open_x11(server.roots());
    const Frame frame = capture();
    EXPECT_EQ(leaks(frame), 0);
    EXPECT_NE(frame.note.find("compositor is stopped"), std::string::npos) << frame.note;
  }
  compositor.go_on();
  ASSERT_TRUE(test::eventually([&] { return !screen_shows_it(); }));
  EXPECT_TRUE(test::eventually([&] { return capture().note.empty(); }));
}

// A compositor that has to wait for a processor draws late.
TEST_F(ExcludedComposited, AreFilledWhileTheCompositorIsStarved) {
  const xcb_window_t window = windows.open({10, 10, 80, 80}, kSecret, "secret");
  capture();
  std::atomic<bool> ending{false};
  std::thread starver([&] {
    for (int i = 0; !ending; ++i) {
      stop_compositor();
      windows.move(window, i * 37 % 300, i * 23 % 200);
      std::this_thread::sleep_for(std::chrono::milliseconds(60 + i * 17 % 80));
      compositor.go_on();
      std::this_thread::sleep_for(std::chrono::milliseconds(i * 13 % 90));
    }
  });
  for (int i = 0; i < 20; ++i) {
    const Frame frame = capture();
    EXPECT_EQ(leaks(frame), 0) << "capture " << i;
    EXPECT_GT(frame.excluded_windows, 0) << "capture " << i;
  }
  ending = true;
  starver.join();
}

// Looks alone would miss it: it is seldom there when they are made.
TEST_F(ExcludedComposited, AreFilledAlsoWhileTheyComeAndGo) {
  const xcb_window_t window = windows.open({10, 10, 80, 80}, kSecret, "secret");
  EXPECT_EQ(leaks(capture()), 0);
  std::atomic<bool> ending{false};
  std::thread flasher([&] {
    while (!ending) {
      xcb_unmap_window(windows.raw(), window);
      windows.settle();
      std::this_thread::sleep_for(std::chrono::milliseconds(15));
      xcb_map_window(windows.raw(), window);
      windows.settle();
    }
  });
  for (int i = 0; i < 3; ++i) EXPECT_EQ(leaks(capture()), 0) << "capture " << i;
  EXPECT_TRUE(test::eventually([&] { return capture().excluded_windows > 0; }));
  ending = true;
  flasher.join();
}

TEST_F(ExcludedComposited, AreNotHiddenByTranslucentWindows) {
  windows.open({10, 10, 80, 80}, kSecret, "secret");
  const xcb_window_t cover = windows.open({40, 40, 80, 80}, 0x123456, "plain");
  const auto covered = [&] {
    const Frame frame = capture();
    return colour_at(frame, 60, 60);
  };
  EXPECT_EQ(covered(), 0x123456U) << "an opaque window covers";
  windows.set_number(cover, "_NET_WM_WINDOW_OPACITY", 0x80000000);
  EXPECT_EQ(covered(), kFilled);
}

}  // namespace
}  // namespace native
