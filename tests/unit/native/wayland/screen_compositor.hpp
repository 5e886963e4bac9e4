#pragma once

#include <wayland-server-core.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/records.hpp"
#include "tests/unit/native/wayland/served_display.hpp"

namespace native::wayland {

// A compositor of nothing but screens, which gives their pictures by zwlr_screencopy_manager_v1 or
// by ext_image_copy_capture_manager_v1, and may be wrong in each way that a test wants.
class ScreenCompositor {
 public:
  enum class Protocol { kScreencopy, kImageCopy };
  struct Screen {
    std::string name = "S-1";
    int width = 40, height = 30;  // of its mode
    Rect logical = {0, 0, 40, 30};
    int scale = 1;
    int transform = 0;
  };
  // What it says of a picture.
  struct Description {
    std::uint32_t width = 40, height = 30, stride = 160, format = 1;  // XRGB8888
  };
  // What it does when a picture is wanted.
  enum class Manner {
    kRight,
    kDescribesNothing,
    kIsNeverReady,
    kRefuses,
    kWantsAnotherSize,  // image copy alone
    kLeaves,            // ends the connection
  };
  struct Settings {
    Protocol protocol = Protocol::kScreencopy;
    std::vector<Screen> screens = {Screen{}};
    Description description = {};
    Manner manner = Manner::kRight;
  };
  // The colour of the pixels of a screen: 0xRRGGBB.
  static std::uint32_t color(std::size_t screen) {
    return 0x102030 + static_cast<std::uint32_t>(screen);
  }

  explicit ScreenCompositor(Settings settings);

  const std::string& socket() const { return served_.socket(); }
  void change(Manner manner);

  // What clients request, in the compositor's thread.
  void describe_output(wl_resource* output, std::size_t screen);
  void describe_xdg_output(wl_resource* xdg_output, wl_resource* output);
  void begin_screencopy(wl_resource* frame, wl_resource* output);
  void add_source(wl_resource* source, wl_resource* output) { of_[source] = of_[output]; }
  void begin_session(wl_resource* session, wl_resource* source);
  void begin_image(wl_resource* frame, wl_resource* session) { of_[frame] = of_[session]; }
  void attach(wl_resource* frame, wl_resource* buffer) { attached_[frame] = buffer; }
  void copy(wl_resource* frame, wl_resource* buffer);
  void copy_attached(wl_resource* frame) { copy(frame, attached_[frame]); }
  void forget(wl_resource* gone);

 private:
  struct Global {
    ScreenCompositor* owner;
    std::size_t screen;
  };
  static void bind_output(wl_client* client, void* data, std::uint32_t version, std::uint32_t id);

  Settings settings_;
  std::vector<Global> globals_;
  std::map<wl_resource*, std::size_t> of_;  // the screen that an object is about
  std::map<wl_resource*, wl_resource*> attached_;
  ServedDisplay served_;  // declared last: it ends first
};

}  // namespace native::wayland
