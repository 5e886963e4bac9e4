#include "native/lua/bridge/desktop_pool.hpp"

#include <utility>

#include "runtime/core/log/log.hpp"

namespace native {

namespace {

bool is_timeout(const Error& error, const std::string& reason) {
  return error.code == "TIMEOUT" && error.fact("reason") == reason;
}

}  // namespace

std::unique_ptr<Desktop> DesktopPool::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      std::unique_ptr<Desktop> desktop = std::move(free_.back());
      free_.pop_back();
      return desktop;
    }
  }
  std::unique_ptr<Desktop> desktop = open_();
  if (!runtime::log::enabled(runtime::log::Level::kDebug)) return desktop;
  runtime::Value which;
  which.set("display", desktop->description());
  runtime::log::debug("display chosen", which);
  return desktop;
}

void DesktopPool::give_back(std::unique_ptr<Desktop> desktop) {
  const std::lock_guard lock(mutex_);
  guess_ = desktop->guess();
  free_.push_back(std::move(desktop));
}

std::string DesktopPool::guess() {
  const std::lock_guard lock(mutex_);
  return guess_;
}

bool DesktopPool::was_late(const Error& error) { return is_timeout(error, "late"); }

void DesktopPool::answered() {
  const std::lock_guard lock(mutex_);
  silence_.reset();
}

void DesktopPool::failed(const Error& error) {
  const std::lock_guard lock(mutex_);
  if (error.code != "TIMEOUT")
    silence_.reset();
  else if (is_timeout(error, "no answer") || is_timeout(error, "connect"))
    silence_ = error;
}

void DesktopPool::throw_late() {
  const std::lock_guard lock(mutex_);
  if (silence_) throw Error(*silence_);
  throw Error("TIMEOUT", "desktop too busy to begin in time",
              "Try again, or raise PEEKABOO_CLI_TIMEOUT.");
}

}  // namespace native
