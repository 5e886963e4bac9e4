#include "native/portal/helper/session_bus.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>

#include "native/portal/refusal.hpp"

namespace native::portal {
namespace {

std::uint64_t microseconds_left(Deadline deadline) {
  const auto left =
      std::chrono::duration_cast<std::chrono::microseconds>(deadline - Clock::now()).count();
  return static_cast<std::uint64_t>(std::max<std::int64_t>(left, 1));
}

}  // namespace

SessionBus::SessionBus(const std::string& address, Deadline deadline) {
  if (::sd_bus_new(&bus_) < 0) throw Refusal("no bus");
  const bool started = !address.empty() && ::sd_bus_set_address(bus_, address.c_str()) >= 0 &&
                       ::sd_bus_set_bus_client(bus_, 1) >= 0 && ::sd_bus_start(bus_) >= 0;
  // sd_bus_call() would wait without limit for a bus that does not say hello.
  int ready = started ? 0 : -1;
  bool late = false;
  while (ready == 0 && !late) {
    const int done = ::sd_bus_process(bus_, nullptr);
    ready = done < 0 ? done : ::sd_bus_is_ready(bus_);
    if (ready == 0 && done == 0) late = !wait(deadline);
  }
  if (ready > 0) return;
  ::sd_bus_close_unref(bus_);
  throw Refusal(late ? "no answer" : "no bus");
}

SessionBus::~SessionBus() { ::sd_bus_flush_close_unref(bus_); }

std::string SessionBus::own_name() const {
  const char* name = nullptr;
  return ::sd_bus_get_unique_name(bus_, &name) >= 0 && name != nullptr ? name : "";
}

BusMessage SessionBus::method(const char* service, const char* path, const char* interface,
                              const char* name) const {
  sd_bus_message* message = nullptr;
  if (::sd_bus_message_new_method_call(bus_, &message, service, path, interface, name) < 0)
    throw Refusal("bad answer");
  return BusMessage(message);
}

SessionBus::Answer SessionBus::call(const BusMessage& request, Deadline deadline) {
  sd_bus_error error{};
  sd_bus_message* message = nullptr;
  const int code =
      ::sd_bus_call(bus_, request.get(), microseconds_left(deadline), &error, &message);
  Answer answer{BusMessage(message), code < 0 && error.name != nullptr ? error.name : ""};
  ::sd_bus_error_free(&error);
  if (code == -ETIMEDOUT && Clock::now() >= deadline) throw Refusal("no answer");
  if (code == -ENOTCONN || code == -ECONNRESET || code == -EPIPE) throw Refusal("no bus");
  if (code < 0) answer.message.reset();
  return answer;
}

BusMessage SessionBus::next() {
  for (;;) {
    sd_bus_message* message = nullptr;
    const int done = ::sd_bus_process(bus_, &message);
    if (done < 0) throw Refusal("no bus");
    if (message != nullptr) return BusMessage(message);
    if (done == 0) return nullptr;
  }
}

bool SessionBus::wait(Deadline deadline, int other) {
  if (Clock::now() >= deadline) return false;
  pollfd waiting[] = {{descriptor(), static_cast<short>(::sd_bus_get_events(bus_)), 0},
                      {other, POLLIN, 0}};
  ::poll(waiting, 2, milliseconds_until(deadline));
  return true;
}

}  // namespace native::portal
