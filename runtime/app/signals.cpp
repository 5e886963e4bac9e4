#include "runtime/app/signals.hpp"

#include <signal.h>
#include <unistd.h>
#include <uv.h>

#include <atomic>

#include "runtime/app/exit_guard.hpp"

namespace runtime {

// Outlives Signals until libuv has let go of the handle.
struct Signals::Box {
  uv_async_t wake;
  State* state;
  Manner manner;
  std::function<void(int)> arrived;
  std::atomic<int> number = 0;
  std::function<void()> interrupted;   // set while an Interrupts lives
  std::atomic<bool> harmless = false;  // whether SIGINT is that one's
  std::atomic<int> interrupts = 0;     // that it has not been told of yet
};

namespace {

constexpr int kWatched[] = {SIGINT, SIGTERM, SIGHUP};
std::atomic<Signals::Box*> current = nullptr;

// Only calls that are safe in a signal handler.
void handle(int number) {
  Signals::Box* box = current.load();
  if (!box) return;
  if (number == SIGINT && box->harmless) {
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

Interrupts::~Interrupts() {
  Signals::Box* box = current.load();
  box->harmless = false;
  box->interrupted = nullptr;
}

}  // namespace runtime
