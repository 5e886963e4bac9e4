#include "native/wayland/window_capture.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>

#include "native/wayland/copy/image_copy.hpp"
#include "native/wayland/outputs.hpp"
#include "native/wayland/screen_capture.hpp"
#include "native/wayland/upright.hpp"

namespace native::wayland {
namespace {

std::optional<KnownWindow> find(const std::vector<KnownWindow>& windows, std::uint64_t id) {
  for (const KnownWindow& each : windows)
    if (each.window.id == id) return each;
  return std::nullopt;
}

// Returns the window, unless it may not be seen.
KnownWindow admitted(WindowSource& source, std::uint64_t id, Exclusion* exclusion,
                     Deadline deadline) {
  const std::vector<KnownWindow> known = source.windows(deadline);
  const std::optional<KnownWindow> found = find(known, id);
  if (!found) throw_window_gone(id);
  if (exclusion == nullptr) return *found;
  std::vector<Window> windows;
  for (const KnownWindow& each : known) windows.push_back(each.window);
  exclusion->mark(windows);
  for (const Window& each : windows)
    if (each.id == id && each.hidden_from != 0) exclusion->refuse(id);
  return *found;
}

// Returns how to capture the part of the screen where a window is, by the command and by the tool.
std::string screen_instead(const Window& window) {
  const std::string remedy = "Capture the screen instead, which shows what lies in front: ";
  if (!window.placed)
    return remedy + "`peekaboo image --mode screen`, or the tool image without app_target.";
  const std::string x = std::to_string(window.bounds.x), y = std::to_string(window.bounds.y),
                    width = std::to_string(window.bounds.width),
                    height = std::to_string(window.bounds.height);
  return remedy + "`peekaboo image --mode screen --region " + x + "," + y + "," + width + "x" +
         height + R"(`, or the tool image with {"region": {"x": )" + x + R"(, "y": )" + y +
         R"(, "width": )" + width + R"(, "height": )" + height + "}}.";
}

Error unproven(const KnownWindow& known) {
  return Error("CAPTURE_FAILED",
               "this compositor does not render a window by itself, so the pixels of window " +
                   std::to_string(known.window.id) + " cannot be told from others",
               screen_instead(known.window),
               {{"reason", "identity unproven"}, {"window", std::to_string(known.window.id)}});
}

// Returns whether a pixel may be of the shadow that a program draws around its window: translucent,
// or black where the compositor gives no alpha.
bool is_shadow(const std::uint8_t* pixel, bool has_alpha) {
  return has_alpha ? pixel[3] != 0xFF : (pixel[0] | pixel[1] | pixel[2]) == 0;
}

// Returns the smallest area that holds all pixels that are not of a shadow.
Rect without_shadow(const UprightPicture& picture) {
  int left = picture.width, top = picture.height, past = 0, under = 0;
  for (int y = 0; y < picture.height; ++y) {
    const std::uint8_t* row = picture.pixels + static_cast<std::size_t>(y) * picture.stride;
    for (int x = 0; x < picture.width; ++x) {
      if (is_shadow(row + static_cast<std::size_t>(x) * 4, picture.has_alpha)) continue;
      left = std::min(left, x);
      past = std::max(past, x + 1);
      top = std::min(top, y);
      under = y + 1;
    }
  }
  return past == 0 ? Rect{} : Rect{left, top, past - left, under - top};
}

// Leaves of a picture what begins there.
void cut(UprightPicture& picture, int x, int y, int width, int height) {
  picture.pixels += static_cast<std::size_t>(y) * picture.stride + static_cast<std::size_t>(x) * 4;
  picture.width = width;
  picture.height = height;
}

// Cuts off what a program has painted around its window, where that is known to a pixel.
void cut_painted(UprightPicture& picture, const KnownWindow& known,
                 const std::vector<Output>& outputs) {
  const Rect& all = known.window.painted;
  const Rect& inner = known.window.bounds;
  if (all.empty() || intersection(all, inner) != inner || all == inner) return;
  for (const double scale : window_scales(outputs)) {
    const auto pixels = [&](int units) { return units * scale; };
    const auto whole = [&](int units) { return pixels(units) == std::round(pixels(units)); };
    const auto number = [&](int units) { return static_cast<int>(std::lround(pixels(units))); };
    if (number(all.width) != picture.width || number(all.height) != picture.height) continue;
    const int x = inner.x - all.x, y = inner.y - all.y;
    if (!whole(x) || !whole(y) || !whole(inner.width) || !whole(inner.height)) return;
    cut(picture, number(x), number(y), number(inner.width), number(inner.height));
    return;
  }
}

// Sets where a picture lies that holds all that a program has painted, but not the whole window: it
// paints the frame separately. Returns whether it is such a picture.
bool find_painted(const UprightPicture& picture, const KnownWindow& known,
                  const std::vector<Output>& outputs, FrameInfo& info) {
  const Rect& all = known.window.painted;
  if (all.empty() || intersection(all, known.window.bounds) == known.window.bounds) return false;
  for (const double scale : window_scales(outputs)) {
    if (std::lround(all.width * scale) != picture.width ||
        std::lround(all.height * scale) != picture.height)
      continue;
    info.origin = all;
    info.scale = scale;
    info.note = "the window's program paints its frame separately, and that is not in the picture";
    return true;
  }
  return false;
}

// Cuts off the shadow around a window of that size. `slack`: how many pixels from edge to edge
// may be of the shadow, or be missing. Returns whether it was found.
bool cut_shadow(UprightPicture& picture, const Rect& shown, int width, int height, int slack) {
  const int wider = width - shown.width, higher = height - shown.height;
  if (std::abs(wider) > slack || std::abs(higher) > slack) return false;
  if (width > picture.width || height > picture.height) return false;
  const int x = std::clamp(shown.x - wider / 2, 0, picture.width - width);
  const int y = std::clamp(shown.y - higher / 2, 0, picture.height - height);
  cut(picture, x, y, width, height);
  return true;
}

// Sets where a window's picture lies on the desktop, and how large its pixels are: those of one of
// the screens, or desktop units.
void find_place(UprightPicture& picture, const Rect& bounds, const std::vector<Output>& outputs,
                FrameInfo& info) {
  // sway 1.12 at 1.25 and 1.5 makes pictures smaller than programs paint, whose edges run into the
  // shadow: by a pixel at each side.
  constexpr int kSlack = 2;
  std::optional<Rect> shown;  // sought only where there is something around the window
  info.origin = bounds;
  const auto pixels = [](int units, double scale) {
    return static_cast<int>(std::lround(units * scale));
  };
  // No protocol tells where in its picture a window with a shadow lies. What is of its size is it.
  for (const int slack : {0, kSlack}) {
    for (const double scale : window_scales(outputs)) {
      const int width = pixels(bounds.width, scale);
      const int height = pixels(bounds.height, scale);
      info.scale = scale;
      if (width == picture.width && height == picture.height) return;
      if (!shown) shown = without_shadow(picture);
      if (cut_shadow(picture, *shown, width, height, slack)) return;
    }
  }
  info.scale = 1;
  info.origin = {0, 0, picture.width, picture.height};
  info.note = "it is not known where the window lies in its picture; its origin is 0,0";
}

// Gives the picture of an X window its place on the Wayland desktop, and this one's id.
class OnWayland : public StripSink {
 public:
  OnWayland(StripSink& sink, const Window& window) : sink_(sink), window_(window) {}
  bool wants_alpha() const override { return sink_.wants_alpha(); }
  void begin(const FrameInfo& info) override {
    FrameInfo placed = info;
    placed.origin = window_.bounds;
    placed.scale = exact_scale(info.width, window_.bounds.width);
    sink_.begin(placed);
  }
  void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) override {
    sink_.strip(y, rows, pixels, stride);
  }

