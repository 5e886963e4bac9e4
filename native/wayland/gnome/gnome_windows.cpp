#include "native/wayland/gnome/gnome_windows.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <thread>
#include <utility>

#include "native/desktop/window_control.hpp"
#include "native/gnome/extension.hpp"
#include "native/gnome/windows.hpp"
#include "native/wayland/outputs.hpp"

namespace native::wayland {
namespace {

constexpr const char* kExtensionConsent =
    "an extension of GNOME Shell that `peekaboo permissions grant windows` installs; once, for "
    "every program of this user, until it is removed";
// A session bus that does not answer must not keep other desktops from being used.
constexpr std::chrono::seconds kGnomeBusPatience{1};
// The Shell gives the focus once the program of the window has been asked.
constexpr std::chrono::milliseconds kBetweenFocusLooks{15};
// What remains for the answer.
constexpr std::chrono::milliseconds kFocusMargin{50};

// Animations of windows end within it; the overview and menus of the Shell stay open.
constexpr std::chrono::milliseconds kAnimationTime{600};
constexpr std::chrono::milliseconds kBetweenAnimationLooks{20};

// Returns the size in which GNOME Shell draws a window on a screen whose scale is no whole number;
// nothing on others. See ScreenStream::copy_content.
portal::PictureSize drawn_larger(const Window& window, const std::vector<Output>& outputs) {
  double scale = 0;
  for (const Output& each : outputs)
    if (each.scale != std::round(each.scale) && !intersection(each.bounds, window.bounds).empty())
      scale = std::max(scale, std::ceil(each.scale));
  const auto pixels = [&](int units) { return static_cast<int>(std::lround(units * scale)); };
  return {pixels(window.painted.width), pixels(window.painted.height)};
}

// Returns the pixels for each desktop unit of a picture of what was painted, whose right and lower
// part may be missing: Mutter records no more than fits on the window's screen. Nothing when that
// is not clear.
std::optional<double> scale_of(const portal::Picture& picture, const Rect& painted,
                               const std::vector<double>& scales) {
  std::optional<double> by_one_side, smaller;
  int count_smaller = 0;
  for (const double scale : scales) {
    const long width = std::lround(painted.width * scale);
    const long height = std::lround(painted.height * scale);
    if (picture.width == width && picture.height == height) return scale;
    if (picture.width > width || picture.height > height) continue;
    if (picture.width == width || picture.height == height) by_one_side = scale;
    smaller = scale;
    ++count_smaller;
  }
  if (by_one_side) return by_one_side;
  return count_smaller == 1 ? smaller : std::nullopt;
}

// Adds what is missing as nothing painted. Returns whether the window itself is all there, so that
// it is a part of the shadow.
bool complete(portal::Picture& picture, const KnownWindow& known,
              const std::vector<Output>& outputs) {
  const Rect& painted = known.window.painted;
  const Rect inner = intersection(known.window.bounds, painted);
  const std::optional<double> scale = scale_of(picture, painted, window_scales(outputs));
  if (!scale) return false;
  const auto pixels = [&](int units) { return static_cast<int>(std::lround(units * *scale)); };
  const int width = pixels(painted.width), height = pixels(painted.height);
  if (picture.width == width && picture.height == height) return true;
  if (pixels(right(inner) - painted.x) > picture.width ||
      pixels(bottom(inner) - painted.y) > picture.height)
    return false;
  PixelBytes whole(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  std::memset(whole.data(), 0, whole.size());
  const auto row = [](int columns) { return static_cast<std::size_t>(columns) * 4; };
  for (int y = 0; y < picture.height; ++y)
    std::memcpy(whole.data() + row(width) * static_cast<std::size_t>(y),
                picture.bytes.data() + row(picture.width) * static_cast<std::size_t>(y),
                row(picture.width));
  picture.bytes = std::move(whole);
  picture.width = width;
  picture.height = height;
  return true;
}

Error larger_than_screen(std::uint64_t window) {
  return Error("CAPTURE_FAILED",
               "window " + std::to_string(window) +
                   " is larger than its screen, and GNOME Shell records only a part of it",
               "Make the window smaller, or capture the screens.",
               {{"reason", "larger than screen"}, {"window", std::to_string(window)}});
}

Error never_painted(std::uint64_t window) {
  return Error("CAPTURE_FAILED",
               "window " + std::to_string(window) +
                   " has not shown since it was opened, and GNOME Shell cannot record such a one",
               "Bring the window to the front, then try again.",
               {{"reason", "not painted"}, {"window", std::to_string(window)}});
}

RawPicture raw_of(portal::Picture picture) {
  RawPicture raw;
  raw.width = picture.width;
  raw.height = picture.height;
  raw.stride = static_cast<std::size_t>(picture.width) * 4;
  if (picture.red_first)
    raw.format = picture.has_alpha ? WL_SHM_FORMAT_ABGR8888 : WL_SHM_FORMAT_XBGR8888;
  else
    raw.format = picture.has_alpha ? WL_SHM_FORMAT_ARGB8888 : WL_SHM_FORMAT_XRGB8888;
  raw.bytes = std::move(picture.bytes);
  raw.pixels = raw.bytes.data();
  raw.method = "recordwindow";
  return raw;
}

class GnomeWatch : public WindowWatch {
 public:
  GnomeWatch(const gnome::Shell& shell, Deadline deadline) : changes_(shell, deadline) {}
  int descriptor() const override { return changes_.descriptor(); }
  bool take_in() override { return changes_.take_in(); }

 private:
  gnome::ChangeWatch changes_;
};

class GnomeWindows : public WindowSource {
 public:
  GnomeWindows(Connection& connection, gnome::Shell& shell, const portal::WindowRecorder* recorder)
      : connection_(connection), shell_(shell), recorder_(recorder) {}

  std::vector<KnownWindow> windows(Deadline deadline) override {
    std::vector<KnownWindow> known;
    for (gnome::ShellWindow& each : gnome::list_windows(shell_, deadline).windows)
      known.push_back({std::move(each.window), {}, each.xid, true, each.fills});
    return known;
  }
  std::unique_ptr<WindowWatch> watch(Deadline deadline) override {
    return std::make_unique<GnomeWatch>(shell_, deadline);
  }
  bool knows_places() const override { return true; }
  bool knows_focus() const override { return true; }
  bool reports_moves() const override { return true; }
  bool paints_elsewhere(Deadline deadline) override {
    const Deadline until = std::min(deadline, Deadline::clock::now() + kAnimationTime);
    while (gnome::list_windows(shell_, deadline).elsewhere) {
      if (Deadline::clock::now() + kBetweenAnimationLooks >= until) return true;
      std::this_thread::sleep_for(kBetweenAnimationLooks);
    }
    return false;
  }
  std::string description() const override { return "an extension of GNOME Shell"; }
  std::string manager() const override { return "GNOME Shell"; }
  std::string consent() const override { return kExtensionConsent; }

  void activate(std::uint64_t id, Deadline deadline) override {
    require(id, gnome::focus_window(shell_, id, deadline));
    while (!has_focus(id, deadline)) {
      if (Deadline::clock::now() >= deadline - kFocusMargin) throw_no_focus(id);
      std::this_thread::sleep_for(kBetweenFocusLooks);
    }
  }
  void place(std::uint64_t id, const Rect& frame, Deadline deadline) override {
    require(id, gnome::place_window(shell_, id, frame, deadline));
  }
  void set_state(std::uint64_t id, WindowState state, Deadline deadline) override {
    if (state == WindowState::kMinimised)
      return require(id, gnome::minimise_window(shell_, id, true, deadline));
    const KnownWindow known = find(id, deadline);
    if (known.window.minimised) require(id, gnome::minimise_window(shell_, id, false, deadline));
    const bool fills = state == WindowState::kMaximised;
    if (known.filling != fills) require(id, gnome::maximise_window(shell_, id, fills, deadline));
  }
  void close(std::uint64_t id, Deadline deadline) override {
    require(id, gnome::close_window(shell_, id, deadline));
  }
  void to_workspace(std::uint64_t id, int workspace, Deadline deadline) override {
    require(id, gnome::move_to_workspace(shell_, id, workspace, deadline));
  }
  int workspaces(Deadline deadline) override {
    return gnome::list_windows(shell_, deadline).workspaces;
  }

  // The X server shows those of its programs.
  bool renders(const KnownWindow& known) const override {
    return recorder_ != nullptr && known.xid == 0;
  }
  std::string rendering() const override {
    return "org.gnome.Mutter.ScreenCast, a private interface of GNOME; covered and minimised "
           "windows too";
  }
  std::optional<RawPicture> render(const KnownWindow& known, std::size_t most,
                                   Deadline deadline) override {
    const std::uint64_t id = known.window.id;
    // GNOME Shell 50 would end, and the session with it.
    if (known.window.painted.empty()) throw never_painted(id);
    const std::vector<Output> outputs = read_outputs(connection_, deadline);
    std::optional<portal::Picture> taken =
        recorder_->capture(shell_.owner(), id, drawn_larger(known.window, outputs), deadline);
    if (!taken) return std::nullopt;
    // One that has changed its size meanwhile is recorded anew.
    const bool kept = find(id, deadline).window.painted == known.window.painted;
    if (kept && (taken->bytes.size() > most || !complete(*taken, known, outputs)))
      throw larger_than_screen(id);
    return raw_of(std::move(*taken));
  }

 private:
  static void require(std::uint64_t id, bool found) {
    if (!found) throw_window_gone(id);
  }
  KnownWindow find(std::uint64_t id, Deadline deadline) {
    for (KnownWindow& each : windows(deadline))
      if (each.window.id == id) return std::move(each);
    throw_window_gone(id);
  }
  bool has_focus(std::uint64_t id, Deadline deadline) { return find(id, deadline).window.active; }

  Connection& connection_;
  gnome::Shell& shell_;
  const portal::WindowRecorder* const recorder_;
};

}  // namespace

std::unique_ptr<gnome::Shell> find_gnome_shell(const Connection& connection,
                                               const SessionRoots& roots, Deadline deadline) {
  try {
    return gnome::Shell::find(gnome::kServiceName, find_session_bus(roots), roots.proc,
                              connection.compositor(),
                              std::min(deadline, Deadline::clock::now() + kGnomeBusPatience));
  } catch (const gnome::ServiceLate&) {
    return nullptr;
  }
}

std::unique_ptr<WindowSource> list_by_extension(Connection& connection, gnome::Shell& shell,
                                                const portal::WindowRecorder* recorder,
                                                Deadline deadline) {
  auto windows = std::make_unique<GnomeWindows>(connection, shell, recorder);
  try {
    windows->windows(deadline);
  } catch (const gnome::NoExtension&) {
    return nullptr;
  }
  return windows;
}

Error needs_extension() {
  if (gnome::is_installed())
    return Error("UNSUPPORTED", "GNOME Shell does not run Peekaboo's extension, which is installed",
                 "Log out and in again where you have not since it was installed; `peekaboo "
                 "permissions` tells what else is missing. Screens can be captured meanwhile.",
                 {{"reason", "needs extension"}});
  return Error("UNSUPPORTED", "GNOME Shell tells its windows only to an extension of its own",
               "Run `peekaboo permissions grant windows`, which shows it and installs it, or "
               "capture screens instead.",
               {{"reason", "needs extension"}});
}

}  // namespace native::wayland
