#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <random>
#include <stdexcept>
#include <tuple>

#include "native/x11/x11_desktop.hpp"
#include "tests/unit/native/support/painter.hpp"
#include "tests/unit/native/support/shots.hpp"
#include "tests/unit/native/support/x_server.hpp"

// Display servers that lack something or are unusual.
namespace native {
namespace {

using test::failure;
using test::in;
using test::Painter;
using test::Painting;
using test::Pixels;
using test::shoot;
using test::XServer;

Capability row(Desktop& desktop, const std::string& operation) {
  for (const Capability& capability : desktop.capabilities(in(4000))) {
    if (capability.operation == operation) return capability;
  }
  return {};
}

// Raw pixels put on the screen of a server of some depth, and what they mean by its visual.
class RawPicture {
 public:
  RawPicture(const XServer& server, int width, int height)
      : connection_(test::connect(server)), width_(width), height_(height) {
    const xcb_setup_t* setup = xcb_get_setup(connection_.get());
    screen_ = xcb_setup_roots_iterator(setup).data;
    auto format = xcb_setup_pixmap_formats_iterator(setup);
    for (; format.rem > 0; xcb_format_next(&format)) {
      if (format.data->depth == screen_->root_depth) bits_ = format.data->bits_per_pixel;
    }
    std::mt19937 random(7);
    // Only such bits as the depth has: the server may drop the others.
    const std::uint32_t most = screen_->root_depth >= 32 ? ~0U : (1U << screen_->root_depth) - 1;
    for (int i = 0; i < width * height; ++i)
      values_.push_back(static_cast<std::uint32_t>(random()) & most);
    show();
  }

  std::uint32_t expected(int x, int y) {
    const std::uint32_t value = values_[static_cast<std::size_t>(y * width_ + x)];
    const xcb_visualtype_t* visual = find_visual();
    if (visual->_class == XCB_VISUAL_CLASS_TRUE_COLOR ||
        visual->_class == XCB_VISUAL_CLASS_DIRECT_COLOR) {
      return rounded(value, visual->red_mask) << 16 | rounded(value, visual->green_mask) << 8 |
             rounded(value, visual->blue_mask);
    }
    if (palette_.empty()) read_palette(visual->colormap_entries);
    return palette_.at(value);
  }

