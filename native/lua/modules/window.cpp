#include <algorithm>
#include <optional>

#include "native/lua/bridge/parameters.hpp"
#include "native/lua/bridge/records.hpp"
#include "native/lua/modules/modules.hpp"
#include "native/policy/title_pattern.hpp"

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Module;
using runtime::Options;
using runtime::Parameter;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

// Keeps the windows that a pattern means. A title that is hidden is no title.
void keep_titled(std::vector<Window>& windows, const std::string& pattern) {
  std::erase_if(windows, [](const Window& window) { return window.hidden_from != 0; });
  std::vector<std::string> titles;
  for (const Window& window : windows) titles.push_back(window.title);
  std::vector<Window> kept;
  for (const std::size_t place : find_titles(pattern, titles))
    kept.push_back(std::move(windows[place]));
  windows = std::move(kept);
}

Task<Results> list(Args args) {
  DesktopService& host = args.self<DesktopService>();
  co_await host.admit(args.call(), Operation::Kind::kListWindows);
  const Options options = args.options(1);
  const std::int64_t pid = options.integer("pid", -1);
  const bool filtered = options.has("on_screen");
  const bool on_screen = options.boolean("on_screen", true);
  const bool titled = options.has("title");
  const std::string title = options.string("title", "");
  const std::shared_ptr<Gate> gate = host.gate();
  const Caller caller = DesktopService::caller(args.call());
  const Deadline deadline = host.deadline(args.call(), options.number("timeout", 0));
  std::function<Value(Desktop&)> work = [=](Desktop& desktop) {
    std::vector<Window> windows = gate->windows(desktop, caller, deadline);
    std::erase_if(windows, [&](const Window& window) {
      return (pid >= 0 && window.pid != pid) || (filtered && window.on_screen != on_screen);
    });
    if (titled) keep_titled(windows, title);
    return to_list(windows);
  };
  Task<Value> running = host.on_desktop<Value>(std::move(work), deadline);
  Value windows = co_await std::move(running);
  co_return windows;
}

Task<Results> frontmost(Args args) {
  DesktopService& host = args.self<DesktopService>();
  co_await host.admit(args.call(), Operation::Kind::kListWindows);
  const Deadline deadline = host.deadline(args.call(), args.options(1).number("timeout", 0));
  const std::shared_ptr<Gate> gate = host.gate();
  const Caller caller = DesktopService::caller(args.call());
  std::function<Value(Desktop&)> work = [=](Desktop& desktop) {
    const std::optional<Window> window = gate->frontmost(desktop, caller, deadline);
    return window ? to_value(*window) : Value();
  };
  Task<Value> running = host.on_desktop<Value>(std::move(work), deadline);
  Value window = co_await std::move(running);
  co_return window;
}

Task<Results> focus(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const auto id = static_cast<std::uint64_t>(args.integer(1));
  const Deadline deadline = host.deadline(args.call(), args.options(2).number("timeout", 0));
  const std::shared_ptr<Gate> gate = host.gate();
  const Caller caller = DesktopService::caller(args.call());
  std::function<bool(Desktop&)> work = [=](Desktop& desktop) {
    gate->activate(desktop, caller, id, Gate::RaisedFor::kAct, deadline);
    return true;
  };
  Task<bool> running = host.on_desktop<bool>(std::move(work), deadline);
  co_await std::move(running);
  co_return Results();
}

std::uint64_t id_of(const Args& args) { return static_cast<std::uint64_t>(args.integer(1)); }

// Runs a change of a window that returns nothing.
Task<Results> control(Args args, const char* name,
                      std::function<void(WindowControl&, std::uint64_t, Deadline)> change) {
  DesktopService& host = args.self<DesktopService>();
  const std::uint64_t id = id_of(args);
  const Deadline deadline = host.deadline(args.call(), args.options(2).number("timeout", 0));
  std::function<bool(Desktop&)> work = [=](Desktop& desktop) {
    change(desktop.control(), id, deadline);
    return true;
  };
  Task<bool> running =
      host.on_control<bool>(args.call(), ActRecord{name, id}, deadline, std::move(work));
  co_await std::move(running);
  co_return Results();
}

Task<Results> set_state(Args args, const char* name, WindowState state) {
  return control(std::move(args), name,
                 [state](WindowControl& windows, std::uint64_t id, Deadline deadline) {
                   windows.set_state(id, state, deadline);
                 });
}

Task<Results> minimise(Args args) {
  return set_state(std::move(args), "minimise window", WindowState::kMinimised);
}

Task<Results> maximise(Args args) {
  return set_state(std::move(args), "maximise window", WindowState::kMaximised);
}

Task<Results> restore(Args args) {
  return set_state(std::move(args), "restore window", WindowState::kNormal);
}

Task<Results> close(Args args) {
  return control(std::move(args), "close window",
                 [](WindowControl& windows, std::uint64_t id, Deadline deadline) {
                   windows.close(id, deadline);
                 });
}

