#include "native/wayland/listed_windows.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <chrono>
#include <string>
#include <utility>

#include "native/wayland/lacking.hpp"
#include "native/wayland/toplevel_states.hpp"
#include "native/wayland/toplevels.hpp"

namespace native::wayland {
namespace {

// What remains for the answer.
constexpr std::chrono::milliseconds kAnswerMargin{50};

std::uint64_t id_of(const std::string& identifier) {
  constexpr std::uint64_t kBits = (std::uint64_t{1} << 52) - 1;
  // Above the ids of containers and X windows.
  return (::XXH3_64bits(identifier.data(), identifier.size()) & kBits) | (std::uint64_t{1} << 52);
}

Error twins(const Toplevel& toplevel) {
  return Error("UNSUPPORTED",
               "compositor does not tell windows of the same title and application apart: \"" +
                   toplevel.title + "\" of " + toplevel.app_id,
               "Give one of them another title, or close it.", {{"reason", "identity unproven"}});
}

// Both lists of one moment. No protocol says which window of one is which of the other: they are
// the same window only where no other has its title and application.
class Toplevels {
 public:
  // Objects of both lists need a connection of their own (see Connection::another).
  Toplevels(std::unique_ptr<Connection> connection, Deadline deadline)
      : connection_(std::move(connection)),
        list_(ToplevelList::read(*connection_, deadline)),
        states_(ToplevelStates::read(*connection_, deadline)) {}

  Connection& connection() { return *connection_; }

  std::vector<KnownWindow> windows() const {
    std::vector<KnownWindow> known;
    if (!list_) return known;
    for (const auto& each : list_->all())
      if (!each->closed && !each->identifier.empty()) known.push_back(known_of(*each));
    return known;
  }

  const ToplevelState& state(std::uint64_t id) const {
    const Toplevel* const toplevel = find(id);
    if (toplevel == nullptr) throw_window_gone(id);
    const ToplevelState* const state = state_of(*toplevel);
    if (state == nullptr) throw twins(*toplevel);
    return *state;
  }

  void activate(std::uint64_t id, Deadline deadline) {
    const ToplevelState& wanted = state(id);
    const Owned<wl_seat, &wl_seat_destroy> seat(connection_->bind<wl_seat>(wl_seat_interface, 1));
    if (!seat) throw no_input();
    ::zwlr_foreign_toplevel_handle_v1_activate(wanted.handle.get(), seat.get());
    try {
      connection_->wait(deadline - kAnswerMargin,
                        [&] { return wanted.activated || wanted.closed; });
    } catch (const ConnectionLate&) {
      throw_no_focus(id);
    }
    if (wanted.closed) throw_window_gone(id);
  }

 private:
  const Toplevel* find(std::uint64_t id) const {
    if (!list_) return nullptr;
    for (const auto& each : list_->all())
      if (!each->closed && id_of(each->identifier) == id) return each.get();
    return nullptr;
  }

  const ToplevelState* state_of(const Toplevel& toplevel) const {
    return states_ && is_only(toplevel) ? states_->find(toplevel.title, toplevel.app_id) : nullptr;
  }

  bool is_only(const Toplevel& toplevel) const {
    for (const auto& each : list_->all())
      if (!each->closed && each.get() != &toplevel && each->title == toplevel.title &&
          each->app_id == toplevel.app_id)
        return false;
    return true;
  }

  KnownWindow known_of(const Toplevel& toplevel) const {
    KnownWindow known;
    known.identifier = toplevel.identifier;
    known.window.id = id_of(toplevel.identifier);
    known.window.title = toplevel.title;
    known.window.app_class = toplevel.app_id;
    known.window.type = "normal";
    known.window.placed = false;
    known.window.on_screen = true;
    const ToplevelState* const state = state_of(toplevel);
    if (state != nullptr) add_state(*state, known);
    // Of several windows with one title, any may be a dialog as soon as one is.
    const bool dialog = !states_ || states_->any_with_parent(toplevel.title, toplevel.app_id);
    known.window.owner_unknown = dialog && known.window.transient_for == 0;
    return known;
  }