 private:
  static std::uint32_t rounded(std::uint32_t value, std::uint32_t mask) {
    const double largest = mask >> std::countr_zero(mask);
    const double part = (value & mask) >> std::countr_zero(mask);
    return static_cast<std::uint32_t>(part * 255.0 / largest + 0.5);
  }
  const xcb_visualtype_t* find_visual() {
    auto depth = xcb_screen_allowed_depths_iterator(screen_);
    for (; depth.rem > 0; xcb_depth_next(&depth)) {
      auto visual = xcb_depth_visuals_iterator(depth.data);
      for (; visual.rem > 0; xcb_visualtype_next(&visual)) {
        if (visual.data->visual_id == screen_->root_visual) return visual.data;
      }
    }
    throw std::runtime_error("no root visual");
  }
  void read_palette(int entries) {
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(entries));
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint32_t>(i);
    xcb_query_colors_reply_t* reply = xcb_query_colors_reply(
        connection_.get(),
        xcb_query_colors(connection_.get(), screen_->default_colormap,
                         static_cast<std::uint32_t>(pixels.size()), pixels.data()),
        nullptr);
    const xcb_rgb_t* colors = xcb_query_colors_colors(reply);
    for (int i = 0; i < entries; ++i) {
      palette_.push_back(static_cast<std::uint32_t>(colors[i].red >> 8) << 16 |
                         static_cast<std::uint32_t>(colors[i].green >> 8) << 8 |
                         static_cast<std::uint32_t>(colors[i].blue >> 8));
    }
    std::free(reply);
  }
  void show() {
    xcb_connection_t* c = connection_.get();
    const auto bytes = static_cast<std::size_t>(bits_) / 8;
    const std::size_t stride = (static_cast<std::size_t>(width_) * bytes + 3) / 4 * 4;
    std::vector<std::uint8_t> data(stride * static_cast<std::size_t>(height_));
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        std::memcpy(
            &data[static_cast<std::size_t>(y) * stride + static_cast<std::size_t>(x) * bytes],
            &values_[static_cast<std::size_t>(y * width_ + x)], bytes);
      }
    }
    const xcb_pixmap_t pixmap = xcb_generate_id(c);
    xcb_create_pixmap(c, screen_->root_depth, pixmap, screen_->root,
                      static_cast<std::uint16_t>(width_), static_cast<std::uint16_t>(height_));
    const xcb_gcontext_t gc = xcb_generate_id(c);
    xcb_create_gc(c, gc, pixmap, 0, nullptr);
    xcb_put_image(c, XCB_IMAGE_FORMAT_Z_PIXMAP, pixmap, gc, static_cast<std::uint16_t>(width_),
                  static_cast<std::uint16_t>(height_), 0, 0, 0, screen_->root_depth,
                  static_cast<std::uint32_t>(data.size()), data.data());
    window = xcb_generate_id(c);
    // The server paints the picture itself, whenever it is exposed.
    const std::uint32_t values[] = {pixmap, 1};
    xcb_create_window(c, XCB_COPY_FROM_PARENT, window, screen_->root, 40, 30,
                      static_cast<std::uint16_t>(width_), static_cast<std::uint16_t>(height_), 0,
                      XCB_WINDOW_CLASS_INPUT_OUTPUT, XCB_COPY_FROM_PARENT,
                      XCB_CW_BACK_PIXMAP | XCB_CW_OVERRIDE_REDIRECT, values);
    xcb_map_window(c, window);
    std::free(xcb_get_input_focus_reply(c, xcb_get_input_focus(c), nullptr));
  }

  test::XConnection connection_;
  const xcb_screen_t* screen_ = nullptr;
  int width_;
  int height_;
  int bits_ = 0;
  std::vector<std::uint32_t> values_;
  std::vector<std::uint32_t> palette_;

 public:
  xcb_window_t window = XCB_WINDOW_NONE;
};

class Depth : public testing::TestWithParam<std::tuple<int, bool>> {};

TEST_P(Depth, IsReadToThePixel) {
  const auto [depth, shared] = GetParam();
  std::vector<std::string> options = {"-cc", depth == 8 ? "3" : "4"};
  if (!shared) options.insert(options.end(), {"-extension", "MIT-SHM"});
  const XServer server("640x480x" + std::to_string(depth), options);
  RawPicture picture(server, 203, 77);
  const auto desktop = open_x11(server.roots());
  const Pixels screen = test::shoot_screen(*desktop, Rect{40, 30, 203, 77});
  const Pixels window = shoot(*desktop, picture.window);
  ASSERT_EQ(window.info.width, 203);
  int wrong = 0;
  for (int y = 0; y < 77; ++y) {
    for (int x = 0; x < 203; ++x) {
      wrong += screen.at(x, y) == picture.expected(x, y) ? 0 : 1;
      wrong += window.at(x, y) == picture.expected(x, y) ? 0 : 1;
    }
  }
  EXPECT_EQ(wrong, 0) << std::hex << window.at(0, 0) << " expected " << picture.expected(0, 0);
}

INSTANTIATE_TEST_SUITE_P(X11, Depth,
                         testing::Combine(testing::Values(8, 16, 24, 30), testing::Bool()),
                         [](const auto& now) {
                           return std::to_string(std::get<0>(now.param)) +
                                  (std::get<1>(now.param) ? "_shared" : "_socket");
                         });

