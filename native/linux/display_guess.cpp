#include "native/linux/display_guess.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <utility>

#include "native/linux/file_names.hpp"
#include "native/linux/process_environment.hpp"
#include "native/linux/wayland_session.hpp"

namespace native {
namespace {

// Collects candidates in the order of their evidence.
class Candidates {
 public:
  explicit Candidates(const SessionRoots& roots) : roots_(roots) {}

  // Adds a candidate, or the missing facts to one that was added before.
  void add(DisplayCandidate candidate) {
    const int number = local_number(candidate.display);
    for (DisplayCandidate& known : found_) {
      const bool same =
          number >= 0 ? local_number(known.display) == number : known.display == candidate.display;
      if (!same) continue;
      complete(known, candidate);
      return;
    }
    if (number >= 0) {
      const auto server = server_of(roots_, candidate.display);
      if (!server) return;
      candidate.server = kind_of_server(roots_.proc, server->pid);
    } else if (candidate.display.find(':') == std::string::npos) {
      // Not a display name. Displays of other machines are kept unchecked: a check is slow, and
      // connecting shows whether they exist.
      return;
    }
    found_.push_back(std::move(candidate));
  }

  std::vector<DisplayCandidate> sorted() {
    std::erase_if(found_, [](const auto& each) { return each.server == DisplayServer::kOurs; });
    std::stable_sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) {
      return std::tuple(!a.named_by_logind, a.server, !a.on_seat) <
             std::tuple(!b.named_by_logind, b.server, !b.on_seat);
    });
    return std::move(found_);
  }

 private:
  static void complete(DisplayCandidate& known, const DisplayCandidate& other) {
    known.on_seat = known.on_seat || other.on_seat;
    if (known.xauthority.empty()) known.xauthority = other.xauthority;
    if (known.wayland_display.empty()) known.wayland_display = other.wayland_display;
    if (known.gdk_scale.empty()) known.gdk_scale = other.gdk_scale;
  }

  const SessionRoots& roots_;
  std::vector<DisplayCandidate> found_;
};

void add_named_by_seats(Candidates& candidates, const std::vector<SeatSession>& seats) {
  for (const SeatSession& seat : seats) {
    if (seat.display.empty()) continue;
    DisplayCandidate candidate;
    candidate.display = seat.display;
    candidate.evidence = "of session " + seat.id + " on " + seat.seat + ", according to logind";
    candidate.named_by_logind = true;
    candidates.add(std::move(candidate));
  }
}

void add_named_by_processes(Candidates& candidates, const SessionRoots& roots,
                            const std::vector<SeatSession>& seats) {
  for (const ProcessEnvironment& process : user_environments(roots.proc, roots.uid)) {
    if (process.get("DISPLAY").empty()) continue;
    const std::string id = process.get("XDG_SESSION_ID");
    DisplayCandidate candidate;
    candidate.display = process.get("DISPLAY");
    candidate.xauthority = process.get("XAUTHORITY");
    candidate.wayland_display = process.get("WAYLAND_DISPLAY");
    candidate.gdk_scale = process.get("GDK_SCALE");
    candidate.evidence = "named by the environment of this user's newest session process " +
                         process.name + " (process " + std::to_string(process.pid) + ")";
    candidate.on_seat = std::any_of(seats.begin(), seats.end(), [&](const SeatSession& seat) {
      return seat.id == id || (seat.wayland && !candidate.wayland_display.empty());
    });
    candidates.add(std::move(candidate));
  }
}

void add_owned_sockets(Candidates& candidates, const SessionRoots& roots) {
  std::vector<int> numbers;
  for (const std::string& name : names_in(roots.x11_sockets, "X")) {
    const std::string path = roots.x11_sockets + "/" + name;
    const int number = local_number(std::string(":").append(name, 1));
    struct stat status{};
    if (number < 0 || ::stat(path.c_str(), &status) != 0 || status.st_uid != roots.uid) continue;
    numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  for (const int number : numbers) {
    DisplayCandidate candidate;
    candidate.display = std::string(":").append(std::to_string(number));
    candidate.evidence = "a socket that this user owns in " + roots.x11_sockets;
    candidates.add(std::move(candidate));
  }
}

}  // namespace

int local_number(const std::string& display) {
  std::string rest = display;
  if (rest.starts_with("unix:")) rest.erase(0, 4);
  if (!rest.starts_with(":")) return -1;
  char* end = nullptr;
  const long number = std::strtol(rest.c_str() + 1, &end, 10);
  if (end == rest.c_str() + 1 || (*end != '\0' && *end != '.') || number < 0 || number > 65535)
    return -1;
  return static_cast<int>(number);
}

std::optional<SocketPeer> server_of(const SessionRoots& roots, const std::string& display) {
  const int number = local_number(display);
  if (number < 0) return std::nullopt;
  // Connecting may make the compositor start Xwayland.
  if (!compositor_of_display(roots, display).empty()) return SocketPeer{0, roots.uid};
  return roots.listener(roots.x11_sockets + "/X" + std::to_string(number));
}

std::vector<DisplayCandidate> guess_displays(const SessionRoots& roots,
                                             const std::vector<SeatSession>& seats) {
  Candidates candidates(roots);
  add_named_by_seats(candidates, seats);
  add_named_by_processes(candidates, roots, seats);
  add_owned_sockets(candidates, roots);
  return candidates.sorted();
}

}  // namespace native
