#include "native/wayland/window_events.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "native/desktop/events/event_listener.hpp"
#include "native/desktop/events/painted_regions.hpp"
#include "native/linux/wayland_session.hpp"
#include "native/wayland/clipboard/copy_watch.hpp"
#include "native/wayland/connection.hpp"
#include "native/wayland/gnome/gnome_windows.hpp"
#include "native/wayland/kwin/kwin_screens.hpp"
#include "native/wayland/kwin/kwin_windows.hpp"
#include "native/wayland/lacking.hpp"
#include "native/wayland/outputs.hpp"
#include "native/wayland/screen_damage.hpp"
#include "native/wayland/window_source.hpp"

namespace native::wayland {
namespace {

constexpr std::chrono::milliseconds kConnectTime{5000};
constexpr std::chrono::milliseconds kAnswerTime{1000};

bool needs_windows(const Wanted& wanted) {
  return wanted.windows || wanted.focus || wanted.titles || wanted.moves;
}

// Returns why a request cannot be served, if it cannot.
std::optional<Error> refusal(const Wanted& wanted, const WindowSource* source) {
  if (!wanted.hotkeys.empty())
    return lacking("hotkeys", "no protocol",
                   "Bind a key in the compositor's settings that sends SIGUSR1 to this process.");
  if (wanted.moves && !(source != nullptr && source->reports_moves()))
    return lacking("reports of windows that move", "no protocol",
                   "List the windows again when their places are needed.");
  return std::nullopt;
}

Deadline soon() { return std::chrono::steady_clock::now() + kAnswerTime; }

class WaylandEvents : public EventConnection {
 public:
  WaylandEvents(std::unique_ptr<Connection> connection, const SessionRoots& roots, std::string name,
                WindowLedger& ledger)
      : connection_(std::move(connection)),
        name_(std::move(name)),
        ledger_(ledger),
        source_(find_window_source(*connection_, roots, soon())),
        copies_(*connection_) {
    if (source_) return;
    kwin_ = find_kwin(*connection_, roots, soon());
    if (kwin_)
      source_ = list_by_kwin(*kwin_, *connection_, roots.run);
    else
      gnome_ = find_gnome_shell(*connection_, roots, soon());
  }

  void want(const Wanted& wanted, bool resumes, const std::vector<Display>* displays, Event&,
            std::vector<Event>& changes) override {
    if (needs_windows(wanted)) require_windows();
    if (std::optional<Error> error = refusal(wanted, source_.get())) throw std::move(*error);
    answered([&] {
      copies_.want(wanted.selections, soon());
      regions_.want(wanted.regions);
      if (wanted.regions.empty()) damage_.reset();
      if (!wanted.regions.empty() && !damage_)
        damage_ = std::make_unique<ScreenDamage>(connection_->another(soon()), soon());
      if (wanted.displays && !wanted_.displays) {
        outputs_ = read_outputs(*connection_, soon());
        displays_ = displays ? *displays : list_displays(*connection_, soon());
        displays_marked_ = displays != nullptr;
      }
      if (!needs_windows(wanted)) ledger_ = WindowLedger();
      if (needs_windows(wanted) && !needs_windows(wanted_)) {
        if (!watch_) watch_ = source_->watch(soon());
        const std::vector<Window> now = list_windows();
        if (resumes)
          ledger_.compare(now, wanted, kAll, changes);
        else
          ledger_.note_all(now);
      }
    });
    wanted_ = wanted;
  }

  bool drain() override {
    bool any = false;
    answered([&] {
      any = connection_->take_in();
      displays_marked_ = displays_marked_ || any;
      const bool windows = watch_ && watch_->take_in();
      windows_marked_ = windows_marked_ || windows || any;
      const bool painted = damage_ && damage_->take_in();
      if (painted) regions_.note();
      any = any || windows || painted;
    });
    return any;
  }

  bool marked() const override {
    return copies_.marked() || regions_.marked() || (displays_marked_ && wanted_.displays) ||
           (windows_marked_ && needs_windows(wanted_));
  }

  void collect(std::size_t room, std::vector<Event>& out) override {
    const auto left = [&] { return room - std::min(room, out.size()); };
    answered([&] {
      copies_.collect(left(), out);
      if (left() > 0 && regions_.marked()) regions_.report(damage_->take(soon()), out);
      if (std::exchange(displays_marked_, false) && wanted_.displays) report_displays(out);
      if (windows_marked_ && needs_windows(wanted_)) report_windows(left(), out);
    });
  }