Task<Results> to_workspace(Args args) {
  const Options options = args.options(2);
  const int workspace = options.integer_within("workspace", 0, 0, 1000);
  return control(std::move(args), "move window",
                 [workspace](WindowControl& windows, std::uint64_t id, Deadline deadline) {
                   windows.to_workspace(id, workspace, deadline);
                 });
}

// Returns where a window is that keeps its distance from the corner of its display, on another one.
WindowControl::Place on_display(Desktop& desktop, const std::vector<Window>& windows,
                                std::uint64_t id, int display, Deadline deadline) {
  const std::vector<Display> displays = desktop.displays().displays(deadline);
  if (static_cast<std::size_t>(display) >= displays.size())
    throw Error("DISPLAY_NOT_FOUND", "no display " + std::to_string(display),
                "screen.list() shows the displays.");
  Rect from = displays.front().bounds;
  WindowControl::Place place;
  for (const Window& window : windows) {
    if (window.id != id) continue;
    int most = 0;
    for (const Display& each : displays) {
      const Rect shared = intersection(each.bounds, window.bounds);
      if (shared.width * shared.height <= most) continue;
      most = shared.width * shared.height;
      from = each.bounds;
    }
    const Rect& to = displays[static_cast<std::size_t>(display)].bounds;
    const auto within = [](int distance, int size, int space) {
      return std::max(0, std::min(distance, space - size));
    };
    place.x = to.x + within(window.bounds.x - from.x, window.bounds.width, to.width);
    place.y = to.y + within(window.bounds.y - from.y, window.bounds.height, to.height);
  }
  return place;
}

std::optional<int> whole_option(const Options& options, const char* name) {
  constexpr int kMost = 100'000;
  if (!options.has(name)) return std::nullopt;
  return options.integer_within(name, 0, -kMost, kMost);
}

Task<Results> place(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const Options options = args.options(2);
  const std::uint64_t id = id_of(args);
  const WindowControl::Place wanted{whole_option(options, "x"), whole_option(options, "y"),
                                    whole_option(options, "width"),
                                    whole_option(options, "height")};
  const bool moves = options.has("display");
  const int display = options.integer_within("display", 0, 0, 1000);
  const Deadline deadline = host.deadline(args.call(), options.number("timeout", 0));
  const std::shared_ptr<Gate> gate = host.gate();
  const Caller caller = DesktopService::caller(args.call());
  std::function<Value(Desktop&)> work = [=](Desktop& desktop) {
    WindowControl::Place to = wanted;
    if (moves)
      to = on_display(desktop, gate->windows(desktop, caller, deadline), id, display, deadline);
    if (moves && wanted.width) to.width = wanted.width;
    if (moves && wanted.height) to.height = wanted.height;
    return to_value(desktop.control().place(id, to, deadline));
  };
  Task<Value> running =
      host.on_control<Value>(args.call(), ActRecord{"place window", id}, deadline, std::move(work));
  Value bounds = co_await std::move(running);
  co_return bounds;
}

Task<Results> limits(Args args) {
  DesktopService& host = args.self<DesktopService>();
  co_await host.admit(args.call(), Operation::Kind::kListWindows);
  const std::uint64_t id = id_of(args);
  const Deadline deadline = host.deadline(args.call(), args.options(2).number("timeout", 0));
  std::function<Value(Desktop&)> work = [=](Desktop& desktop) {
    return to_value(desktop.control().limits(id, deadline));
  };
  Task<Value> running = host.on_desktop<Value>(std::move(work), deadline);
  Value limits = co_await std::move(running);
  co_return limits;
}

constexpr Parameter kId{"id", "integer",
                        "The number of a window or display, as its record has it."};
constexpr Parameter kApp{"app", "string",
                         "As `app_target` of the image tool: a name or \"PID:663\"."};
constexpr Parameter kTitle{"title", "string", "Part of the title; capitals make no difference."};

