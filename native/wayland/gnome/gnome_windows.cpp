#include "native/wayland/gnome/gnome_windows.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "native/desktop/window_control.hpp"
#include "native/gnome/windows.hpp"

namespace native::wayland {
namespace {

// A session bus that does not answer must not keep other desktops from being used.
constexpr std::chrono::seconds kGnomeBusPatience{1};
// The Shell gives the focus once the program of the window has been asked.
constexpr std::chrono::milliseconds kBetweenFocusLooks{15};
// What remains for the answer.
constexpr std::chrono::milliseconds kFocusMargin{50};

// Animations of windows end within it; the overview and menus of the Shell stay open.
constexpr std::chrono::milliseconds kAnimationTime{600};
constexpr std::chrono::milliseconds kBetweenAnimationLooks{20};

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
  explicit GnomeWindows(gnome::Shell& shell) : shell_(shell) {}

  std::vector<KnownWindow> windows(Deadline deadline) override {
    std::vector<KnownWindow> known;
    for (gnome::ShellWindow& each : gnome::list_windows(shell_, deadline).windows)
      known.push_back({std::move(each.window), {}, each.xid, true, each.fills, each.painted});
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

  gnome::Shell& shell_;
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

std::unique_ptr<WindowSource> list_by_extension(gnome::Shell& shell, Deadline deadline) {
  auto windows = std::make_unique<GnomeWindows>(shell);
  try {
    windows->windows(deadline);
  } catch (const gnome::NoExtension&) {
    return nullptr;
  }
  return windows;
}

Error needs_extension() {
  return Error("UNSUPPORTED", "GNOME Shell tells its windows only to an extension of its own",
               "Run `peekaboo permissions grant windows`, which shows it and installs it, or "
               "capture screens instead.",
               {{"reason", "needs extension"}});
}

}  // namespace native::wayland
