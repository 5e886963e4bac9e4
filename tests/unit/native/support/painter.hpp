#pragma once

#include <xcb/xcb.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "native/desktop/records.hpp"
#include "tests/unit/native/support/x_server.hpp"

namespace test {

// The colour 0xRRGGBB at a place of the pattern `seed`; no two seeds share a row.
std::uint32_t pattern(int seed, int x, int y);

// The alpha at a place of a translucent window, and its pixel as X11 has it: 0xAARRGGBB, the
// colours multiplied with alpha.
std::uint8_t translucency(int x, int y);
std::uint32_t premultiplied(int seed, int x, int y);

// What a painted window is like.
struct Painting {
  std::string title = "painting";
  std::string instance = "painter";
  std::string app_class = "Painter";
  native::Rect bounds{100, 100, 300, 200};
  int seed = 1;
  bool takes_pings = true;
  bool override_redirect = false;
  int depth = 0;              // 0: the screen's; 32: with an alpha channel
  bool translucent = false;   // with that depth: alpha as translucency() has it
  int slow_milliseconds = 0;  // between an exposure and its paint
};

// An application of the test's own: windows that paint their pattern when, and only when, they are
// exposed. Its thread answers events; the test calls from its own.
class Painter {
 public:
  explicit Painter(const XServer& server);
  ~Painter();
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;

  // Returns once the window is shown and painted.
  xcb_window_t open(const Painting& painting);
  void close(xcb_window_t window);
  // Returns once it lies there and, unless told not to wait for that, has been painted.
  void move(xcb_window_t window, const native::Rect& bounds, bool until_painted = true);
  void set_title(xcb_window_t window, const std::string& title);
  void set_property(xcb_window_t window, const std::string& property, xcb_atom_t type,
                    const std::string& bytes);
  void raise(xcb_window_t window);
  void minimise(xcb_window_t window);
  // While frozen no event is handled: nothing is painted, no ping answered.
  void freeze(bool frozen) { frozen_ = frozen; }

  native::Rect bounds(xcb_window_t window);  // by the server's word
  bool viewable(xcb_window_t window);
  bool destroyed(xcb_window_t window);
  xcb_connection_t* raw() { return connection_.get(); }
  // Everything sent so far has been done by the server.
  void synchronise();
  // Everything that follows from it has been done by the window manager, if there is one, and
  // painted.
  void settle();

 private:
  struct Canvas {
    Painting painting;
    xcb_gcontext_t gc = 0;
    int paints = 0;
  };

  void run();
  void handle(const xcb_generic_event_t& event);
  void paint(xcb_window_t window);
  int paints(xcb_window_t window);
  xcb_visualid_t visual_of(int depth);

  XConnection connection_;
  xcb_atom_t protocols_;
  xcb_atom_t ping_;
  xcb_atom_t mark_;
  std::mutex mutex_;
  std::map<xcb_window_t, Canvas> canvases_;
  xcb_window_t marked_ = 0;  // takes the messages that settle() sends
  std::atomic<std::uint32_t> marker_{0};
  std::atomic<bool> ending_{false};
  std::atomic<bool> frozen_{false};
  std::thread thread_;
};

}  // namespace test
