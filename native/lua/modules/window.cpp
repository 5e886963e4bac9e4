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
  host.admit(args.call(), Operation::Kind::kListWindows);
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
  host.admit(args.call(), Operation::Kind::kListWindows);
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
  host.admit(args.call(), Operation::Kind::kActivateWindow);
  const auto id = static_cast<std::uint64_t>(args.integer(1));
  const Deadline deadline = host.deadline(args.call(), args.options(2).number("timeout", 0));
  std::function<bool(Desktop&)> work = [=](Desktop& desktop) {
    desktop.windows().activate(id, deadline);
    return true;
  };
  Task<bool> running = host.on_desktop<bool>(std::move(work), deadline);
  co_await std::move(running);
  co_return Results();
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
     .errors = {"TIMEOUT", "WINDOW_NOT_FOUND", "DISPLAY_UNAVAILABLE"},
     .work = focus},
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
