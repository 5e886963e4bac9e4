#include "native/fake/fake_desktop.hpp"
#include "tests/unit/native/contract/world.hpp"

namespace contract {
namespace {

using native::Error;
using native::FakeDesktop;
using native::Window;

// Returns the bounds with the frame of a window manager.
Rect framed(const Rect& bounds) {
  return {bounds.x - 1, bounds.y - 20, bounds.width + 2, bounds.height + 25};
}

class FakeWorld : public World {
 public:
  Desktop& desktop() override { return desktop_; }
  Rect screen() override { return {0, 0, 1280, 800}; }
  std::uint64_t open_window(const WindowSpec& spec) override {
    Window window;
    window.id = ++last_id_;
    window.pid = pid();
    window.title = spec.title;
    window.app_class = spec.app_class;
    window.app_instance = spec.instance;
    window.type = "normal";
    window.bounds = spec.bounds;
    window.frame = framed(spec.bounds);
    window.on_screen = window.active = true;
    desktop_.add_window(window, [seed = spec.seed](int x, int y) { return pattern(seed, x, y); });
    return window.id;
  }
  void close_window(std::uint64_t id) override { desktop_.remove_window(id); }
  void move_window(std::uint64_t id, const Rect& bounds) override {
    desktop_.change_window(id, [&](Window& window) {
      window.bounds = bounds;
      window.frame = framed(bounds);
    });
  }
  void set_title(std::uint64_t id, const std::string& bytes) override {
    desktop_.change_window(id, [&](Window& window) { window.title = bytes; });
  }
  void minimise(std::uint64_t id) override {
    desktop_.change_window(id, [](Window& window) {
      window.minimised = true;
      window.on_screen = window.active = false;
    });
  }
  std::string typed(std::uint64_t id) override { return desktop_.input().typed(id); }
  std::vector<std::string> buttons(std::uint64_t id) override {
    return desktop_.input().buttons(id);
  }
  void copy(Selection selection, const ClipboardContent& content) override {
    desktop_.clipboard().copy(selection, content);
  }
  ClipboardContent paste(Selection selection) override {
    return desktop_.clipboard().paste(selection);
  }
  void copy_silently(Selection selection) override {
    ClipboardContent content;
    content.text = "never told";
    copy(selection, content);
    desktop_.clipboard().fall_silent(selection);
  }
  std::int64_t pid() override { return 4711; }
  void stop_server() override { desktop_.hang("*"); }
  void continue_server() override { desktop_.behave(); }
  void kill_server() override {
    const Error gone("DISPLAY_UNAVAILABLE", "gone", "Start it.", {{"reason", "lost"}});
    desktop_.fail("*", gone);
    desktop_.fail("strip", gone);
    desktop_.lose_listeners(gone);
  }
  std::unique_ptr<Desktop> refused() override {
    return failing(
        Error("DISPLAY_UNAVAILABLE", "refused", "Set XAUTHORITY.", {{"reason", "refused"}}));
  }
  std::unique_ptr<Desktop> absent() override {
    return failing(
        Error("DISPLAY_UNAVAILABLE", "nothing there", "Set DISPLAY.", {{"reason", "not found"}}));
  }

 private:
  static std::unique_ptr<Desktop> failing(const Error& error) {
    auto result = std::make_unique<FakeDesktop>();
    result->fail("*", error);
    result->lose_listeners(error);
    return result;
  }

  FakeDesktop desktop_;
  std::uint64_t last_id_ = 0;
};

}  // namespace

std::unique_ptr<World> make_fake_world() { return std::make_unique<FakeWorld>(); }

}  // namespace contract
