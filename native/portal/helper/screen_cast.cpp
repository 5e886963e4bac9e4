#include "native/portal/helper/screen_cast.hpp"

#include <fcntl.h>

#include <utility>

#include "native/portal/helper/pipewire_socket.hpp"
#include "native/portal/refusal.hpp"

namespace native::portal {
namespace {

constexpr std::uint32_t kWithTokens = 4;  // the first version of the interface that has them

}  // namespace

ScreenCast::ScreenCast(const std::string& bus, Deadline deadline)
    : session_(bus, "no screen cast", deadline) {
  if (session_.property(kScreenCast, "version", deadline) < kWithTokens)
    throw Refusal("portal too old");
  if ((session_.property(kScreenCast, "AvailableSourceTypes", deadline) & kMonitors) == 0)
    throw Refusal("no screen cast");
}

bool ScreenCast::may_know(const std::string& token, Deadline deadline) {
  return session_.may_know("screencast", token, deadline);
}

std::string ScreenCast::start(const std::string& token, const Wish& wish) {
  session_.create(kScreenCast, wish.deadline);
  const auto lasting = [&](sd_bus_message* message) {
    add_number(message, "persist_mode", kUntilRevoked);
    if (!token.empty()) add_text(message, "restore_token", token);
  };
  session_.select_monitors(lasting, wish.deadline);
  Results started = session_.start(kScreenCast, wish);
  screens_ = std::move(started.screens);
  if (screens_.empty()) throw Refusal("bad answer");
  return started.token;
}

OwnedFile ScreenCast::open_pipewire(Deadline deadline) {
  BusMessage answer;
  try {
    answer = session_.call(kScreenCast, "OpenPipeWireRemote", [](sd_bus_message*) {}, deadline);
  } catch (const Refusal&) {
    if (!pipewire_socket().empty()) throw;
    throw Refusal("no pipewire");
  }
  int file = -1;
  check(::sd_bus_message_read(answer.get(), "h", &file));
  OwnedFile copy(::fcntl(file, F_DUPFD_CLOEXEC, 3));  // the message owns the other
  if (copy.get() < 0) throw Refusal("bad answer");
  return copy;
}

}  // namespace native::portal
