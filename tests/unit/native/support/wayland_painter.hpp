#pragma once

#include <wayland-client.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/unit/native/support/wayland_reader.hpp"

struct xdg_wm_base;

namespace test {

// Properties of a painted window.
struct WaylandPainting {
  std::string title = "painting";
  std::string app_id = "Painter";
  int width = 300;
  int height = 200;
  int seed = 1;
  bool closes = true;  // when it is asked to
};

// An application of the test: windows that paint pattern() in whatever size the compositor gives
// them, and read keys and buttons. Its thread answers events; the test calls from its own.
class WaylandPainter {
 public:
  // `socket`: the path of the compositor's.
  explicit WaylandPainter(const std::string& socket);
  ~WaylandPainter();
  WaylandPainter(const WaylandPainter&) = delete;
  WaylandPainter& operator=(const WaylandPainter&) = delete;

  // Returns whether the compositor offers an interface.
  bool offers(const std::string& interface) const { return offered_.count(interface) > 0; }
  // Returns a number for the window once it is painted for the first time.
  int open(const WaylandPainting& painting);
  void close(int window);
  void set_title(int window, const std::string& title);
  // Return what a window has received, see WaylandReader.
  std::string typed(int window);
  std::vector<std::string> buttons(int window);
  // Waits until the window is painted in this size and the compositor has taken it.
  void wait_for_size(int window, int width, int height);

 private:
  class Canvas;
  friend class Canvas;

  void bind_globals();
  void run();
  void dispatch(int milliseconds);
  // Waits until the compositor has handled all that was sent before.
  void synchronise();

  wl_display* display_;
  wl_registry* registry_ = nullptr;
  wl_compositor* compositor_ = nullptr;
  wl_shm* shm_ = nullptr;
  xdg_wm_base* shell_ = nullptr;
  std::optional<WaylandReader> reader_{std::in_place};
  std::set<std::string> offered_;
  std::mutex mutex_;  // held while events are handled
  std::map<int, std::unique_ptr<Canvas>> canvases_;
  int last_ = 0;
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

}  // namespace test