  std::optional<Deadline> due() const override { return regions_.due(); }
  bool flush() override { return true; }
  std::vector<int> descriptors() const override {
    std::vector<int> all{::wl_display_get_fd(connection_->display())};
    if (watch_ && watch_->descriptor() >= 0) all.push_back(watch_->descriptor());
    if (damage_) all.push_back(damage_->descriptor());
    return all;
  }
  void shut_down() override { ::shutdown(::wl_display_get_fd(connection_->display()), SHUT_RDWR); }
  std::vector<Display> displays() const override { return displays_; }
  Error lost() const override {
    return Error("DISPLAY_UNAVAILABLE", "connection to compositor " + name_ + " was lost",
                 "Try again once the compositor runs; events come again by themselves then.",
                 {{"reason", "lost"}, {"display", name_}});
  }

 private:
  static constexpr std::size_t kAll = static_cast<std::size_t>(-1);

  template <class Work>
  static void answered(const Work& work) {
    try {
      work();
    } catch (const ConnectionLost&) {
      throw EventsLost{};
    } catch (const ConnectionLate&) {
      throw EventsLost{};
    } catch (const kwin::ServiceLost&) {  // GNOME Shell's are the same
      throw EventsLost{};
    } catch (const kwin::ServiceLate&) {
      throw EventsLost{};
    }
  }

  // GNOME Shell may have got its extension since.
  void require_windows() {
    answered([&] {
      if (gnome_ && !source_) source_ = list_by_extension(*connection_, *gnome_, nullptr, soon());
    });
    if (!source_) throw gnome_ ? needs_extension() : no_windows();
  }

  std::vector<Window> list_windows() {
    try {
      return source_->listed(soon());
    } catch (const gnome::NoExtension&) {
      throw needs_extension();
    }
  }

  void report_windows(std::size_t room, std::vector<Event>& out) {
    try {
      windows_marked_ = !ledger_.compare(source_->listed(soon()), wanted_, room, out);
    } catch (const gnome::NoExtension&) {
      // GNOME Shell has stopped it, as on a locked screen. It reports a change when it runs again.
      windows_marked_ = false;
    } catch (const Error&) {
      // What has changed is found when all is listened to anew.
      throw EventsLost{};
    }
  }

  void report_displays(std::vector<Event>& out) {
    // Their objects tell of the next change.
    outputs_ = read_outputs(*connection_, soon());
    std::vector<Display> now = list_displays(*connection_, soon());
    const auto same = [](const Display& a, const Display& b) {
      return a.name == b.name && a.bounds == b.bounds && a.scale == b.scale &&
             a.rotation == b.rotation;
    };
    if (std::equal(now.begin(), now.end(), displays_.begin(), displays_.end(), same)) return;
    Event event;
    event.kind = Event::Kind::kDisplaysChanged;
    event.displays = displays_ = std::move(now);
    out.push_back(std::move(event));
  }

  const std::unique_ptr<Connection> connection_;
  const std::string name_;
  WindowLedger& ledger_;
  std::unique_ptr<kwin::Service> kwin_;
  std::unique_ptr<gnome::Shell> gnome_;   // where it alone may tell the windows
  std::unique_ptr<WindowSource> source_;  // declared after both, which it may use
  std::unique_ptr<WindowWatch> watch_;
  CopyWatch copies_;
  PaintedRegions regions_;
  std::unique_ptr<ScreenDamage> damage_;
  std::vector<Output> outputs_;
  std::vector<Display> displays_;
  Wanted wanted_;
  bool displays_marked_ = false;
  bool windows_marked_ = false;
};

}  // namespace

std::unique_ptr<Events> listen(SessionRoots roots) {
  return listen_over([roots = std::move(roots)](WindowLedger& ledger) {
    const DesktopSession session = find_session(roots);
    const std::string socket = wayland_socket(roots, session);
    try {
      auto connection =
          Connection::open(socket, roots.uid, std::chrono::steady_clock::now() + kConnectTime);
      return std::make_unique<WaylandEvents>(std::move(connection), roots, session.wayland_display,
                                             ledger);
    } catch (const ConnectionLate&) {
      throw Error("TIMEOUT", "compositor " + session.wayland_display + " does not answer",
                  "Try again once it does.", {{"reason", "no answer"}});
    } catch (const ConnectionLost&) {
      throw Error("DISPLAY_UNAVAILABLE",
                  "connection to compositor " + session.wayland_display + " was lost",
                  "Try again once the compositor runs.", {{"reason", "lost"}});
    }
  });
}

}  // namespace native::wayland
