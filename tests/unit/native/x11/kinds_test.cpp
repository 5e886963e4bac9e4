#include <gtest/gtest.h>
#include <xcb/shape.h>

#include <algorithm>
#include <thread>

#include "native/x11/x11_desktop.hpp"
#include "tests/unit/native/support/kept.hpp"
#include "tests/unit/native/support/painter.hpp"
#include "tests/unit/native/support/shots.hpp"
#include "tests/unit/native/support/x_server.hpp"

// Every kind of window, in view and covered.
namespace native {
namespace {

using test::failure;
using test::Painter;
using test::Painting;
using test::Pixels;
using test::shoot;
using test::shoot_screen;

class Kinds : public testing::Test {
 protected:
  Kinds() : painter_(server_), desktop_(open_x11(server_.roots())) {
    painting_.bounds = {100, 100, 300, 200};
    painting_.override_redirect = true;
    cover_.bounds = {200, 150, 300, 200};
    cover_.seed = 2;
    cover_.override_redirect = true;
  }

  void shape(xcb_window_t window, const std::vector<xcb_rectangle_t>& parts) {
    xcb_shape_rectangles(painter_.raw(), XCB_SHAPE_SO_SET, XCB_SHAPE_SK_BOUNDING, 0, window, 0, 0,
                         static_cast<std::uint32_t>(parts.size()), parts.data());
    painter_.settle();
  }
  // How many pixels differ from the pattern inside of the shape and from nothing outside.
  static int wrong_in_shape(const Pixels& pixels, const std::vector<xcb_rectangle_t>& parts) {
    int wrong = 0;
    for (int y = 0; y < pixels.info.height; ++y) {
      for (int x = 0; x < pixels.info.width; ++x) {
        const bool inside = std::any_of(parts.begin(), parts.end(), [&](const xcb_rectangle_t& p) {
          return x >= p.x && x < p.x + p.width && y >= p.y && y < p.y + p.height;
        });
        const std::uint32_t expected = inside ? test::pattern(1, x, y) : 0xFFFFFF;
        const bool right =
            pixels.at(x, y) == expected && pixels.alpha_at(x, y) == (inside ? 255 : 0);
        wrong += right ? 0 : 1;
      }
    }
    return wrong;
  }
  static std::vector<xcb_rectangle_t> ring(int radius) {
    std::vector<xcb_rectangle_t> rows;
    for (int y = -radius; y < radius; ++y) {
      int half = 0;
      while ((half + 1) * (half + 1) + y * y <= radius * radius) ++half;
      if (half == 0) continue;
      rows.push_back({static_cast<std::int16_t>(radius - half),
                      static_cast<std::int16_t>(radius + y), static_cast<std::uint16_t>(2 * half),
                      1});
    }
    return rows;
  }
  xcb_window_t container(const Rect& bounds) {
    xcb_connection_t* c = painter_.raw();
    const xcb_window_t window = xcb_generate_id(c);
    const std::uint32_t values[] = {0x00FF00FF, 1};
    xcb_create_window(c, XCB_COPY_FROM_PARENT, window, test::root_of(c),
                      static_cast<std::int16_t>(bounds.x), static_cast<std::int16_t>(bounds.y),
                      static_cast<std::uint16_t>(bounds.width),
                      static_cast<std::uint16_t>(bounds.height), 0, XCB_WINDOW_CLASS_INPUT_OUTPUT,
                      XCB_COPY_FROM_PARENT, XCB_CW_BACK_PIXEL | XCB_CW_OVERRIDE_REDIRECT, values);
    xcb_map_window(c, window);
    painter_.synchronise();
    return window;
  }
  void embed(xcb_window_t window, xcb_window_t parent, int x, int y) {
    xcb_reparent_window(painter_.raw(), window, parent, static_cast<std::int16_t>(x),
                        static_cast<std::int16_t>(y));
    painter_.settle();
  }

