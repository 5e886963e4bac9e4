#include "native/wayland/wayland_desktop.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "native/desktop/refusal/capability.hpp"
#include "native/desktop/refusal/refusing.hpp"
#include "native/gnome/window_permission.hpp"
#include "native/linux/applications.hpp"
#include "native/linux/wayland_session.hpp"
#include "native/wayland/capabilities.hpp"
#include "native/wayland/clipboard/chosen_clipboard.hpp"
#include "native/wayland/clipboard/data_device.hpp"
#include "native/wayland/clipboard/wayland_clipboard.hpp"
#include "native/wayland/connection.hpp"
#include "native/wayland/copy/copied_screens.hpp"
#include "native/wayland/gnome/gnome_windows.hpp"
#include "native/wayland/input/devices.hpp"
#include "native/wayland/input/virtual_devices.hpp"
#include "native/wayland/input/wayland_input.hpp"
#include "native/wayland/kwin/kwin_screens.hpp"
#include "native/wayland/kwin/kwin_windows.hpp"
#include "native/wayland/lacking.hpp"
#include "native/wayland/outputs.hpp"
#include "native/wayland/portal/portal_screens.hpp"
#include "native/wayland/portal/running_programs.hpp"
#include "native/wayland/screen_capture.hpp"
#include "native/wayland/screen_changes.hpp"
#include "native/wayland/screen_pictures.hpp"
#include "native/wayland/window_capture.hpp"
#include "native/wayland/window_commands.hpp"
#include "native/wayland/window_events.hpp"
#include "native/wayland/window_source.hpp"