 private:
  StripSink& sink_;
  const Window& window_;
};

void capture_x_window(Desktop& x11, const KnownWindow& known, const CaptureTarget& target,
                      StripSink& sink, Deadline deadline) {
  if (target.region)
    throw Error("UNSUPPORTED", "a part of an X program's window cannot be captured on Wayland",
                "Capture the whole window.", {{"reason", "wayland"}});
  CaptureTarget inner;
  inner.kind = CaptureTarget::Kind::kWindow;
  inner.id = known.xid;
  OnWayland placed(sink, known.window);
  x11.capture().capture(inner, placed, deadline);
}

// Returns the bytes that a window's picture may have, with the shadow that its program paints.
std::size_t most_bytes(const Window& window, const std::vector<Output>& outputs) {
  constexpr double kShadow = 2048;
  double scale = 1;
  for (const double each : window_scales(outputs)) scale = std::max(scale, each);
  return static_cast<std::size_t>((window.frame.width * scale + kShadow) *
                                  (window.frame.height * scale + kShadow) * 4);
}

// Hands over what the source of the windows has rendered, once the window has kept its size
// meanwhile: its place in the picture comes from another answer than the picture.
void capture_rendered(Connection& connection, WindowSource& source, KnownWindow known,
                      const CaptureTarget& target, StripSink& sink, Deadline deadline) {
  constexpr int kTries = 4;
  const std::vector<Output> outputs = read_outputs(connection, deadline);
  for (int tried = 1;; ++tried) {
    auto raw = source.render(known, most_bytes(known.window, outputs), deadline);
    if (!raw) throw_window_gone(target.id);
    KnownWindow after = admitted(source, target.id, sink.exclusion(), deadline);
    const bool steady =
        after.window.painted == known.window.painted && after.window.bounds == known.window.bounds;
    known = std::move(after);
    if (!steady && tried < kTries) continue;
    UprightPicture picture = upright(std::move(*raw));
    FrameInfo info;
    cut_painted(picture, known, outputs);
    if (!find_painted(picture, known, outputs, info))
      find_place(picture, known.window.bounds, outputs, info);
    return deliver(picture, info, target, sink);
  }
}

}  // namespace

