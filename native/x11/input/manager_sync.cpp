#include "native/x11/input/manager_sync.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "native/x11/capture/client_sync.hpp"
#include "native/x11/connection/property.hpp"
#include "native/x11/windows/placement.hpp"

namespace native::x11 {
namespace {

using Clock = std::chrono::steady_clock;

// Processor time after which a window manager that never waits counts as one that paints.
constexpr std::chrono::milliseconds kManagerBusy{10'000};

xcb_window_t check_window(Connection& connection, xcb_window_t holder) {
  AskProperty asked =
      ask_property(connection, holder, connection.atom(Atom::kNetSupportingWmCheck), 4);
  return number_of(asked.wait().get()).value_or(XCB_WINDOW_NONE);
}

[[noreturn]] void throw_missing(const std::string& missing, bool late, bool dispatched) {
  const std::string act = dispatched ? "window manager has the click and has not handed it on: "
                                     : "window manager would hold a click back: ";
  Error::Details details = {{"reason", "manager"}};
  if (!dispatched) details.emplace_back("typed", std::int64_t{0});
  throw Error(late ? "TIMEOUT" : "EFFECT_NOT_SEEN", act + missing,
              "Continue the window manager or start it anew, then look at the window.",
              std::move(details));
}

}  // namespace

std::optional<std::string> manager_missing(Connection& connection, const Act& act, Deadline until) {
  const xcb_window_t manager = check_window(connection, connection.root());
  // A manager that died leaves the root's property behind.
  if (manager == XCB_WINDOW_NONE || check_window(connection, manager) != manager) return {};
  const auto check = [&act] {
    if (act.check) act.check();
  };
  ClientSync sync(connection, manager, kManagerBusy, check);
  try {
    if (!sync.caught_up({}, until)) return sync.missing();
  } catch (const Error& error) {
    // It ended meanwhile, and its grabs with it.
    if (error.code != "WINDOW_NOT_FOUND") throw;
  }
  return {};
}

void wait_for_manager(Connection& connection, const Act& act, bool dispatched) {
  const Deadline until = patience(act.deadline);
  if (const auto missing = manager_missing(connection, act, until))
    throw_missing(*missing, Clock::now() >= until, dispatched);
}

}  // namespace native::x11
