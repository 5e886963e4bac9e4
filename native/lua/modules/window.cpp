#include "native/lua/bridge/records.hpp"
#include "native/lua/modules/modules.hpp"

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Module;
using runtime::Options;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

Task<Results> list(Args args) {
  DesktopService& host = args.self<DesktopService>();
  host.admit(args.call(), Operation::Kind::kListWindows);
  const Options options = args.options(1, {"pid", "on_screen", "timeout"});
  const std::int64_t pid = options.integer("pid", -1);
  const bool filtered = options.has("on_screen");
  const bool on_screen = options.boolean("on_screen", true);
  const Deadline deadline = host.deadline(args.call(), options.number("timeout", 0));
  std::function<Value(Desktop&)> work = [=](Desktop& desktop) {
    std::vector<Window> windows = desktop.windows().windows(deadline);
    std::erase_if(windows, [&](const Window& window) {
      return (pid >= 0 && window.pid != pid) || (filtered && window.on_screen != on_screen);
    });
    return to_list(windows);
  };
  Task<Value> running = host.on_desktop<Value>(std::move(work), deadline);
  Value windows = co_await std::move(running);
  co_return windows;
}

Task<Results> frontmost(Args args) {
  DesktopService& host = args.self<DesktopService>();
  host.admit(args.call(), Operation::Kind::kListWindows);
  const Deadline deadline =
      host.deadline(args.call(), args.options(1, {"timeout"}).number("timeout", 0));
  std::function<Value(Desktop&)> work = [deadline](Desktop& desktop) {
    const std::optional<Window> window = desktop.windows().frontmost(deadline);
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
  const Deadline deadline =
      host.deadline(args.call(), args.options(2, {"timeout"}).number("timeout", 0));
  std::function<bool(Desktop&)> work = [=](Desktop& desktop) {
    desktop.windows().activate(id, deadline);
    return true;
  };
  Task<bool> running = host.on_desktop<bool>(std::move(work), deadline);
  co_await std::move(running);
  co_return Results();
}

constexpr Function kWindow[] = {
    {"list", "window.list({pid, on_screen, timeout}?) -> {window}",
     "Top-level windows, front-most first: {id, pid, title, app_class, app_instance, type, bounds, "
     "frame, desktop, "
     "on_screen, minimised, active}. Rectangles in physical pixels of the desktop.",
     list},
    {"frontmost", "window.frontmost({timeout}?) -> window",
     "The window that has the focus, or nil.", frontmost},
    {"get", "window.get(id) -> window",
     "The window of that id as it is now; WINDOW_NOT_FOUND when it is gone.",
     Function::Scripted{"window_wait"}},
    {"focus", "window.focus(id, {timeout}?)",
     "Raises and focuses a window and waits for the window manager's confirmation; TIMEOUT when "
     "none comes.",
     focus},
    {"wait", "window.wait({app?, title?, timeout?}) -> window",
     "Waits until there is a window that fits, and gives it; at once when it is there already. "
     "app: a name of the application, whole words of it or the beginning of a word, or "
     "\"PID:663\"; AMBIGUOUS_APP_IDENTIFIER when two fit equally well. title: part of the title; "
     "capitals make no difference. "
     "timeout in seconds (default 30; math.huge: for ever), then TIMEOUT.",
     Function::Scripted{"window_wait"}},
    {"wait_gone", "window.wait_gone({app?, title?, id?, timeout?})",
     "Waits until no window fits any more; returns at once when none does. id: one window. The "
     "rest as window.wait.",
     Function::Scripted{"window_wait"}},
};

}  // namespace

Module window_module(std::shared_ptr<DesktopService> host) {
  return Module{"window", kWindow, std::move(host), Value()};
}

}  // namespace native