void capture_window(Connection& connection, WindowSource& source, Desktop* x11,
                    const CaptureTarget& target, StripSink& sink, Deadline deadline) {
  const KnownWindow known = admitted(source, target.id, sink.exclusion(), deadline);
  if (source.renders(known)) {
    try {
      return capture_rendered(connection, source, known, target, sink, deadline);
    } catch (const Error& error) {
      // The X server lets its clients see each other's windows.
      const bool refused = error.code == "PERMISSION_ERROR_SCREEN_RECORDING";
      if (!refused || known.xid == 0 || x11 == nullptr) throw;
    }
    return capture_x_window(*x11, known, target, sink, deadline);
  }
  const bool rendered = offers_window_copy(connection) && !known.identifier.empty();
  if (!rendered && known.xid != 0 && x11 != nullptr)
    return capture_x_window(*x11, known, target, sink, deadline);
  if (!rendered) throw unproven(known);
  const std::unique_ptr<Connection> own = connection.another(deadline);
  const std::unique_ptr<ToplevelList> list = ToplevelList::read(*own, deadline);
  const Toplevel* const toplevel = list ? list->find(known.identifier) : nullptr;
  if (toplevel == nullptr) throw_window_gone(target.id);
  std::optional<RawPicture> raw = image_of_window(*own, *toplevel, deadline);
  if (!raw) throw unproven(known);
  UprightPicture picture = upright(std::move(*raw));
  // What the window was, it must still be.
  const KnownWindow after = admitted(source, target.id, sink.exclusion(), deadline);
  if (after.identifier != known.identifier || toplevel->closed) throw_window_gone(target.id);
  FrameInfo info;
  info.origin = after.window.bounds;
  if (after.window.placed) {
    find_place(picture, after.window.bounds, read_outputs(connection, deadline), info);
  } else {
    info.origin = {0, 0, picture.width, picture.height};
    info.note = "this compositor does not tell where the window is; its origin is 0,0";
  }
  deliver(picture, info, target, sink);
}

}  // namespace native::wayland
