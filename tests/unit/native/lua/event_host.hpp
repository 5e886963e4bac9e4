#pragma once

#include <algorithm>
#include <chrono>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "runtime/core/async/workers.hpp"
#include "tests/unit/native/lua/desktop_host.hpp"

namespace native {

// A Lua state in which scripts listen to a desktop in memory. It has the product's own scripts and
// a module `world` that changes the desktop: world.open {id, title, class}, world.close(id),
// world.title(id, text), world.move(id, x, y), world.focus(id), world.paint(colour),
// world.press(modifiers, symbol), world.take(modifiers, symbol), world.lose(), world.regain(),
// world.raise() (SIGHUP).
class EventHost {
 public:
  explicit EventHost(std::unique_ptr<Policy> policy = allow_everything()) {
    DesktopService::Settings settings;
    settings.open = [this] { return std::make_unique<Shared>(desktop, users_); };
    settings.policy = std::move(policy);
    settings.timeout = 20;
    host = std::make_shared<DesktopService>(loop, std::move(settings));
    io_ = std::make_shared<runtime::Workers>(loop, "test", 2);
    runtime::State::Settings lua;
    lua.find_script = [](const std::string& name) -> std::optional<runtime::Script> {
      std::string path = name;
      std::replace(path.begin(), path.end(), '.', '/');
      for (const std::string& each :
           {"modules/" + path + ".lua", path + ".lua", path + "/init.lua"}) {
        std::ifstream file(PEEKABOO_SCRIPTS_FOLDER "/" + each);
        if (!file) continue;
        std::ostringstream text;
        text << file.rdbuf();
        return runtime::Script{"scripts/" + each, text.str()};
      }
      return std::nullopt;
    };
    state = std::make_unique<runtime::State>(std::move(lua));
    for (runtime::Module module :
         {screen_module(host), window_module(host), app_module(host), image_module(host),
          event_module(host), world(), scripts(), runtime::task_module(), runtime::time_module(),
          runtime::log_module(), runtime::calls_module(), runtime::fs_module(io_),
          runtime::env_module(), runtime::edit_distance_module()})
      state->add_module(std::move(module));
  }
  ~EventHost() {
    state.reset();
    host.reset();
    io_.reset();
    // The thread of an earlier listener ends by itself, and uses the desktop until then.
    while (users_.use_count() > 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  // Runs a chunk in which all modules are available; returns its results.
  std::vector<runtime::Value> run(const std::string& text, runtime::Cancel* scope = nullptr) {
    static const std::string kModules =
        "local event, world, task, window, screen, time = require 'event', require 'world', "
        "require 'task', require 'window', "
        "require 'screen', require 'time' ";
    std::vector<runtime::Value> out;
    const auto chunk = state->load(runtime::Script{"test.lua", kModules + text});
    const auto origin =
        std::make_shared<runtime::Origin>(runtime::Caller::Kind::kScript, "test.lua");
    runtime::run(loop, keep(state->call(chunk, {}, origin), &out), scope);
    return out;
  }

  FakeDesktop desktop;
  runtime::Loop loop;
  std::shared_ptr<DesktopService> host;
  std::unique_ptr<runtime::State> state;

 private:
  const std::shared_ptr<void> users_ = std::make_shared<int>();
  static runtime::Task<void> keep(runtime::Task<runtime::Results> call,
                                  std::vector<runtime::Value>* out) {
    const runtime::Results results = co_await std::move(call);
    *out = results.values;
  }
  runtime::Module world();
  static runtime::Module scripts();  // "host"; scripts need host.scripts(folder)

  std::shared_ptr<runtime::Workers> io_;
};

}  // namespace native