constexpr Function kWindow[] = {
    {.call = "window.list",
     .text = "Top-level windows, front-most first. Those that the policy excludes have no title.",
     .options =
         {{"pid", "integer", "Only of this process."},
          {"on_screen", "boolean", "true: only windows on the screen; false: only the others."},
          {"title", "string",
           "Only those that this pattern means: the ones with exactly this title, else those "
           "that contain it; with * or ? those whose whole title fits; /RE2/ those in whose "
           "title it is found. Letter case makes no difference."},
          kTimeout},
     .results = {{"window[]"}},
     .errors = {"INVALID_ARGUMENT", "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = list},
    {.call = "window.frontmost",
     .text = "The window that has the focus, or nil.",
     .options = {kTimeout},
     .results = {{"window?"}},
     .errors = {"DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = frontmost},
    {.call = "window.get",
     .text = "The window of that id as it is now; WINDOW_NOT_FOUND when it is gone.",
     .parameters = {kId},
     .results = {{"window"}},
     .errors = {"WINDOW_NOT_FOUND", "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"window_wait"}},
    {.call = "window.focus",
     .text = "Raises and focuses a window and waits for the window manager's confirmation; TIMEOUT "
             "when none comes.",
     .parameters = {kId},
     .options = {kTimeout},
     .errors = {"TIMEOUT", "WINDOW_NOT_FOUND", "POLICY_DENIED", "DISPLAY_UNAVAILABLE"},
     .work = focus},
    {.call = "window.place",
     .text = "Moves and resizes a window, in physical pixels of the desktop and without its frame; "
             "what is not given stays. A maximised one is restored first. Gives where it is then, "
             "because window managers round sizes, and some keep title bars on the screen.",
     .parameters = {kId},
     .options = {{"x", "integer", "Left edge."},
                 {"y", "integer", "Upper edge, below the title bar."},
                 {"width", "integer", "At least 1."},
                 {"height", "integer", "At least 1."},
                 {"display", "integer",
                  "Its id: the window keeps its distance from the display's corner, instead of x "
                  "and y."},
                 kTimeout},
     .results = {{"rectangle"}},
     .errors = {"DISPLAY_NOT_FOUND", "DISPLAY_UNAVAILABLE", "EFFECT_NOT_SEEN", "INVALID_ARGUMENT",
                "POLICY_DENIED", "TIMEOUT", "WINDOW_NOT_FOUND"},
     .work = place},
    {.call = "window.limits",
     .text = "What a window allows for its size, without its frame: {min_width, min_height, "
             "max_width?, max_height?, step_width, step_height, manager?}. It grows by steps, as "
             "terminals do; manager: the name of the window manager.",
     .parameters = {kId},
     .options = {kTimeout},
     .results = {{"size_limits"}},
     .errors = {"DISPLAY_UNAVAILABLE", "TIMEOUT", "WINDOW_NOT_FOUND"},
     .work = limits},
    {.call = "window.minimise",
     .text = "Minimises a window.",
     .parameters = {kId},
     .options = {kTimeout},
     .errors = {"DISPLAY_UNAVAILABLE", "EFFECT_NOT_SEEN", "POLICY_DENIED", "TIMEOUT", "UNSUPPORTED",
                "WINDOW_NOT_FOUND"},
     .work = minimise},
    {.call = "window.maximise",
     .text = "Maximises a window.",
     .parameters = {kId},
     .options = {kTimeout},
     .errors = {"DISPLAY_UNAVAILABLE", "EFFECT_NOT_SEEN", "POLICY_DENIED", "TIMEOUT", "UNSUPPORTED",
                "WINDOW_NOT_FOUND"},
     .work = maximise},
    {.call = "window.restore",
     .text = "Ends that a window is minimised or maximised.",
     .parameters = {kId},
     .options = {kTimeout},
     .errors = {"DISPLAY_UNAVAILABLE", "EFFECT_NOT_SEEN", "POLICY_DENIED", "TIMEOUT", "UNSUPPORTED",
                "WINDOW_NOT_FOUND"},
     .work = restore},
    {.call = "window.close",
     .text = "Asks the program to close a window. EFFECT_NOT_SEEN with details.dialog, a window, "
             "when the program asks something instead.",
     .parameters = {kId},
     .options = {kTimeout},
     .errors = {"DISPLAY_UNAVAILABLE", "EFFECT_NOT_SEEN", "POLICY_DENIED", "TIMEOUT", "UNSUPPORTED",
                "WINDOW_NOT_FOUND"},
     .work = close},
    {.call = "window.to_workspace",
     .text = "Moves a window to a workspace.",
     .parameters = {kId},
     .options = {{"workspace", "integer", "Counted from 0.", Parameter::kNeeded}, kTimeout},
     .errors = {"DISPLAY_UNAVAILABLE", "EFFECT_NOT_SEEN", "INVALID_ARGUMENT", "POLICY_DENIED",
                "TIMEOUT", "UNSUPPORTED", "WINDOW_NOT_FOUND"},
     .work = to_workspace},
    {.call = "window.wait",
     .text =
         "Waits until there is a window that fits app, title or both, and gives it; at once when "
         "it is there already. AMBIGUOUS_APP_IDENTIFIER when two applications fit equally well.",
     .options = {kApp, kTitle, kWaitTimeout},
     .results = {{"window"}},
     .errors = {"AMBIGUOUS_APP_IDENTIFIER", "TIMEOUT", "DISPLAY_UNAVAILABLE"},
     .work = Function::Scripted{"window_wait"}},
    {.call = "window.wait_gone",
     .text =
         "Waits until no window fits app, title or id any more; returns at once when none does.",
     .options = {kApp, kTitle, kId, kWaitTimeout},
     .errors = {"AMBIGUOUS_APP_IDENTIFIER", "TIMEOUT", "DISPLAY_UNAVAILABLE"},
     .work = Function::Scripted{"window_wait"}},
};

}  // namespace

Module window_module(std::shared_ptr<DesktopService> host) {
  return Module{
      .name = "window", .functions = kWindow, .self = std::move(host), .about = "The windows."};
}

}  // namespace native