namespace native {
namespace {

using wayland::Connection;
using wayland::WindowCommands;
using wayland::WindowSource;

constexpr const char* kWindows = gnome::kWindowsPermission;

class WaylandDesktop : public Desktop,
                       public Displays,
                       public Windows,
                       public Capture,
                       public WindowControl,
                       public Permissions {
 public:
  explicit WaylandDesktop(WaylandRoots roots)
      : roots_(std::move(roots)),
        applications_(*this, roots_.session),
        changes_([this](Deadline deadline) { return open_connection(deadline); },
                 [this](Deadline deadline, const std::function<void()>& operation) {
                   run<void>(deadline, [&](Connection&) { operation(); });
                 }),
        input_([this](Deadline deadline, const wayland::WaylandInput::Operation& operation) {
          run<void>(deadline, [&](Connection& connection) {
            operation({connection, source_.get(), [&](Deadline until) {
                         return wayland::open_devices(connection, input_portal_, until);
                       }});
          });
        }),
        clipboard_([this](Deadline deadline, const auto& operation) {
          run<void>(deadline, [&](Connection&) { operation(open_connection(deadline)); });
        }),
        chosen_clipboard_([this](Deadline deadline) -> Clipboard& {
          return run<std::reference_wrapper<Clipboard>>(
              deadline, [&](Connection& connection) { return clipboard_of(connection); });
        }),
        portal_(roots_.portal, [this] { return find_session_bus(roots_.session); }),
        input_portal_(roots_.portal, [this] { return find_session_bus(roots_.session); }),
        recorder_(roots_.portal, [this] { return find_session_bus(roots_.session); }) {}

  std::string name() const override { return "wayland"; }
  std::string description() const override {
    return (session_ ? *session_ : find_session(roots_.session)).why;
  }
  std::vector<std::pair<std::string, std::string>> variables() override {
    const DesktopSession session = session_ ? *session_ : find_session(roots_.session);
    return {{"WAYLAND_DISPLAY", session.wayland_display},
            {"XDG_RUNTIME_DIR", roots_.session.run},
            {"DISPLAY", session.display},
            {"XAUTHORITY", session.xauthority},
            {"DBUS_SESSION_BUS_ADDRESS", find_session_bus(roots_.session)}};
  }
  Displays& displays() override { return *this; }
  Windows& windows() override { return *this; }
  Applications& applications() override { return applications_; }
  Capture& capture() override { return *this; }
  DamageTracker& changes() override { return changes_; }
  Input& input() override { return input_; }
  WindowControl& control() override { return *this; }
  Clipboard& clipboard() override { return chosen_clipboard_; }
  std::unique_ptr<Events> listen() override { return wayland::listen(roots_.session); }
  std::unique_ptr<PersonWatch> watch_person(const Hotkey&) override {
    return refusing_person_watch(wayland::no_person_watch());
  }

  std::vector<Display> displays(Deadline deadline) override {
    return run<std::vector<Display>>(deadline, [&](Connection& connection) {
      return wayland::list_displays(connection, deadline);
    });
  }
  std::vector<Window> windows(Deadline deadline) override {
    return run<std::vector<Window>>(deadline, [&](Connection&) { return plain_windows(deadline); });
  }
  std::vector<Window> possible_windows(Deadline deadline) override {
    return run<std::vector<Window>>(deadline, [&](Connection&) {
      if (source_) return plain_windows(deadline);
      return wayland::windows_that_may_be(roots_.session, session_->display);
    });
  }
  std::optional<Window> frontmost(Deadline deadline) override {
    return run<std::optional<Window>>(deadline, [&](Connection&) -> std::optional<Window> {
      if (!source().knows_focus()) throw wayland::unknown_focus();
      for (Window& each : plain_windows(deadline))
        if (each.active) return std::move(each);
      return std::nullopt;
    });
  }
  void activate(std::uint64_t window_id, Deadline deadline) override {
    run<void>(deadline, [&](Connection&) { source().activate(window_id, deadline); });
  }
  void capture(const CaptureTarget& target, StripSink& sink, Deadline deadline) override {
    run<void>(deadline, [&](Connection& connection) {
      if (target.kind == CaptureTarget::Kind::kWindow) {
        wayland::capture_window(connection, source(), x11(connection), target, sink, deadline);
      } else {
        const auto take = [&](const wayland::Output& output,
                              const std::vector<wayland::Output>& outputs) {
          return screens_->take(output, outputs, deadline);
        };
        wayland::capture_screens(
            connection, target, take, [&] { return windows_to_exclude(sink, deadline); }, sink,
            deadline);
      }
    });
  }
  // A compositor locks by itself: no window of a program covers what it shows.
  bool finds_lockers() const override { return false; }
  Rect place(std::uint64_t window, const Place& place, Deadline deadline) override {
    return control<Rect>(deadline,
                         [&](WindowCommands& commands) { return commands.place(window, place); });
  }
  SizeLimits limits(std::uint64_t window, Deadline deadline) override {
    return control<SizeLimits>(deadline,
                               [&](WindowCommands& commands) { return commands.limits(window); });
  }
  void set_state(std::uint64_t window, WindowState state, Deadline deadline) override {
    control<void>(deadline, [&](WindowCommands& commands) { commands.set_state(window, state); });
  }
  void to_workspace(std::uint64_t window, int workspace, Deadline deadline) override {
    control<void>(deadline,
                  [&](WindowCommands& commands) { commands.to_workspace(window, workspace); });
  }
  void close(std::uint64_t window, Deadline deadline) override {
    control<void>(deadline, [&](WindowCommands& commands) { commands.close(window); });
  }
  Permissions& permissions() override { return *this; }
  std::vector<Permission> list(Deadline deadline) override {
    return run<std::vector<Permission>>(deadline, [&](Connection& connection) {
      std::vector<Permission> rows;
      for (const char* name : {"screens", kWindows, "input"})
        rows.push_back(permission_row(connection, name, deadline));
      return rows;
    });
  }
  std::string announcement(const std::string& name, Deadline deadline) override {
    return run<std::string>(deadline, [&](Connection& connection) {
      return permissions_for(connection, name).announcement(name, deadline);
    });
  }
  void grant(const std::string& name, Deadline deadline) override {
    run<void>(deadline, [&](Connection& connection) {
      permissions_for(connection, name).grant(name, deadline);
    });
  }
  bool revoke(const std::string& name, Deadline deadline) override {
    return run<bool>(deadline, [&](Connection& connection) {
      return permissions_for(connection, name).revoke(name, deadline);
    });
  }
  std::vector<Capability> capabilities(Deadline deadline) override {
    try {
      return run<std::vector<Capability>>(deadline, [&](Connection& connection) {
        return wayland::describe_capabilities(
            {connection, source_.get(), *screens_, input_portal_, session_->why, no_windows(),
             wayland::data_control_of(connection).empty() && x11(connection) != nullptr},
            deadline);
      });
    } catch (const Error& error) {
      return refused_capabilities(error);
    }
  }

 private:
  template <class Result>
  Result control(Deadline deadline, const std::function<Result(WindowCommands&)>& work) {
    return run<Result>(deadline, [&](Connection& connection) {
      if (!source().knows_focus()) throw wayland::no_control();
      std::vector<Rect> screens;
      for (const wayland::Output& each : wayland::read_outputs(connection, deadline))
        screens.push_back(each.bounds);
      WindowCommands commands(source(), std::move(screens), deadline);
      return work(commands);
    });
  }

  // Returns who asks for the permission of this name.
  Permissions& permissions_for(const Connection& connection, const std::string& name) {
    if (name == kWindows) {
      if (window_permission_) return *window_permission_;
      if (!source_) throw no_windows();
      return no_permissions();
    }
    if (name != "input") return screens_->permissions();
    return wayland::offers_virtual_devices(connection) ? no_permissions() : input_portal_;
  }

  Permission permission_row(const Connection& connection, const std::string& name,
                            Deadline deadline) {
    if (name == kWindows && !window_permission_ && !source_) {
      const Error error = no_windows();
      return {name, "unavailable", error.message, error.hint};
    }
    for (Permission& each : permissions_for(connection, name).list(deadline))
      if (each.name == name) return std::move(each);
    return {name, "not needed", {}, {}};
  }

  WindowSource& source() {
    if (source_) return *source_;
    throw no_windows();
  }
  Error no_windows() const { return gnome_ ? wayland::needs_extension() : wayland::no_windows(); }

  std::vector<Window> plain_windows(Deadline deadline) { return source().plain(deadline); }

  // Returns the windows for a picture of the screen, which a policy may exclude. Where nothing
  // tells them, each program that runs may show one; titles cannot be known there. While the
  // compositor paints windows where they are not, even those that do not show, nothing is known of
  // their places.
  std::vector<Window> windows_to_exclude(StripSink& sink, Deadline deadline) {
    if (!source_) {
      if (sink.exclusion()->needs_titles()) throw wayland::unknown_titles();
      return wayland::windows_that_may_be(roots_.session, session_->display);
    }
    const bool moved = source_->paints_elsewhere(deadline);
    std::vector<Window> windows = plain_windows(deadline);
    if (!moved) return windows;
    for (Window& each : windows) {
      each.placed = false;
      each.on_screen = true;
    }
    return windows;
  }

  // Returns the desktop of the X display that this compositor serves; null when there is none.
  Desktop* x11(const Connection& connection) {
    if (!serves_display(roots_.session, connection.compositor(), session_->display)) return nullptr;
    if (!x11_ && roots_.open_x11) x11_ = roots_.open_x11();
    return x11_.get();
  }

  // Where no program may control the compositor's selections, it shares them with the X display
  // that it serves.
  std::reference_wrapper<Clipboard> clipboard_of(const Connection& connection) {
    if (!wayland::data_control_of(connection).empty()) return clipboard_;
    Desktop* const shared = x11(connection);
    if (shared == nullptr) return clipboard_;
    return shared->clipboard();
  }

  void disconnect() {
    input_.forget();
    changes_.forget();
    source_.reset();
    screens_.reset();
    kwin_.reset();
    window_permission_.reset();
    gnome_.reset();
    connection_.reset();
  }

  void connect(Deadline deadline) {
    if (!connection_) connect_anew(deadline);
    // The extension may have started, or a locked screen have been unlocked.
    if (gnome_ && !source_)
      source_ = wayland::list_by_extension(*connection_, *gnome_, &recorder_, deadline);
  }

  void connect_anew(Deadline deadline) {
    session_ = find_session(roots_.session);
    connection_ = open_connection(deadline);
    source_ = wayland::find_window_source(*connection_, roots_.session, deadline);
    if (wayland::can_copy_screens(*connection_)) {
      screens_ = wayland::copied_screens(*connection_);
      return;
    }
    kwin_ = wayland::find_kwin(*connection_, roots_.session, deadline);
    screens_ = kwin_ ? wayland::kwin_screens(*kwin_, *connection_)
                     : wayland::portal_screens(portal_, *connection_);
    if (source_) return;
    if (kwin_) {
      source_ = wayland::list_by_kwin(*kwin_, *connection_, roots_.session.run);
      return;
    }
    gnome_ = wayland::find_gnome_shell(*connection_, roots_.session, deadline);
    if (gnome_) window_permission_.emplace(*gnome_);
  }

  std::unique_ptr<Connection> open_connection(Deadline deadline) const {
    return Connection::open(wayland_socket(roots_.session, *session_), roots_.session.uid,
                            deadline);
  }

  Error late() const {
    return Error("TIMEOUT", "compositor " + session_->wayland_display + " does not answer",
                 "Try again, or allow more time; the compositor may be stopped or overloaded.",
                 {{"reason", "no answer"}, {"display", session_->wayland_display}});
  }
  Error lost() const {
    return Error(
        "DISPLAY_UNAVAILABLE",
        "connection to compositor " + session_->wayland_display + " was lost during the operation",
        "Try again once the compositor runs; the next call reconnects.",
        {{"reason", "lost"}, {"display", session_->wayland_display}});
  }

  template <class Result>
  Result run(Deadline deadline, const std::function<Result(Connection&)>& operation) {
    if (std::chrono::steady_clock::now() >= deadline)
      throw Error("TIMEOUT", "no time was left to ask the compositor",
                  "Try again, or allow more time.", {{"reason", "late"}});
    // A connection that was idle while the compositor ended is found dead by its first use.
    const bool idle = connection_ != nullptr;
    try {
      connect(deadline);
      if (idle) connection_->round_trip(deadline);
    } catch (const wayland::ConnectionLost&) {
      disconnect();
      if (!idle) throw lost();
      return run<Result>(deadline, operation);
    } catch (const wayland::ConnectionLate&) {
      disconnect();
      throw late();
    } catch (const gnome::ServiceLost&) {
      disconnect();
      if (!idle) throw lost();
      return run<Result>(deadline, operation);
    } catch (const gnome::ServiceLate&) {
      disconnect();
      throw late();
    }
    try {
      return operation(*connection_);
    } catch (const wayland::ConnectionLost&) {
      disconnect();
      throw lost();
    } catch (const wayland::ConnectionLate&) {
      disconnect();
      throw late();
    } catch (const kwin::ServiceLost&) {  // GNOME Shell's are the same
      disconnect();
      throw lost();
    } catch (const kwin::ServiceLate&) {
      disconnect();
      throw late();
    } catch (const gnome::NoExtension&) {
      source_.reset();
      throw wayland::needs_extension();
    }
  }

  const WaylandRoots roots_;
  std::optional<DesktopSession> session_;
  std::unique_ptr<Connection> connection_;
  std::unique_ptr<kwin::Service> kwin_;  // where KWin alone gives pixels
  std::unique_ptr<gnome::Shell> gnome_;  // where it may tell the windows
  std::optional<gnome::WindowPermission> window_permission_;
  std::unique_ptr<wayland::ScreenPictures> screens_;
  std::unique_ptr<WindowSource> source_;  // declared after all, which it may use
  std::unique_ptr<Desktop> x11_;
  WindowApplications applications_;
  wayland::ScreenChanges changes_;
  wayland::WaylandInput input_;
  wayland::WaylandClipboard clipboard_;
  wayland::ChosenClipboard chosen_clipboard_;
  portal::ScreenPortal portal_;  // of screens that the compositor itself does not give
  portal::InputPortal input_portal_;
  portal::WindowRecorder recorder_;  // of GNOME's windows
};

}  // namespace

std::unique_ptr<Desktop> open_wayland(WaylandRoots roots) {
  return std::make_unique<WaylandDesktop>(std::move(roots));
}

}  // namespace native
