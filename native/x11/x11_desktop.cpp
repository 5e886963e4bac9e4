#include "native/x11/x11_desktop.hpp"

#include <functional>
#include <string>
#include <utility>

#include "native/desktop/refusal/capability.hpp"
#include "native/linux/applications.hpp"
#include "native/x11/capabilities.hpp"
#include "native/x11/capture/capture.hpp"
#include "native/x11/clipboard/x11_clipboard.hpp"
#include "native/x11/connection/connection.hpp"
#include "native/x11/connection/errors.hpp"
#include "native/x11/events/screen_changes.hpp"
#include "native/x11/events/x11_events.hpp"
#include "native/x11/input/x11_input.hpp"
#include "native/x11/input/x11_person_watch.hpp"
#include "native/x11/windows/activate.hpp"
#include "native/x11/windows/displays.hpp"
#include "native/x11/windows/exported_menus.hpp"
#include "native/x11/windows/placement.hpp"
#include "native/x11/windows/size_limits.hpp"
#include "native/x11/windows/tray_icons.hpp"
#include "native/x11/windows/window_control.hpp"
#include "native/x11/windows/windows.hpp"

namespace native {
namespace {

using x11::Connection;

// After this time without an operation nothing is kept about windows.
constexpr std::chrono::seconds kIdle{10};

class X11Desktop : public Desktop,
                   public Displays,
                   public Windows,
                   public Capture,
                   public DamageTracker,
                   public WindowControl {
 public:
  explicit X11Desktop(SessionRoots roots)
      : roots_(std::move(roots)),
        applications_(*this, roots_),
        input_(
            [this](Deadline deadline, const x11::X11Input::Operation& operation) {
              run<void>(deadline, [&](Connection& connection) {
                refuse_xwayland_input(connection);
                operation(connection);
              });
            },
            [this](Deadline deadline) { return Connection::open(roots_, *session_, deadline); }),
        clipboard_(
            [this](Deadline deadline, const x11::X11Clipboard::Operation& operation) {
              run<void>(deadline, operation);
            },
            [this](Deadline deadline) { return Connection::open(roots_, *session_, deadline); }) {}

  std::string name() const override { return "x11"; }
  std::string guess() const override { return session_ ? guess_note(*session_) : std::string(); }
  std::vector<std::pair<std::string, std::string>> variables() override {
    const DesktopSession session = session_ ? *session_ : find_session(roots_);
    return {{"DISPLAY", session.display},
            {"XAUTHORITY", session.xauthority},
            {"DBUS_SESSION_BUS_ADDRESS", find_session_bus(roots_)},
            {"GDK_SCALE", session.gdk_scale}};
  }
  std::string description() const override {
    return (session_ ? *session_ : find_session(roots_)).why;
  }
  Displays& displays() override { return *this; }
  Windows& windows() override { return *this; }
  Applications& applications() override { return applications_; }
  Capture& capture() override { return *this; }
  DamageTracker& changes() override { return *this; }
  Input& input() override { return input_; }
  WindowControl& control() override { return *this; }
  Clipboard& clipboard() override { return clipboard_; }
  std::unique_ptr<Events> listen() override { return listen_to_x11(roots_); }
  std::unique_ptr<PersonWatch> watch_person(const Hotkey& stop_keys) override {
    return watch_person_on_x11(roots_, stop_keys);
  }

  std::vector<Display> displays(Deadline deadline) override {
    return run<std::vector<Display>>(deadline, &x11::list_displays);
  }
  std::vector<Window> windows(Deadline deadline) override {
    return run<std::vector<Window>>(deadline, &x11::list_windows);
  }
  std::optional<Window> frontmost(Deadline deadline) override {
    return run<std::optional<Window>>(deadline, &x11::find_frontmost);
  }
  void activate(std::uint64_t window_id, Deadline deadline) override {
    run<void>(deadline, [&, window = to_window(window_id)](Connection& connection) {
      x11::activate_window(connection, window, deadline);
    });
  }
  MenuExport menu_export(std::uint64_t window_id, Deadline deadline) override {
    return run<MenuExport>(deadline, [&, window = to_window(window_id)](Connection& connection) {
      return x11::exported_menus(connection, window);
    });
  }
  EmbeddedIcons embedded_icons(Deadline deadline) override {
    return run<EmbeddedIcons>(deadline, &x11::tray_icons);
  }
  Rect place(std::uint64_t window_id, const Place& place, Deadline deadline) override {
    return run<Rect>(deadline, [&, window = to_window(window_id)](Connection& connection) {
      return x11::place_window(connection, window, place, deadline);
    });
  }
  SizeLimits limits(std::uint64_t window_id, Deadline deadline) override {
    return run<SizeLimits>(deadline, [window = to_window(window_id)](Connection& connection) {
      return x11::read_size_limits(connection, window);
    });
  }
  void set_state(std::uint64_t window_id, WindowState state, Deadline deadline) override {
    run<void>(deadline, [&, window = to_window(window_id)](Connection& connection) {
      x11::set_window_state(connection, window, state, deadline);
    });
  }
  void close(std::uint64_t window_id, Deadline deadline) override {
    run<void>(deadline, [&, window = to_window(window_id)](Connection& connection) {
      x11::close_window(connection, window, deadline);
    });
  }
  void to_workspace(std::uint64_t window_id, int workspace, Deadline deadline) override {
    run<void>(deadline, [&, window = to_window(window_id)](Connection& connection) {
      x11::move_to_workspace(connection, window, workspace, deadline);
    });
  }
  void capture(const CaptureTarget& target, StripSink& sink, Deadline deadline) override {
    run<void>(deadline, [&](Connection& connection) {
      refuse_xwayland(connection);
      x11::capture_target(connection, target, sink, deadline);
    });
  }
  std::uint64_t mark(Deadline deadline) override {
    return run<std::uint64_t>(
        deadline, [&](Connection& connection) { return screen_changes(connection).mark(); });
  }
  bool changed(std::uint64_t mark, const Rect& area, Deadline deadline) override {
    return run<bool>(deadline, [&](Connection& connection) {
      return screen_changes(connection).changed(mark, area);
    });
  }
  std::vector<Capability> capabilities(Deadline deadline) override {
    try {
      return run<std::vector<Capability>>(deadline, [&](Connection& connection) {
        return x11::describe_capabilities(connection, session_->why, forced_xwayland());
      });
    } catch (const Error& error) {
      return refused_capabilities(error);
    }
  }

 private:
  static xcb_window_t to_window(std::uint64_t id) {
    if (id == 0 || id > 0xFFFFFFFF) x11::throw_window_gone(id);
    return static_cast<xcb_window_t>(id);
  }

  bool forced_xwayland() const { return allows_xwayland(roots_); }

  void refuse_xwayland(const Connection& connection) const {
    if (connection.xwayland() && !forced_xwayland()) throw x11::xwayland_error(connection);
  }

  // Programs of Wayland would not get the keys.
  static void refuse_xwayland_input(const Connection& connection) {
    if (!connection.xwayland()) return;
    throw Error("UNSUPPORTED", "X display of a Wayland session has no keyboard and pointer",
                "Log in to an X11 session.", {{"reason", "wayland"}});
  }

  x11::ScreenChanges& screen_changes(Connection& connection) {
    if (connection.xwayland())
      throw Error("UNSUPPORTED", "X display of a Wayland session does not report changes",
                  "Capture again instead.", {{"reason", "wayland"}});
    if (!changes_) changes_ = std::make_unique<x11::ScreenChanges>(connection);
    return *changes_;
  }

  // Events of windows pile up in the server while nothing reads them.
  void forget_when_idle() {
    if (!connection_ || connection_->known_answers().empty()) return;
    idle_.emplace(connection_->watchdog(), std::chrono::steady_clock::now() + kIdle,
                  [connection = connection_.get()] { connection->forget_answers(); });
  }

  void disconnect() {
    idle_.reset();
    input_.disconnect();
    clipboard_.disconnect();
    changes_.reset();
    connection_.reset();
  }

  void connect(Deadline deadline) {
    if (connection_ && connection_->alive()) return;
    disconnect();
    session_ = find_session(roots_);
    if (session_->display.empty()) throw x11::no_display_error(*session_);
    connection_ = Connection::open(roots_, *session_, deadline);
  }

  template <class Result>
  Result run(Deadline deadline, const std::function<Result(Connection&)>& operation) {
    if (std::chrono::steady_clock::now() >= deadline)
      throw Error("TIMEOUT", "no time was left to ask the display server",
                  "Try again, or allow more time.", {{"reason", "late"}});
    idle_.reset();
    connect(deadline);
    struct AtEnd {
      X11Desktop& desktop;
      ~AtEnd() { desktop.forget_when_idle(); }
    } const at_end{*this};
    const x11::Watch watch(connection_->watchdog(), connection_->descriptor(), deadline);
    connection_->drop_events();
    try {
      return operation(*connection_);
    } catch (const x11::BadReply&) {
      disconnect();
      throw x11::bad_reply_error(session_->display);
    } catch (const x11::ConnectionLost&) {
      disconnect();
      if (watch.fired()) throw x11::late_error(session_->display);
      throw x11::lost_error(session_->display);
    }
  }

  SessionRoots roots_;
  std::optional<DesktopSession> session_;
  std::unique_ptr<Connection> connection_;
  std::optional<x11::Lease> idle_;  // declared after the connection, which it uses
  std::unique_ptr<x11::ScreenChanges>
      changes_;  // made at first use; declared after the connection, which it uses
  WindowApplications applications_;
  x11::X11Input input_;
  x11::X11Clipboard clipboard_;
};

}  // namespace

std::unique_ptr<Desktop> open_x11(SessionRoots roots) {
  return std::make_unique<X11Desktop>(std::move(roots));
}

}  // namespace native
