#include "native/x11/connection/connection.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

#include "native/desktop/error.hpp"
#include "native/x11/capture/shared_strip.hpp"
#include "native/x11/connection/authenticate.hpp"
#include "native/x11/connection/errors.hpp"
#include "native/x11/connection/setup_probe.hpp"

namespace native::x11 {
namespace {

xcb_connection_t* connect_to(Socket socket, const Credential& credential) {
  Credential copy = credential;
  xcb_auth_info_t info{static_cast<int>(copy.protocol.size()), copy.protocol.data(),
                       static_cast<int>(copy.data.size()), copy.data.data()};
  return xcb_connect_to_fd(socket.release(), copy.protocol.empty() ? nullptr : &info);
}

Error hung_up(const DisplayName& name) {
  return Error("DISPLAY_UNAVAILABLE", "display " + name.text + " closed the connection",
               "Try again; the display server may be ending or full.",
               {{"reason", "hung up"}, {"display", name.text}});
}

}  // namespace

std::unique_ptr<Connection> Connection::open(const SessionRoots& roots,
                                             const DesktopSession& session, Deadline deadline) {
  const DisplayName name = parse_display_name(session.display);
  // The probe stays open until the real connection is made, because a server that resets when its
  // last client disconnects must not see us disconnect.
  const Authentication admission = authenticate(roots, session, name, deadline);
  Socket socket = connect_socket(name, roots.uid, deadline);
  // Another server may have replaced the one that was probed.
  if (!admission.credential.protocol.empty() && stranger_at(socket, roots.uid)) throw hung_up(name);
  std::shared_ptr<ReplyWatchdog> watchdog = ReplyWatchdog::shared();
  const Watch watch(watchdog, socket.get(), deadline);
  std::unique_ptr<Connection> result(
      new Connection(name, connect_to(std::move(socket), admission.credential), watchdog));
  try {
    if (xcb_connection_has_error(result->connection_) != 0) throw ConnectionLost{};
    result->learn(session);
  } catch (const BadReply&) {
    throw bad_reply_error(name.text);
  } catch (const ConnectionLost&) {
    if (watch.fired()) throw late_error(name.text);
    throw hung_up(name);
  }
  return result;
}

Connection::Connection(DisplayName name, xcb_connection_t* connection,
                       std::shared_ptr<ReplyWatchdog> watchdog)
    : name_(std::move(name)), watchdog_(std::move(watchdog)), connection_(connection) {}

Connection::~Connection() {
  strip_.reset();
  xcb_disconnect(connection_);
}

void Connection::learn(const DesktopSession& session) {
  if (!is_sound(*xcb_get_setup(connection_))) throw BadReply{};
  xcb_screen_iterator_t screens = xcb_setup_roots_iterator(xcb_get_setup(connection_));
  for (int i = 0; i < name_.screen && screens.rem > 1; ++i) xcb_screen_next(&screens);
  screen_ = screens.data;
  sockaddr_storage peer{};
  socklen_t size = sizeof peer;
  local_ = ::getpeername(descriptor(), reinterpret_cast<sockaddr*>(&peer), &size) == 0 &&
           peer.ss_family == AF_UNIX;
  constexpr std::string_view kXwayland = "XWAYLAND";
  Ask<xcb_query_extension_reply> announced(
      connection_, xcb_query_extension(connection_, kXwayland.size(), kXwayland.data()));
  atoms_.intern(connection_, name_.screen);
  gdk_scale_ = std::strtod(session.gdk_scale.c_str(), nullptr);
  const auto answer = announced.wait();
  learn_extensions();
  xwayland_ = looks_like_xwayland(session, answer && answer->present != 0);
}

bool Connection::alive() const {
  if (xcb_connection_has_error(connection_) != 0) return false;
  char byte = 0;
  const ssize_t count = ::recv(descriptor(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

void Connection::flush() {
  if (xcb_flush(connection_) <= 0) throw ConnectionLost{};
}

Owned<xcb_generic_event_t> Connection::poll_event() {
  note_events();
  if (noted_.empty() && xcb_connection_has_error(connection_) == 0)
    if (Owned<xcb_generic_event_t> event{xcb_poll_for_event(connection_)}) {
      take(std::move(event));
      note_events();
    }
  return queued_event();
}

Owned<xcb_generic_event_t> Connection::queued_event() {
  note_events();
  if (noted_.empty()) return nullptr;
  Owned<xcb_generic_event_t> event = std::move(noted_.front());
  noted_.pop_front();
  return event;
}

void Connection::note_events() {
  while (Owned<xcb_generic_event_t> event{xcb_poll_for_queued_event(connection_)})
    take(std::move(event));
}

void Connection::take(Owned<xcb_generic_event_t> event) {
  answers_.note(*event);
  if (masks_.is_for_operation(*event)) noted_.push_back(std::move(event));
}

void Connection::forget_answers() {
  answers_.forget();
  xcb_flush(connection_);
}

void Connection::drop_events() {
  while (poll_event()) {
  }
}

SharedStrip* Connection::shared_strip() {
  if (!local_)
    no_strip_reason_ = "the display server runs on another machine";
  else if (!extensions_.shm)
    no_strip_reason_ = "the display server has no MIT-SHM 1.2";
  else if (!strip_)  // memory may be available again
    strip_ = SharedStrip::create(connection_, no_strip_reason_);
  return strip_.get();
}

}  // namespace native::x11
