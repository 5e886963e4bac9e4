#include "native/wayland/kwin/kwin_windows.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "native/desktop/window_control.hpp"
#include "native/kwin/effects.hpp"
#include "native/kwin/screenshots.hpp"
#include "native/kwin/script.hpp"
#include "native/kwin/window_script.hpp"
#include "native/wayland/kwin/kwin_screens.hpp"
#include "native/wayland/kwin/kwin_watch.hpp"

namespace native::wayland {
namespace {

// A script cannot wait for what it has begun.
constexpr std::chrono::milliseconds kBetweenLists{15};
// What remains for the answer.
constexpr std::chrono::milliseconds kRemainder{50};
// How long KWin may take for a window. Plasma 5 never answers for one that was hidden meanwhile.
constexpr std::chrono::seconds kRenderPatience{5};

Error hidden_window(const Window& window) {
  const std::string id = std::to_string(window.id);
  const bool minimised = window.minimised;
  return Error("CAPTURE_FAILED",
               "KWin of Plasma 5 does not render window " + id + ", which is " +
                   (minimised ? "minimised" : "on another desktop or off the screen"),
               minimised ? "Restore the window, then try again."
                         : "Bring the window to the front, then try again.",
               {{"reason", minimised ? "minimised" : "not on screen"}, {"window", id}});
}

class KwinWindows : public WindowSource {
 public:
  KwinWindows(kwin::Service& service, Connection& connection, std::string run)
      : service_(service), connection_(connection), run_(std::move(run)) {}

  std::vector<KnownWindow> windows(Deadline deadline) override {
    std::vector<KnownWindow> known;
    for (kwin::ScriptedWindow& each : listed(deadline).windows)
      known.push_back({std::move(each.window), std::move(each.uuid), each.xid, true, each.fills});
    return known;
  }
  std::unique_ptr<WindowWatch> watch(Deadline deadline) override {
    return watch_kwin(connection_, deadline);
  }
  bool reports_moves() const override { return true; }
  bool knows_places() const override { return true; }
  bool paints_elsewhere(Deadline deadline) override {
    return !kwin::wait_for_effects(service_, deadline).empty();
  }
  bool knows_focus() const override { return true; }
  std::string description() const override { return "a script that runs once inside KWin"; }
  std::string manager() const override { return "KWin"; }

  void activate(std::uint64_t id, Deadline deadline) override {
    order(id, kwin::activate_script, deadline);
    for (;;) {
      if (find(id, deadline).window.active) return;
      if (Deadline::clock::now() >= deadline - kRemainder) break;
      std::this_thread::sleep_for(kBetweenLists);
    }
    throw_no_focus(id);
  }
  void place(std::uint64_t id, const Rect& frame, Deadline deadline) override {
    order(id, [&](const std::string& uuid) { return kwin::place_script(uuid, frame); }, deadline);
  }
  void set_state(std::uint64_t id, WindowState state, Deadline deadline) override {
    const KnownWindow known = find(id, deadline);
    const std::string& uuid = known.identifier;
    if (state == WindowState::kMinimised)
      return run(id, kwin::minimise_script(uuid, true), deadline);
    if (known.window.minimised) run(id, kwin::minimise_script(uuid, false), deadline);
    const bool fills = state == WindowState::kMaximised;
    if (known.filling != fills) run(id, kwin::maximise_script(uuid, fills), deadline);
  }
  void close(std::uint64_t id, Deadline deadline) override {
    order(id, kwin::close_script, deadline);
  }
  void to_workspace(std::uint64_t id, int workspace, Deadline deadline) override {
    order(
        id, [&](const std::string& uuid) { return kwin::workspace_script(uuid, workspace); },
        deadline);
  }
  int workspaces(Deadline deadline) override { return listed(deadline).workspaces; }

  bool renders(const KnownWindow&) const override { return true; }
  std::optional<RawPicture> render(const KnownWindow& known, std::size_t most,
                                   Deadline deadline) override {
    if (major_ < 6 && !known.window.on_screen) throw hidden_window(known.window);
    const Deadline until = std::min(deadline, Deadline::clock::now() + kRenderPatience);
    try {
      std::optional<kwin::Picture> picture =
          kwin::capture_window(service_, {0, 0, known.identifier}, most, until);
      if (!picture) return std::nullopt;
      return raw_of(std::move(*picture), false);
    } catch (const kwin::ServiceLate&) {
      if (until == deadline) throw;
      const Window now = find(known.window.id, deadline).window;
      if (!now.on_screen) throw hidden_window(now);
      throw;
    }
  }

 private:
  kwin::ScriptedDesktop listed(Deadline deadline) {
    std::optional<kwin::ScriptedDesktop> desktop =
        kwin::read_windows(kwin::run_script(service_, run_, kwin::list_script(), deadline));
    if (!desktop)
      throw Error("UNSUPPORTED", "KWin's answer is no list of windows",
                  "Capture screens instead, or restart KWin.", {{"reason", "no scripts"}});
    major_ = desktop->major;
    return std::move(*desktop);
  }

  KnownWindow find(std::uint64_t id, Deadline deadline) {
    for (KnownWindow& each : windows(deadline))
      if (each.window.id == id) return std::move(each);
    throw_window_gone(id);
  }

  void run(std::uint64_t id, const std::string& script, Deadline deadline) {
    if (kwin::run_script(service_, run_, script, deadline) != "done") throw_window_gone(id);
  }

  template <class Script>
  void order(std::uint64_t id, const Script& script, Deadline deadline) {
    run(id, script(find(id, deadline).identifier), deadline);
  }

  kwin::Service& service_;
  Connection& connection_;
  const std::string run_;
  int major_ = 5;
};

}  // namespace

std::unique_ptr<WindowSource> list_by_kwin(kwin::Service& service, Connection& connection,
                                           const std::string& run) {
  return std::make_unique<KwinWindows>(service, connection, run);
}

}  // namespace native::wayland