  test::Kept<test::XServer> kept_;
  test::XServer& server_ = *kept_;
  Painter painter_;
  std::unique_ptr<Desktop> desktop_;
  Painting painting_;
  Painting cover_;
};

TEST_F(Kinds, ShapedInViewAndCovered) {
  const std::vector<xcb_rectangle_t> parts = {{0, 0, 300, 50}, {0, 50, 100, 150}};
  const xcb_window_t window = painter_.open(painting_);
  shape(window, parts);
  EXPECT_EQ(wrong_in_shape(shoot(*desktop_, window), parts), 0);
  painter_.open(cover_);
  const Pixels pixels = shoot(*desktop_, window);
  EXPECT_EQ(pixels.info.method, "window") << "the cover lies over what the shape leaves out only";
  EXPECT_EQ(wrong_in_shape(pixels, parts), 0);
  cover_.bounds = {50, 50, 300, 200};
  painter_.open(cover_);
  EXPECT_EQ(wrong_in_shape(shoot(*desktop_, window), parts), 0);
}

TEST_F(Kinds, RoundAndLarge) {
  painting_.bounds = {20, 20, 700, 700};
  const xcb_window_t window = painter_.open(painting_);
  const std::vector<xcb_rectangle_t> parts = ring(350);
  shape(window, parts);
  EXPECT_EQ(wrong_in_shape(shoot(*desktop_, window), parts), 0);
  painter_.open(cover_);
  EXPECT_EQ(wrong_in_shape(shoot(*desktop_, window), parts), 0);
}

TEST_F(Kinds, InsideOfAShapedFrame) {
  // What the frame's shape cuts off shows the desktop behind: never that.
  const xcb_window_t window = painter_.open(painting_);
  const xcb_window_t frame = container({100, 100, 300, 200});
  embed(window, frame, 0, 0);
  EXPECT_EQ(shoot(*desktop_, window).wrong(1), 0);
  shape(frame, {{20, 20, 260, 160}});
  EXPECT_EQ(shoot(*desktop_, window).wrong(1), 0);
}

TEST_F(Kinds, EmbeddedAndCutOffByItsParent) {
  const xcb_window_t window = painter_.open(painting_);
  embed(window, container({300, 200, 200, 150}), -40, -30);
  EXPECT_EQ(shoot(*desktop_, window).wrong(1), 0);
  cover_.bounds = {320, 220, 60, 60};
  painter_.open(cover_);
  EXPECT_EQ(shoot(*desktop_, window).wrong(1), 0);
}

TEST_F(Kinds, WithAnotherWindowEmbedded) {
  const xcb_window_t window = painter_.open(painting_);
  Painter guest(server_);
  Painting inner = painting_;
  inner.bounds = {600, 400, 80, 60};
  inner.seed = 3;
  const xcb_window_t child = guest.open(inner);
  embed(child, window, 150, 90);
  guest.settle();
  const auto wrong = [&](const Pixels& pixels) {
    int count = 0;
    for (int y = 0; y < 200; ++y) {
      for (int x = 0; x < 300; ++x) {
        const bool in_child = x >= 150 && x < 230 && y >= 90 && y < 150;
        const std::uint32_t expected =
            in_child ? test::pattern(3, x - 150, y - 90) : test::pattern(1, x, y);
        count += pixels.at(x, y) == expected ? 0 : 1;
      }
    }
    return count;
  };
  EXPECT_EQ(wrong(shoot(*desktop_, window)), 0);
  painter_.open(cover_);
  EXPECT_EQ(wrong(shoot(*desktop_, window)), 0);
  guest.freeze(true);
  EXPECT_EQ(failure(*desktop_, window, 2000), "CAPTURE_FAILED not repainted")
      << "the guest's hidden part was painted by nobody";
}

TEST_F(Kinds, WithAnAlphaVisual) {
  painting_.depth = 32;
  const xcb_window_t window = painter_.open(painting_);
  EXPECT_EQ(shoot(*desktop_, window).wrong(1), 0);
  painter_.open(cover_);
  EXPECT_EQ(shoot(*desktop_, window).wrong(1), 0);
  const xcb_window_t frame = container({500, 400, 320, 220});
  embed(window, frame, 10, 10);
  EXPECT_EQ(shoot(*desktop_, window).wrong(1), 0);
}

// How many pixels are not those of the translucent pattern, laid over white.
int wrong_translucent(const Pixels& pixels) {
  int wrong = 0;
  for (int y = 0; y < pixels.info.height; ++y) {
    for (int x = 0; x < pixels.info.width; ++x) {
      const std::uint8_t alpha = test::translucency(x, y);
      const std::uint32_t through = 255U - alpha;
      const std::uint32_t expected =
          (test::premultiplied(1, x, y) & 0xFFFFFF) + (through << 16 | through << 8 | through);
      wrong += pixels.at(x, y) == expected && pixels.alpha_at(x, y) == alpha ? 0 : 1;
    }
  }
  return wrong;
}

TEST_F(Kinds, WithTranslucentPixels) {
  painting_.depth = 32;
  painting_.translucent = true;
  const xcb_window_t window = painter_.open(painting_);
  Pixels pixels = shoot(*desktop_, window);
  EXPECT_TRUE(pixels.info.translucent);
  EXPECT_EQ(wrong_translucent(pixels), 0);
  painter_.open(cover_);
  pixels = shoot(*desktop_, window);
  EXPECT_EQ(wrong_translucent(pixels), 0);
  const Pixels screen = shoot_screen(*desktop_, Rect{100, 100, 60, 40});
  EXPECT_FALSE(screen.info.translucent);
}

TEST_F(Kinds, WithAnAlphaChannelThatIsNotUsed) {
  // The fourth byte is 0 everywhere: if it were taken for alpha, nothing would be visible.
  painting_.depth = 32;
  const xcb_window_t window = painter_.open(painting_);
  const Pixels pixels = shoot(*desktop_, window);
  EXPECT_FALSE(pixels.info.translucent);
  EXPECT_EQ(pixels.wrong(1), 0);
}

TEST_F(Kinds, WithMenusOfItsApplication) {
  const xcb_window_t window = painter_.open(painting_);
  EXPECT_TRUE(shoot(*desktop_, window).info.menus.empty());
  cover_.bounds = {-20, 120, 200, 150};
  const xcb_window_t menu = painter_.open(cover_);
  EXPECT_EQ(shoot(*desktop_, window).info.menus, (std::vector<Rect>{{0, 120, 180, 150}}));
  // A tool tip, by its type.
  const std::uint32_t type = test::intern(painter_.raw(), "_NET_WM_WINDOW_TYPE_TOOLTIP");
  xcb_change_property(painter_.raw(), XCB_PROP_MODE_REPLACE, menu,
                      test::intern(painter_.raw(), "_NET_WM_WINDOW_TYPE"), XCB_ATOM_ATOM, 32, 1,
                      &type);
  painter_.synchronise();
  EXPECT_TRUE(shoot(*desktop_, window).info.menus.empty());
}

TEST_F(Kinds, WithAShadowOfItsOwn) {
  const xcb_window_t window = painter_.open(painting_);
  const std::uint32_t extents[] = {20, 30, 10, 40};  // left, right, top, bottom
  xcb_change_property(painter_.raw(), XCB_PROP_MODE_REPLACE, window,
                      test::intern(painter_.raw(), "_GTK_FRAME_EXTENTS"), XCB_ATOM_CARDINAL, 32, 4,
                      extents);
  painter_.synchronise();
  cover_.bounds = {0, 0, 119, 800};  // over nothing but shadow
  painter_.open(cover_);
  for (const char* method : {"window", "redirect"}) {
    const Pixels pixels = shoot(*desktop_, window);
    EXPECT_EQ(pixels.info.method, method);
    EXPECT_EQ(pixels.info.origin, (Rect{120, 110, 250, 150}));
    int wrong = 0;
    for (int y = 0; y < 150; ++y) {
      for (int x = 0; x < 250; ++x)
        wrong += pixels.at(x, y) == test::pattern(1, x + 20, y + 10) ? 0 : 1;
    }
    EXPECT_EQ(wrong, 0);
    cover_.bounds = {200, 150, 50, 50};
    painter_.open(cover_);
  }
}

TEST_F(Kinds, WithAServerDrawnBorder) {
  const xcb_window_t window = painter_.open(painting_);
  const std::uint32_t width = 7;
  xcb_configure_window(painter_.raw(), window, XCB_CONFIG_WINDOW_BORDER_WIDTH, &width);
  painter_.settle();
  EXPECT_EQ(shoot(*desktop_, window).wrong(1), 0);
  painter_.open(cover_);
  const Pixels pixels = shoot(*desktop_, window);
  EXPECT_EQ(pixels.wrong(1), 0);
  EXPECT_EQ(pixels.info.origin, (Rect{107, 107, 300, 200}));
}

TEST_F(Kinds, OffEverySideOfTheScreen) {
  for (const Rect& bounds :
       {Rect{-100, 100, 300, 200}, Rect{1200, 100, 300, 200}, Rect{100, -50, 300, 200},
        Rect{100, 700, 300, 200}, Rect{-500, -500, 300, 200}, Rect{-100, -100, 1500, 1000}}) {
    const xcb_window_t window = painter_.open(painting_);
    painter_.move(window, bounds);
    EXPECT_EQ(shoot(*desktop_, window).wrong(1), 0) << bounds.x << "," << bounds.y;
    painter_.close(window);
  }
}

TEST_F(Kinds, UncoveredBeforeItsApplicationRepaints) {
  for (const bool pings : {true, false}) {
    painting_.takes_pings = pings;
    const xcb_window_t window = painter_.open(painting_);
    const xcb_window_t cover = painter_.open(cover_);
    painter_.freeze(true);
    painter_.move(cover, {700, 500, 300, 200}, false);
    if (pings) {
      EXPECT_EQ(failure(*desktop_, window, 2000), "CAPTURE_FAILED not repainted");
    }
    painter_.freeze(false);
    if (!pings) painter_.settle();
    EXPECT_EQ(shoot(*desktop_, window).wrong(1), 0);
    painter_.close(cover);
    painter_.close(window);
  }
}

TEST_F(Kinds, ResizedBeforeItsApplicationRepaints) {
  painting_.slow_milliseconds = 150;
  const xcb_window_t window = painter_.open(painting_);
  for (const Rect& bounds : {Rect{100, 100, 420, 310}, Rect{100, 100, 200, 90}}) {
    painter_.move(window, bounds, false);
    const Pixels pixels = shoot(*desktop_, window);
    EXPECT_EQ(pixels.wrong(1), 0);
    EXPECT_EQ(pixels.info.origin, bounds);
  }
}

TEST_F(Kinds, DyingDuringTheCapture) {
  const xcb_window_t cover = painter_.open(cover_);
  for (const char* how : {"closed", "killed"}) {
    auto victim = std::make_unique<Painter>(server_);
    const xcb_window_t window = victim->open(painting_);
    painter_.raise(cover);
    victim->freeze(true);
    std::thread death([&] {
      // Once the capture has redirected it, i.e. waits for its paint.
      test::eventually([&] { return test::redirected(painter_.raw(), window); });
      if (how == std::string("killed")) xcb_kill_client(painter_.raw(), window);
      if (how == std::string("closed")) xcb_destroy_window(painter_.raw(), window);
      xcb_flush(painter_.raw());
    });
    EXPECT_EQ(failure(*desktop_, window, 4000), "WINDOW_NOT_FOUND gone") << how;
    death.join();
  }
  EXPECT_EQ(shoot(*desktop_, cover).wrong(2), 0) << "and the next call works";
}

TEST_F(Kinds, NeverShown) {
  xcb_connection_t* c = painter_.raw();
  const xcb_window_t window = xcb_generate_id(c);
  xcb_create_window(c, 0, window, test::root_of(c), 0, 0, 100, 100, 0, XCB_WINDOW_CLASS_INPUT_ONLY,
                    XCB_COPY_FROM_PARENT, 0, nullptr);
  xcb_map_window(c, window);
  painter_.synchronise();
  EXPECT_EQ(failure(*desktop_, window, 1000), "CAPTURE_FAILED input only");
  const xcb_window_t hidden = painter_.open(painting_);
  xcb_unmap_window(c, hidden);
  painter_.synchronise();
  EXPECT_EQ(failure(*desktop_, hidden, 1000), "CAPTURE_FAILED not mapped");
}

}  // namespace
}  // namespace native
