#include "runtime/app/host/signals.hpp"

#include <signal.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

#include <atomic>
#include <cstdint>
#include <string_view>

#include "runtime/app/host/exit_guard.hpp"

namespace runtime {

// Outlives Signals until libuv has closed the handle.
struct Signals::Box {
  uv_async_t wake;
  State* state;
  Manner manner;
  std::function<void(int)> arrived;
  std::atomic<int> number = 0;
  std::function<void()> interrupted;              // set while an Interrupts exists
  std::atomic<bool> harmless = false;             // whether SIGINT only interrupts
  std::atomic<int> interrupts = 0;                // not yet delivered to it
  std::atomic<std::int64_t> first_interrupt = 0;  // time of the first of these in milliseconds
};

namespace {

constexpr int kWatched[] = {SIGINT, SIGTERM, SIGHUP};
constexpr std::int64_t kInVain = 1000;  // milliseconds for which an interrupt was not handled
std::atomic<Signals::Box*> current = nullptr;

// The functions up to handle() use only async-signal-safe calls.

std::int64_t milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

// Ends the program when the user repeats an unhandled interrupt, because a call that computes in C,
// such as a pattern that never matches, cannot be interrupted.
void leave_if_asked_in_vain(Signals::Box* box) {
  const std::int64_t now = milliseconds();
  if (box->interrupts == 0) box->first_interrupt = now;
  if (now - box->first_interrupt < kInVain) return;
  constexpr std::string_view kFarewell =
      "\nprogram ended: the running code could not be interrupted\n";
  [[maybe_unused]] const ssize_t written = ::write(2, kFarewell.data(), kFarewell.size());
  _exit(128 + SIGINT);
}

void handle(int number) {
  Signals::Box* box = current.load();
  if (!box) return;
  if (number == SIGINT && box->harmless) {
    leave_if_asked_in_vain(box);
    if (box->state->computing()) box->state->interrupt();
    ++box->interrupts;
    uv_async_send(&box->wake);
    return;
  }
  const int status = box->manner.status == 0 ? 0 : box->manner.status + number;
  if (box->number.exchange(number) != 0) _exit(128 + number);
  end_within(box->manner.patience, status);
  box->state->interrupt();
  uv_async_send(&box->wake);
}

void install(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  for (const int number : kWatched) sigaction(number, &action, nullptr);
}

}  // namespace

Signals::Signals(Loop& loop, State& state, Manner manner, std::function<void(int)> arrived)
    : box_(new Box) {
  box_->state = &state;
  box_->manner = manner;
  box_->arrived = std::move(arrived);
  uv_async_init(loop.handle(), &box_->wake, [](uv_async_t* handle) {
    Box* box = static_cast<Box*>(handle->data);
    if (box->interrupts.exchange(0) > 0 && box->interrupted) box->interrupted();
    if (const int number = box->number.load(); number != 0 && box->arrived) box->arrived(number);
  });
  box_->wake.data = box_;
  uv_unref(reinterpret_cast<uv_handle_t*>(&box_->wake));
  current = box_;
  install(handle);
}

Signals::~Signals() {
  install(SIG_DFL);
  current = nullptr;
  box_->arrived = nullptr;
  uv_close(reinterpret_cast<uv_handle_t*>(&box_->wake),
           [](uv_handle_t* handle) { delete static_cast<Box*>(handle->data); });
}

Interrupts::Interrupts(std::function<void()> arrived) {
  Signals::Box* box = current.load();
  box->interrupted = std::move(arrived);
  box->harmless = true;
}

bool Interrupts::unheeded() {
  const Signals::Box* box = current.load();
  return box && box->interrupts > 0 && milliseconds() - box->first_interrupt >= kInVain;
}

Interrupts::~Interrupts() {
  Signals::Box* box = current.load();
  box->harmless = false;
  box->interrupted = nullptr;
}

}  // namespace runtime