  void add_state(const ToplevelState& state, KnownWindow& known) const {
    known.window.active = state.activated;
    known.window.minimised = state.minimised;
    known.window.on_screen = !state.minimised;
    known.filling = state.maximised || state.fullscreen;
    const ToplevelState* const parent = state.parent ? states_->find(state.parent) : nullptr;
    if (parent == nullptr) return;
    for (const auto& each : list_->all())
      if (!each->closed && state_of(*each) == parent)
        known.window.transient_for = id_of(each->identifier);
  }

  const std::unique_ptr<Connection> connection_;
  const std::unique_ptr<ToplevelList> list_;
  const std::unique_ptr<ToplevelStates> states_;
};

// Lists that are kept, whose events arrive with those of the connection.
class ListWatch : public WindowWatch {
 public:
  ListWatch(Connection& connection, Deadline deadline)
      : list_(ToplevelList::read(connection, deadline)),
        states_(ToplevelStates::read(connection, deadline)) {}
  int descriptor() const override { return -1; }
  bool take_in() override { return false; }

 private:
  const std::unique_ptr<ToplevelList> list_;
  const std::unique_ptr<ToplevelStates> states_;
};

class ListedWindows : public WindowSource {
 public:
  explicit ListedWindows(Connection& connection) : connection_(connection) {}

  std::vector<KnownWindow> windows(Deadline deadline) override { return read(deadline).windows(); }
  std::unique_ptr<WindowWatch> watch(Deadline deadline) override {
    return std::make_unique<ListWatch>(connection_, deadline);
  }
  bool knows_places() const override { return false; }
  bool knows_processes() const override { return false; }
  bool knows_focus() const override {
    return connection_.offers(zwlr_foreign_toplevel_manager_v1_interface);
  }
  std::string description() const override {
    return knows_focus() ? "the compositor's list of windows, which tells focus and states, but "
                           "neither places nor processes"
                         : "the compositor's list of windows, which tells neither places nor "
                           "processes";
  }

  void activate(std::uint64_t id, Deadline deadline) override {
    if (!knows_focus())
      throw lacking("way to focus a window", "no protocol",
                    "Capture with capture_focus: background.");
    read(deadline).activate(id, deadline);
  }

  void set_state(std::uint64_t id, WindowState state, Deadline deadline) override {
    ask(id, deadline, [state](const ToplevelState& now) {
      zwlr_foreign_toplevel_handle_v1* const handle = now.handle.get();
      if (state == WindowState::kMinimised) {
        ::zwlr_foreign_toplevel_handle_v1_set_minimized(handle);
      } else if (state == WindowState::kMaximised) {
        ::zwlr_foreign_toplevel_handle_v1_set_maximized(handle);
      } else if (now.minimised) {
        ::zwlr_foreign_toplevel_handle_v1_unset_minimized(handle);
      } else {
        if (now.fullscreen) ::zwlr_foreign_toplevel_handle_v1_unset_fullscreen(handle);
        if (now.maximised) ::zwlr_foreign_toplevel_handle_v1_unset_maximized(handle);
      }
    });
  }
  void close(std::uint64_t id, Deadline deadline) override {
    ask(id, deadline, [](const ToplevelState& now) {
      ::zwlr_foreign_toplevel_handle_v1_close(now.handle.get());
    });
  }
  void place(std::uint64_t, const Rect&, Deadline) override { throw no_places(); }
  void to_workspace(std::uint64_t, int, Deadline) override { throw no_places(); }

 private:
  Toplevels read(Deadline deadline) const {
    return Toplevels(connection_.another(deadline), deadline);
  }

  template <class Request>
  void ask(std::uint64_t id, Deadline deadline, const Request& request) {
    if (!knows_focus()) throw no_control();
    Toplevels toplevels = read(deadline);
    request(toplevels.state(id));
    toplevels.connection().round_trip(deadline);
  }

  Connection& connection_;
};

}  // namespace

std::unique_ptr<WindowSource> open_listed_windows(Connection& connection) {
  if (!connection.offers(ext_foreign_toplevel_list_v1_interface)) return nullptr;
  return std::make_unique<ListedWindows>(connection);
}

}  // namespace native::wayland
