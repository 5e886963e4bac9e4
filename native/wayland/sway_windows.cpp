#include "native/wayland/sway_windows.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "native/linux/file_names.hpp"
#include "native/sway/sway_ipc.hpp"
#include "native/sway/sway_tree.hpp"

namespace native::wayland {
namespace {

constexpr int kWorkspaces = 10;  // that have a key of their own

// What sway says of its windows and workspaces.
class SwayWatch : public WindowWatch {
 public:
  explicit SwayWatch(std::unique_ptr<sway::Ipc> ipc) : ipc_(std::move(ipc)) {}
  int descriptor() const override { return ipc_->descriptor(); }
  bool take_in() override {
    bool any = false;
    try {
      while (ipc_->next(Deadline::min())) any = true;
    } catch (const sway::IpcLost&) {
      throw ConnectionLost{};
    }
    return any;
  }

 private:
  const std::unique_ptr<sway::Ipc> ipc_;
};

// Windows as sway tells them.
class SwayWindows : public WindowSource {
 public:
  SwayWindows(std::unique_ptr<sway::Ipc> ipc, std::string socket, uid_t user)
      : ipc_(std::move(ipc)), socket_(std::move(socket)), user_(user) {}

  std::vector<KnownWindow> windows(Deadline deadline) override {
    std::vector<KnownWindow> known;
    for (sway::TreeWindow& each : sway::read_tree(ask(sway::Request::kTree, "", deadline)))
      known.push_back({std::move(each.window), std::move(each.identifier), each.xid, each.floating,
                       each.fullscreen});
    return known;
  }
  std::unique_ptr<WindowWatch> watch(Deadline deadline) override {
    return std::make_unique<SwayWatch>(subscribed(deadline));
  }
  bool knows_places() const override { return true; }
  bool knows_focus() const override { return true; }
  std::string manager() const override { return "sway"; }
  int workspaces(Deadline) override { return kWorkspaces; }
  std::string description() const override { return "sway's tree of windows"; }

  void activate(std::uint64_t id, Deadline deadline) override {
    // The focus may change a moment after the command was answered.
    const std::unique_ptr<WindowWatch> focus = watch(deadline);
    tell(id, "focus", deadline);
    wait_for_focus(*this, *focus, id, deadline);
  }

  void set_state(std::uint64_t id, WindowState state, Deadline deadline) override {
    if (state == WindowState::kMinimised) return tell(id, "move scratchpad", deadline);
    if (state == WindowState::kMaximised) return tell(id, "fullscreen enable", deadline);
    const std::optional<Window> window = listed(id, deadline);
    const bool hidden = window && window->minimised;
    tell(id, hidden ? "scratchpad show" : "fullscreen disable", deadline);
  }
  void close(std::uint64_t id, Deadline deadline) override { tell(id, "kill", deadline); }
  void place(std::uint64_t id, const Rect& frame, Deadline deadline) override {
    const auto pair = [](int first, int second) {
      return std::to_string(first) + " px " + std::to_string(second) + " px";
    };
    tell(id, "resize set " + pair(frame.width, frame.height), deadline);
    tell(id, "move absolute position " + pair(frame.x, frame.y), deadline);
  }
  void to_workspace(std::uint64_t id, int workspace, Deadline deadline) override {
    tell(id, "move container to workspace number " + std::to_string(workspace + 1), deadline);
  }

 private:
  // Runs a command of sway(5) for a window. Returns once sway has taken it.
  void tell(std::uint64_t id, const std::string& command, Deadline deadline) {
    // A command would take a group of windows, too.
    if (!listed(id, deadline)) throw_window_gone(id);
    const std::string answer =
        ask(sway::Request::kCommand, "[con_id=" + std::to_string(id) + "] " + command, deadline);
    const auto results = nlohmann::json::parse(answer, nullptr, false);
    const bool done = results.is_array() && !results.empty() &&
                      std::all_of(results.begin(), results.end(), [](const auto& each) {
                        return each.is_object() && each.value("success", false);
                      });
    if (!done) throw_window_gone(id);
  }

  // Returns another connection, on which sway tells of windows and workspaces.
  std::unique_ptr<sway::Ipc> subscribed(Deadline deadline) const {
    try {
      std::unique_ptr<sway::Ipc> ipc = sway::Ipc::open(socket_, user_, deadline);
      if (!ipc) throw ConnectionLost{};
      ipc->ask(sway::Request::kSubscribe, R"(["window","workspace"])", deadline);
      return ipc;
    } catch (const sway::IpcLate&) {
      throw ConnectionLate{};
    } catch (const sway::IpcLost&) {
      throw ConnectionLost{};
    }
  }

  std::string ask(sway::Request request, const std::string& payload, Deadline deadline) {
    try {
      return ipc_->ask(request, payload, deadline);
    } catch (const sway::IpcLate&) {
      throw ConnectionLate{};
    } catch (const sway::IpcLost&) {
      throw ConnectionLost{};
    }
  }

  std::optional<Window> listed(std::uint64_t id, Deadline deadline) {
    for (KnownWindow& each : windows(deadline))
      if (each.window.id == id) return std::move(each.window);
    return std::nullopt;
  }

  std::unique_ptr<sway::Ipc> ipc_;
  const std::string socket_;
  const uid_t user_;
};

// Returns the socket of this compositor; "" when it is not sway's.
std::string sway_socket(const Connection& connection, const SessionRoots& roots) {
  const std::string ending = "." + std::to_string(connection.compositor()) + ".sock";
  for (const std::string& name : names_in(roots.run, "sway-ipc."))
    if (name.ends_with(ending)) return roots.run + "/" + name;
  const std::string given = roots.environment("SWAYSOCK").value_or("");
  // In another pid namespace the number is another one.
  return connection.compositor() == 0 ? given : std::string();
}

}  // namespace

std::unique_ptr<WindowSource> open_sway_windows(const Connection& connection,
                                                const SessionRoots& roots, Deadline deadline) {
  const std::string socket = sway_socket(connection, roots);
  try {
    if (auto ipc = sway::Ipc::open(socket, roots.uid, deadline))
      return std::make_unique<SwayWindows>(std::move(ipc), socket, roots.uid);
  } catch (const sway::IpcLate&) {
    throw ConnectionLate{};
  }
  return nullptr;
}

}  // namespace native::wayland
