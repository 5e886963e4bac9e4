#pragma once

#include <xcb/xcb.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "native/desktop/records.hpp"
#include "tests/unit/native/support/key_reader.hpp"
#include "tests/unit/native/support/x_server.hpp"

namespace test {

// Returns the colour 0xRRGGBB at a place of the pattern `seed`; no two seeds share a row.
std::uint32_t pattern(int seed, int x, int y);

// Return the alpha at a place of a translucent window, and its pixel as in X11: 0xAARRGGBB with
// premultiplied colours.
std::uint8_t translucency(int x, int y);
std::uint32_t premultiplied(int seed, int x, int y);

// Properties of a painted window.
struct Painting {
  std::string title = "painting";
  std::string instance = "painter";
  std::string app_class = "Painter";
  native::Rect bounds{100, 100, 300, 200};
  int seed = 1;
  bool takes_pings = true;  // and closes when it is asked to
  bool override_redirect = false;
  int depth = 0;              // 0: the screen's; 32: with an alpha channel
  bool translucent = false;   // with that depth: alpha as in translucency()
  int slow_milliseconds = 0;  // between an exposure and the painting
};

// An application of the test: windows that paint their pattern only when they are exposed. Its
// thread answers events; the test calls from its own.
class Painter {
 public:
  explicit Painter(const XServer& server);
  ~Painter();
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;

  // Returns once the window is shown and painted.
  xcb_window_t open(const Painting& painting);
  void close(xcb_window_t window);
  // Returns once it is in place and, unless told otherwise, painted.
  void move(xcb_window_t window, const native::Rect& bounds, bool until_painted = true);
  void set_title(xcb_window_t window, const std::string& title);
  void set_property(xcb_window_t window, const std::string& property, xcb_atom_t type,
                    const std::string& bytes);
  void raise(xcb_window_t window);
  void minimise(xcb_window_t window);
  // While frozen it handles no events: it paints nothing and answers no ping.
  void freeze(bool frozen) { frozen_ = frozen; }

  // Return what keys typed into the window so far, and which buttons: "press 1 10,20".
  std::string typed(xcb_window_t window);
  std::vector<std::string> buttons(xcb_window_t window);

  native::Rect bounds(xcb_window_t window);  // as the server reports them
  bool viewable(xcb_window_t window);
  bool destroyed(xcb_window_t window);
  xcb_connection_t* raw() { return connection_.get(); }
  // Waits until the server has processed everything sent so far.
  void synchronise();
  // Waits until the window manager, if any, has reacted and everything is painted.
  void settle();

 private:
  struct Canvas {
    Painting painting;
    xcb_gcontext_t gc = 0;
    int paints = 0;
    std::string typed = {};
    std::vector<std::string> buttons = {};
  };

  void run();
  void handle(const xcb_generic_event_t& event);
  void handle_input(const xcb_generic_event_t& event);
  void paint(xcb_window_t window);
  int paints(xcb_window_t window);
  xcb_visualid_t visual_of(int depth);

  XConnection connection_;
  xcb_atom_t protocols_;
  xcb_atom_t ping_;
  xcb_atom_t delete_;
  xcb_atom_t mark_;
  KeyReader keys_;
  std::mutex mutex_;
  std::map<xcb_window_t, Canvas> canvases_;
  xcb_window_t marked_ = 0;  // receives the messages that settle() sends
  std::atomic<std::uint32_t> marker_{0};
  std::atomic<bool> ending_{false};
  std::atomic<bool> frozen_{false};
  std::thread thread_;
};

}  // namespace test
