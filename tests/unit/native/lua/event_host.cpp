#include "tests/unit/native/lua/event_host.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <set>
#include <string>

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Results;

namespace {

std::uint64_t id_of(const Args& args) { return static_cast<std::uint64_t>(args.integer(1)); }

Results open(const Args& args) {
  const auto options = args.options(1);
  Window window;
  window.id = static_cast<std::uint64_t>(options.integer("id", 1));
  window.pid = 4000 + options.integer("id", 1);
  window.title = options.string("title", "");
  window.app_class = options.string("class", "Editor");
  window.type = "normal";
  window.bounds = window.frame = {10, 10, 40, 30};
  window.on_screen = true;
  args.self<EventHost>().desktop.add_window(window, [](int, int) { return 0x00112233U; });
  return Results();
}

Results close(const Args& args) {
  args.self<EventHost>().desktop.remove_window(id_of(args));
  return Results();
}

Results title(const Args& args) {
  args.self<EventHost>().desktop.change_window(
      id_of(args), [&](Window& window) { window.title = args.string(2); });
  return Results();
}

Results move(const Args& args) {
  args.self<EventHost>().desktop.change_window(id_of(args), [&](Window& window) {
    window.bounds.x = window.frame.x = static_cast<int>(args.integer(2));
    window.bounds.y = window.frame.y = static_cast<int>(args.integer(3));
  });
  return Results();
}

Results focus(const Args& args) {
  const std::uint64_t id = id_of(args);
  FakeDesktop& desktop = args.self<EventHost>().desktop;
  for (const Window& each : desktop.windows(Deadline::max()))
    desktop.change_window(each.id, [&](Window& window) { window.active = window.id == id; });
  return Results();
}

Results paint(const Args& args) {
  const auto colour = static_cast<std::uint32_t>(args.integer(1));
  args.self<EventHost>().desktop.set_background([colour](int, int) { return colour; });
  return Results();
}

Hotkey hotkey_of(const Args& args) {
  return {static_cast<std::uint32_t>(args.integer(1)), static_cast<std::uint32_t>(args.integer(2))};
}

Results press(const Args& args) {
  args.self<EventHost>().desktop.press(hotkey_of(args));
  return Results();
}

Results take(const Args& args) {
  args.self<EventHost>().desktop.take_hotkey(hotkey_of(args));
  return Results();
}

Results lose(const Args& args) {
  args.self<EventHost>().desktop.lose_listeners(Error("DISPLAY_UNAVAILABLE", "gone", "wait"));
  return Results();
}

Results regain(const Args& args) {
  args.self<EventHost>().desktop.regain_listeners();
  return Results();
}

Results raise_signal(const Args&) {
  std::raise(SIGHUP);
  return Results();
}

constexpr Function kWorld[] = {
    {.call = "world.open",
     .text = "",
     .options = {{"id", "integer"}, {"title", "string"}, {"class", "string"}},
     .work = open},
    {.call = "world.close", .text = "", .work = close},
    {.call = "world.title", .text = "", .work = title},
    {.call = "world.move", .text = "", .work = move},
    {.call = "world.focus", .text = "", .work = focus},
    {.call = "world.paint", .text = "", .work = paint},
    {.call = "world.press", .text = "", .work = press},
    {.call = "world.take", .text = "", .work = take},
    {.call = "world.lose", .text = "", .work = lose},
    {.call = "world.regain", .text = "", .work = regain},
    {.call = "world.raise", .text = "", .work = raise_signal},
};

runtime::Results scripts_of(const runtime::Args& args) {
  std::string folder = args.string(1);
  std::replace(folder.begin(), folder.end(), '.', '/');
  std::set<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(PEEKABOO_SCRIPTS_FOLDER "/" + folder))
    names.insert(entry.path().stem().string());
  runtime::Value::List list;
  for (const std::string& name : names) list.emplace_back(name);
  return runtime::Value(std::move(list));
}

constexpr runtime::Function kHost[] = {
    {.call = "host.scripts", .text = "As the program has it.", .work = scripts_of}};

}  // namespace

runtime::Module EventHost::scripts() { return runtime::Module{.name = "host", .functions = kHost}; }

runtime::Module EventHost::world() {
  return runtime::Module{.name = "world",
                         .functions = kWorld,
                         .self = std::shared_ptr<void>(std::shared_ptr<void>(), this)};
}

}  // namespace native
