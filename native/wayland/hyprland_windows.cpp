#include "native/wayland/hyprland_windows.hpp"

#include <optional>
#include <string>
#include <utility>

#include "native/hyprland/hyprland_clients.hpp"
#include "native/hyprland/hyprland_ipc.hpp"

namespace native::wayland {
namespace {

constexpr int kWorkspaces = 10;                       // that have a key of their own
constexpr const char* kPutAway = "special:peekaboo";  // for windows that are minimised
constexpr const char* kShown = "e+0";                 // the workspace that shows

// What Hyprland reports of its windows and workspaces.
class HyprlandWatch : public WindowWatch {
 public:
  explicit HyprlandWatch(std::unique_ptr<UnixStream> events) : events_(std::move(events)) {}
  int descriptor() const override { return events_->descriptor(); }
  bool take_in() override {
    try {
      return hyprland::take_events(*events_, Deadline::min());
    } catch (const hyprland::IpcLost&) {
      throw ConnectionLost{};
    }
  }

 private:
  const std::unique_ptr<UnixStream> events_;
};

template <class Operation>
auto with_hyprland(const Operation& operation) {
  try {
    return operation();
  } catch (const hyprland::IpcLate&) {
    throw ConnectionLate{};
  } catch (const hyprland::IpcLost&) {
    throw ConnectionLost{};
  }
}

// Windows as Hyprland tells them.
class HyprlandWindows : public WindowSource {
 public:
  explicit HyprlandWindows(hyprland::Ipc ipc) : ipc_(std::move(ipc)) {}

  std::vector<KnownWindow> windows(Deadline deadline) override {
    std::vector<KnownWindow> known;
    for (hyprland::Client& each : clients(deadline))
      known.push_back(
          {std::move(each.window), std::move(each.identifier), 0, each.floating, each.filling});
    return known;
  }
  std::unique_ptr<WindowWatch> watch(Deadline deadline) override {
    return with_hyprland([&] { return std::make_unique<HyprlandWatch>(ipc_.events(deadline)); });
  }
  bool knows_places() const override { return true; }
  // It tells where a window will be once an animation ends.
  bool paints_elsewhere(Deadline deadline) override {
    return hyprland::has_animations(ask("j/getoption animations:enabled", deadline));
  }
  bool knows_focus() const override { return true; }
  std::string manager() const override { return "Hyprland"; }
  int workspaces(Deadline) override { return kWorkspaces; }
  std::string description() const override { return "Hyprland's list of windows"; }

  void activate(std::uint64_t id, Deadline deadline) override {
    // The focus may change a moment after the command was answered.
    const std::unique_ptr<WindowWatch> focus = watch(deadline);
    run(hyprland::focus(address(id, deadline)), id, deadline);
    wait_for_focus(*this, *focus, id, deadline);
  }
  void set_state(std::uint64_t id, WindowState state, Deadline deadline) override {
    const hyprland::Client client = listed(id, deadline);
    if (state == WindowState::kMinimised)
      return run(hyprland::to_workspace(client.address, kPutAway, false), id, deadline);
    if (client.window.minimised)
      return run(hyprland::to_workspace(client.address, kShown, true), id, deadline);
    run(hyprland::focus(client.address), id, deadline);
    run(hyprland::fill(client.address, state == WindowState::kMaximised), id, deadline);
  }
  void close(std::uint64_t id, Deadline deadline) override {
    run(hyprland::close(address(id, deadline)), id, deadline);
  }
  void place(std::uint64_t id, const Rect& frame, Deadline deadline) override {
    const std::string name = address(id, deadline);
    run(hyprland::resize(name, frame.width, frame.height), id, deadline);
    run(hyprland::move(name, frame.x, frame.y), id, deadline);
  }
  void to_workspace(std::uint64_t id, int workspace, Deadline deadline) override {
    const std::string number = std::to_string(workspace + 1);
    run(hyprland::to_workspace(address(id, deadline), number, false), id, deadline);
  }

 private:
  std::string ask(const std::string& request, Deadline deadline) const {
    return with_hyprland([&] { return ipc_.ask(request, deadline); });
  }

  std::vector<hyprland::Client> clients(Deadline deadline) const {
    hyprland::Answers answers;
    answers.clients = ask("j/clients", deadline);
    answers.monitors = ask("j/monitors", deadline);
    answers.active = ask("j/activewindow", deadline);
    return hyprland::read_clients(answers);
  }

  hyprland::Client listed(std::uint64_t id, Deadline deadline) const {
    for (hyprland::Client& each : clients(deadline))
      if (each.window.id == id && !each.address.empty()) return std::move(each);
    throw_window_gone(id);
  }

  std::string address(std::uint64_t id, Deadline deadline) const {
    return listed(id, deadline).address;
  }

  void run(const hyprland::Command& command, std::uint64_t id, Deadline deadline) const {
    if (!with_hyprland([&] { return ipc_.run(command, deadline); })) throw_window_gone(id);
  }

  const hyprland::Ipc ipc_;
};

// Returns the folder of this compositor; "" when it is not Hyprland's.
std::string hyprland_folder(const Connection& connection, const SessionRoots& roots) {
  if (connection.compositor() != 0)
    return hyprland::instance_of(roots.run, connection.compositor());
  // In another pid namespace the number is another one.
  const std::string given = roots.environment("HYPRLAND_INSTANCE_SIGNATURE").value_or("");
  const bool is_name = !given.empty() && given.find('/') == std::string::npos && given[0] != '.';
  return is_name ? roots.run + "/hypr/" + given : std::string();
}

}  // namespace

std::unique_ptr<WindowSource> open_hyprland_windows(const Connection& connection,
                                                    const SessionRoots& roots, Deadline deadline) {
  const std::string folder = hyprland_folder(connection, roots);
  if (folder.empty()) return nullptr;
  hyprland::Ipc ipc(folder, roots.uid);
  try {
    ipc.ask("j/version", deadline);
  } catch (const hyprland::IpcLate&) {
    throw ConnectionLate{};
  } catch (const hyprland::IpcLost&) {
    return nullptr;
  }
  return std::make_unique<HyprlandWindows>(std::move(ipc));
}

}  // namespace native::wayland