TEST(Awkward, AVeryWideRoot) {
  for (const bool shared : {true, false}) {
    const XServer server("16384x128x24", shared
                                             ? std::vector<std::string>{}
                                             : std::vector<std::string>{"-extension", "MIT-SHM"});
    Painter painter(server);
    Painting painting;
    painting.bounds = {16384 - 300, 5, 300, 120};
    painting.override_redirect = true;
    const xcb_window_t edge = painter.open(painting);
    painting.bounds = {0, 0, 16384, 100};
    const xcb_window_t wide = painter.open(painting);
    const auto desktop = open_x11(server.roots());
    EXPECT_EQ(shoot(*desktop, wide).wrong(1), 0);
    EXPECT_EQ(shoot(*desktop, edge).wrong(1), 0) << "covered";
    const Pixels all = test::shoot_screen(*desktop);
    EXPECT_EQ(all.info.width, 16384);
    EXPECT_EQ(all.at(16383, 99), test::pattern(1, 16383, 99));
  }
}

TEST(Awkward, WithoutRandr) {
  const XServer server("640x480x24", {"-extension", "RANDR"});
  Painter painter(server);
  const xcb_window_t window = painter.open({});
  const auto desktop = open_x11(server.roots());
  const auto displays = desktop->displays().displays(in(4000));
  ASSERT_EQ(displays.size(), 1U);
  EXPECT_EQ(displays[0].bounds, (Rect{0, 0, 640, 480}));
  EXPECT_TRUE(displays[0].primary);
  EXPECT_EQ(shoot(*desktop, window).wrong(1), 0);
  EXPECT_TRUE(desktop->windows().windows(in(4000)).at(0).on_screen);
}

TEST(Awkward, WithoutProcessIds) {
  const XServer server("640x480x24", {"-extension", "X-Resource"});
  Painter painter(server);
  Painting painting;
  const xcb_window_t window = painter.open(painting);
  const auto desktop = open_x11(server.roots());
  EXPECT_EQ(desktop->windows().windows(in(4000)).at(0).pid, 0) << "nobody claims one";
  const std::uint32_t claimed = 4242;
  xcb_change_property(painter.raw(), XCB_PROP_MODE_REPLACE, window,
                      test::intern(painter.raw(), "_NET_WM_PID"), XCB_ATOM_CARDINAL, 32, 1,
                      &claimed);
  painter.synchronise();
  EXPECT_EQ(desktop->windows().windows(in(4000)).at(0).pid, 4242);
  EXPECT_NE(row(*desktop, "windows").detail.find("claim"), std::string::npos);
  painting.seed = 2;
  painting.override_redirect = true;
  painter.open(painting);
  EXPECT_EQ(shoot(*desktop, window).wrong(1), 0);
}

// Without XFIXES there is no test: Xvfb crashes with "-extension XFIXES" when a client disconnects.
TEST(Awkward, WithoutDamageOrShape) {
  for (const char* lacking : {"DAMAGE", "SHAPE"}) {
    const XServer server("640x480x24", {"-extension", lacking});
    Painter painter(server);
    Painting painting;
    painting.override_redirect = true;
    const xcb_window_t window = painter.open(painting);
    SCOPED_TRACE(lacking);
    const auto desktop = open_x11(server.roots());
    EXPECT_EQ(shoot(*desktop, window).wrong(1), 0);
    painting.seed = 2;
    painter.open(painting);
    if (row(*desktop, "capture.covered").available) {
      EXPECT_EQ(shoot(*desktop, window).wrong(1), 0);
    } else {
      EXPECT_NE(failure(*desktop, window, 1000), "no error");
    }
  }
}

