#include "native/atspi/programs.hpp"

#include <thread>

#include "native/atspi/toolkit_advice.hpp"
#include "native/desktop/error.hpp"

namespace native::atspi {
namespace {

constexpr std::chrono::milliseconds kStartLook{25};  // between looks at a program that is starting
// In which one that has just started joins the bus: GTK 4 does so after its first window.
constexpr std::chrono::seconds kJoining{6};
// In which a process ends that has closed its connections.
constexpr std::chrono::milliseconds kEnding{300};
constexpr std::size_t kMaxKnown = 64;  // programs

[[noreturn]] void throw_ended(std::int64_t pid) {
  throw Error("WINDOW_NOT_FOUND", named(pid) + " has ended", {}, {{"reason", "gone"}});
}

}  // namespace

std::string named(std::int64_t pid) { return "program " + std::to_string(pid); }

void throw_hung(std::int64_t pid, const char* how) {
  throw Error("TIMEOUT", named(pid) + how,
              "Wait until it responds, or end it; its windows can still be captured.",
              {{"reason", "program"}, {"pid", pid}});
}

ProcessStatus Programs::checked_process(std::int64_t pid) const {
  const auto process = process_status(bus_.proc(), static_cast<pid_t>(pid));
  if (!process || process->state == 'Z') throw_ended(pid);
  if (process->state == 'T' || process->state == 't') throw_hung(pid, " is stopped");
  return *process;
}

bool Programs::is_starting(const ProcessStatus& process) const {
  return bus_.just_switched_on() || has_just_started(process);
}

std::vector<std::string> Programs::names_of(std::int64_t pid, Deadline deadline) {
  std::vector<std::string> names = bus_.programs_of(pid, deadline);
  if (!names.empty()) return names;
  const std::string advice = toolkit_advice(bus_.proc(), pid);
  const Deadline end =
      std::min<Deadline>(deadline, std::chrono::steady_clock::now() + kJoining - kStartLook);
  // Programs of no known toolkit, such as xterm, will never offer any.
  while (!advice.empty() && is_starting(checked_process(pid)) &&
         std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(kStartLook);
    names = bus_.programs_of(pid, deadline);
    if (!names.empty()) return names;
  }
  throw Error("UNSUPPORTED", named(pid) + " does not offer its elements",
              advice.empty() ? "Use pictures and text recognition for it." : advice,
              {{"reason", "no elements"}, {"pid", pid}});
}

Program& Programs::prepared(const std::string& name, std::int64_t pid, Deadline deadline) {
  dbus::Bus& bus = bus_.connected(deadline);
  if (generation_ != bus_.generation() || programs_.size() >= kMaxKnown) programs_.clear();
  generation_ = bus_.generation();
  Program& found = programs_[name];
  found.name = name;
  found.pid = pid;
  if (found.peer && found.peer->state() != dbus::Bus::State::kThere) found.peer.reset();
  prepare(bus, found, deadline);
  return found;
}

bool Programs::belongs(const std::string& bus, std::int64_t pid, Deadline deadline) {
  constexpr int kMaxGenerations = 8;
  std::optional<std::int64_t> process = bus_.process_of(bus, deadline);
  for (int i = 0; process && i < kMaxGenerations; ++i) {
    if (*process == pid) return true;
    const auto status = process_status(bus_.proc(), static_cast<pid_t>(*process));
    if (!status || status->parent <= 1) return false;
    process = status->parent;
  }
  return false;
}

void Programs::throw_silent(std::int64_t pid) const {
  checked_process(pid);
  if (process_ends_within(static_cast<pid_t>(pid), kEnding)) throw_ended(pid);
  throw_hung(pid, " does not answer");
}

void Programs::throw_lost(std::int64_t pid) const {
  checked_process(pid);
  if (process_ends_within(static_cast<pid_t>(pid), kEnding)) throw_ended(pid);
  throw Error("PERMISSION_ERROR_ACCESSIBILITY", "the accessibility bus was lost",
              "Try again; programs come back to a new one.", {{"reason", "lost"}});
}

}  // namespace native::atspi
