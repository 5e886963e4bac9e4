#include "native/pulse/connection.hpp"

#include <pulse/def.h>
#include <pulse/error.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace native::pulse {
namespace {

constexpr std::chrono::milliseconds kPause{5};

int microseconds_until(Deadline deadline) {
  constexpr std::int64_t kLongest = 60'000'000;
  const auto left = std::chrono::duration_cast<std::chrono::microseconds>(
      deadline - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, kLongest));
}

ProviderFault fault_of(int error) {
  switch (error) {
    case PA_ERR_TIMEOUT:
      return ProviderFault::kSilent;
    case PA_ERR_CONNECTIONREFUSED:
    case PA_ERR_CONNECTIONTERMINATED:
    case PA_ERR_KILLED:
      return ProviderFault::kNotRunning;
    default:
      return ProviderFault::kRefuses;
  }
}

// A program that connects must not start a server that its user has stopped.
constexpr pa_context_flags_t kStartsNothing = PA_CONTEXT_NOAUTOSPAWN;

}  // namespace

Connection::Connection(const std::string& server, Provider provider, Deadline deadline)
    : provider_(std::move(provider)),
      deadline_(deadline),
      loop_(pa_mainloop_new(), &pa_mainloop_free),
      context_(nullptr, &pa_context_unref) {
  if (loop_) context_.reset(pa_context_new(pa_mainloop_get_api(loop_.get()), "Peekaboo"));
  if (!context_) throw Error("INTERNAL_ERROR", "libpulse could not be set up");
  const char* const address = server.empty() ? nullptr : server.c_str();
  if (pa_context_connect(context(), address, kStartsNothing, nullptr) < 0) fail();
  wait_until_ready();
}

Connection::~Connection() {
  if (context_) pa_context_disconnect(context());
}

int Connection::error() const { return pa_context_errno(context()); }

void Connection::fail() const {
  throw provider_unavailable(provider_, fault_of(error()), pa_strerror(error()));
}

void Connection::step() {
  const int left = microseconds_until(deadline_);
  if (left == 0) throw provider_unavailable(provider_, ProviderFault::kSilent);
  if (pa_mainloop_prepare(loop_.get(), left) < 0 || pa_mainloop_poll(loop_.get()) < 0 ||
      pa_mainloop_dispatch(loop_.get()) < 0)
    throw Error("INTERNAL_ERROR", "libpulse has stopped its loop");
}

void Connection::wait_until_ready() {
  for (;;) {
    const pa_context_state_t state = pa_context_get_state(context());
    if (state == PA_CONTEXT_READY) return;
    if (!PA_CONTEXT_IS_GOOD(state)) fail();
    step();
  }
}

void Connection::finish(pa_operation* operation) {
  if (operation == nullptr) fail();
  const std::unique_ptr<pa_operation, void (*)(pa_operation*)> running(operation,
                                                                       &pa_operation_unref);
  while (pa_operation_get_state(operation) == PA_OPERATION_RUNNING) step();
  if (!PA_CONTEXT_IS_GOOD(pa_context_get_state(context()))) fail();
}

void Connection::pause() {
  const Deadline end = std::chrono::steady_clock::now() + kPause;
  if (end >= deadline_) throw provider_unavailable(provider_, ProviderFault::kSilent);
  while (const int left = microseconds_until(end)) {
    if (pa_mainloop_prepare(loop_.get(), left) < 0 || pa_mainloop_poll(loop_.get()) < 0 ||
        pa_mainloop_dispatch(loop_.get()) < 0)
      fail();
  }
}

}  // namespace native::pulse