TEST(Awkward, MonitorsThatComeAndGoAndLeaveGaps) {
  const XServer server("1280x800x24");
  Painter painter(server);
  Painting painting;
  painting.bounds = {0, 0, 1280, 800};
  painting.override_redirect = true;
  painter.open(painting);
  const auto desktop = open_x11(server.roots());
  const auto shown = [&](std::uint64_t index) {
    Pixels pixels;
    desktop->capture().capture({CaptureTarget::Kind::kDisplay, index, {}}, pixels, in(4000));
    int wrong = 0;
    const Rect& origin = pixels.info.origin;
    for (int y = 0; y < pixels.info.height; ++y) {
      for (int x = 0; x < pixels.info.width; ++x)
        wrong += pixels.at(x, y) == test::pattern(1, origin.x + x, origin.y + y) ? 0 : 1;
    }
    EXPECT_EQ(wrong, 0);
    return origin;
  };
  const auto displays_now = [&] { return desktop->displays().displays(in(4000)); };
  const auto xrandr = [&](const std::vector<std::string>& words, std::size_t count) {
    std::vector<std::string> command = {"xrandr"};
    command.insert(command.end(), words.begin(), words.end());
    const test::Child child = server.run(command);
    ASSERT_TRUE(test::eventually([&] { return displays_now().size() == count; }));
  };
  ASSERT_EQ(displays_now().size(), 1U);
  xrandr({"--setmonitor", "*RIGHT", "300/90x400/120+900+200", "none"}, 2);
  xrandr({"--setmonitor", "LEFT", "500/150x300/90+10+20", "none"}, 3);
  auto displays = displays_now();
  EXPECT_EQ(displays[0].name, "RIGHT");
  EXPECT_TRUE(displays[0].primary);
  for (const Display& display : displays) {
    EXPECT_EQ(shown(static_cast<std::uint64_t>(display.index)), display.bounds) << display.name;
  }
  // One that reaches beyond the root: what there is of it.
  xrandr({"--setmonitor", "BEYOND", "400/120x300/90+1000+700", "none"}, 4);
  displays = displays_now();
  const auto beyond = std::find_if(displays.begin(), displays.end(),
                                   [](const Display& d) { return d.name == "BEYOND"; });
  ASSERT_NE(beyond, displays.end());
  EXPECT_EQ(beyond->bounds, (Rect{1000, 700, 400, 300}));
  EXPECT_EQ(shown(static_cast<std::uint64_t>(beyond->index)), (Rect{1000, 700, 280, 100}));
  std::size_t left = 4;
  for (const char* name : {"RIGHT", "LEFT", "BEYOND"}) xrandr({"--delmonitor", name}, --left);
  try {
    shown(displays.size() - 1);
    ADD_FAILURE() << "a monitor that went away was captured";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "DISPLAY_NOT_FOUND");
  }
}

TEST(Awkward, AManagerThatIgnoresActivation) {
  const XServer server;
  const auto connection = test::connect(server);
  xcb_connection_t* c = connection.get();
  // Says that it manages and knows the active window, and never does anything.
  const xcb_window_t self = xcb_generate_id(c);
  xcb_create_window(c, 0, self, test::root_of(c), -9, -9, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT,
                    XCB_COPY_FROM_PARENT, 0, nullptr);
  const auto set = [&](xcb_window_t on, const char* name, xcb_atom_t type,
                       const std::vector<std::uint32_t>& values) {
    xcb_change_property(c, XCB_PROP_MODE_REPLACE, on, test::intern(c, name), type, 32,
                        static_cast<std::uint32_t>(values.size()), values.data());
  };
  Painter painter(server);
  Painting painting;
  const xcb_window_t window = painter.open(painting);
  set(self, "_NET_SUPPORTING_WM_CHECK", XCB_ATOM_WINDOW, {self});
  set(test::root_of(c), "_NET_SUPPORTING_WM_CHECK", XCB_ATOM_WINDOW, {self});
  set(test::root_of(c), "_NET_SUPPORTED", XCB_ATOM_ATOM,
      {test::intern(c, "_NET_ACTIVE_WINDOW"), test::intern(c, "_NET_CLIENT_LIST")});
  set(test::root_of(c), "_NET_CLIENT_LIST", XCB_ATOM_WINDOW, {window});
  std::free(xcb_get_input_focus_reply(c, xcb_get_input_focus(c), nullptr));
  const auto desktop = open_x11(server.roots());
  const auto began = std::chrono::steady_clock::now();
  try {
    desktop->windows().activate(window, in(400));
    ADD_FAILURE() << "nobody confirmed it";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "TIMEOUT");
    EXPECT_FALSE(error.hint.empty());
  }
  EXPECT_LE(std::chrono::steady_clock::now() - began, std::chrono::milliseconds(700));
  EXPECT_EQ(shoot(*desktop, window).wrong(1), 0) << "the connection lives on";
}

}  // namespace
}  // namespace native
