#include "native/hyprland/hyprland_ipc.hpp"

#include <charconv>
#include <utility>

#include "native/linux/bounded_file.hpp"
#include "native/linux/file_names.hpp"

namespace native::hyprland {
namespace {

constexpr std::size_t kMaxAnswer = std::size_t{32} << 20;
constexpr std::size_t kMaxLock = 256;

// Returns the process in the first line; 0 when there is none.
pid_t first_number(const std::string& text) {
  pid_t pid = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, failed] = std::from_chars(text.data(), end, pid);
  return failed == std::errc() && rest != end && *rest == '\n' && pid > 0 ? pid : 0;
}

}  // namespace

std::string instance_of(const std::string& run, pid_t compositor) {
  if (compositor <= 0) return {};
  const std::string folder = run + "/hypr/";
  for (const std::string& name : names_in(folder, "")) {
    if (name.starts_with(".")) continue;
    const std::optional<std::string> lock =
        read_bounded(folder + name + "/hyprland.lock", kMaxLock);
    if (lock && first_number(*lock) == compositor) return folder + name;
  }
  return {};
}

std::string Ipc::ask(const std::string& request, Deadline deadline) const {
  const auto stream = UnixStream::open(folder_ + "/.socket.sock", user_, deadline);
  if (!stream) throw IpcLost{};
  stream->send(request, deadline);
  return stream->rest(kMaxAnswer, deadline);
}

bool Ipc::run(const Command& command, Deadline deadline) const {
  // What is written in the other form is refused as a whole.
  for (const std::string& form : {command.lua, command.words})
    if (ask("dispatch " + form, deadline).starts_with("ok")) return true;
  return false;
}

std::unique_ptr<UnixStream> Ipc::events(Deadline deadline) const {
  auto stream = UnixStream::open(folder_ + "/.socket2.sock", user_, deadline);
  if (!stream) throw IpcLost{};
  return stream;
}

bool take_events(UnixStream& events, Deadline deadline) {
  const bool any = events.fill(1, deadline);
  events.received().clear();
  return any;
}

}  // namespace native::hyprland
