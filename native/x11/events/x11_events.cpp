#include "native/x11/events/x11_events.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <utility>

#include "native/desktop/events/event_listener.hpp"
#include "native/x11/connection/connection.hpp"
#include "native/x11/connection/errors.hpp"
#include "native/x11/events/display_watch.hpp"
#include "native/x11/events/hotkey_watch.hpp"
#include "native/x11/events/paint_watch.hpp"
#include "native/x11/events/selection_watch.hpp"
#include "native/x11/events/window_watch.hpp"

namespace native {
namespace {

using x11::Connection;

constexpr std::chrono::milliseconds kConnectTime{5000};

// The watches over one connection.
struct Watches {
  Watches(Connection& connection, WindowLedger& ledger)
      : windows(connection, ledger),
        paint(connection),
        displays(connection),
        hotkeys(connection),
        selections(connection) {}

  void take(const xcb_generic_event_t& event) {
    windows.take(event);
    paint.take(event);
    displays.take(event);
    hotkeys.take(event);
    selections.take(event);
  }
  bool marked() const {
    return windows.marked() || paint.marked() || displays.marked() || hotkeys.marked() ||
           selections.marked();
  }
  void collect(std::size_t room, std::vector<Event>& out) {
    const auto left = [&] { return room - std::min(room, out.size()); };
    hotkeys.collect(left(), out);
    selections.collect(left(), out);
    displays.collect(left(), out);
    windows.collect(left(), out);
    paint.collect(left(), out);
  }

  x11::WindowWatch windows;
  x11::PaintWatch paint;
  x11::DisplayWatch displays;
  x11::HotkeyWatch hotkeys;
  x11::SelectionWatch selections;
};

class X11EventConnection : public EventConnection {
 public:
  X11EventConnection(std::unique_ptr<Connection> connection, WindowLedger& ledger)
      : connection_(std::move(connection)), watches_(*connection_, ledger) {}

  void want(const Wanted& wanted, bool resumes, const std::vector<Display>* displays, Event& done,
            std::vector<Event>& changes) override {
    try {
      watches_.windows.want(wanted, !resumes, changes);
      watches_.displays.want(wanted.displays, displays);
      watches_.hotkeys.want(wanted.hotkeys, done.refused);
      watches_.paint.want(wanted.regions);
      watches_.selections.want(wanted.selections);
      // A round trip, so that kListening also holds for what other clients do over their
      // connections.
      xcb_connection_t* c = connection_->raw();
      if (!x11::Ask<xcb_get_input_focus_reply>(c, xcb_get_input_focus(c)).wait())
        throw EventsLost{};
    } catch (const x11::ConnectionLost&) {
      throw EventsLost{};
    }
  }

  bool drain() override {
    bool any = false;
    try {
      while (const auto event = connection_->poll_event()) {
        any = true;
        watches_.take(*event);
      }
    } catch (const x11::ConnectionLost&) {
      throw EventsLost{};
    }
    if (xcb_connection_has_error(connection_->raw()) != 0) throw EventsLost{};
    return any;
  }

  bool marked() const override { return watches_.marked(); }

  void collect(std::size_t room, std::vector<Event>& out) override {
    try {
      watches_.collect(room, out);
    } catch (const x11::ConnectionLost&) {
      throw EventsLost{};
    }
  }

  std::optional<Deadline> due() const override { return watches_.paint.due(); }
  bool flush() override { return xcb_flush(connection_->raw()) > 0; }
  std::vector<int> descriptors() const override { return {connection_->descriptor()}; }
  void shut_down() override { ::shutdown(connection_->descriptor(), SHUT_RDWR); }
  std::vector<Display> displays() const override { return watches_.displays.displays(); }
  Error lost() const override { return x11::lost_error(connection_->name().text); }

 private:
  const std::unique_ptr<Connection> connection_;
  Watches watches_;
};

}  // namespace

std::unique_ptr<Events> listen_to_x11(SessionRoots roots) {
  return listen_over([roots = std::move(roots)](WindowLedger& ledger) {
    const DesktopSession session = find_session(roots);
    if (session.display.empty()) throw x11::no_display_error(session);
    const Deadline deadline = std::chrono::steady_clock::now() + kConnectTime;
    return std::make_unique<X11EventConnection>(Connection::open(roots, session, deadline), ledger);
  });
}

}  // namespace native
