#pragma once

#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <string>

#include "runtime/core/async/combine.hpp"
#include "runtime/lua/bridge/call.hpp"
#include "runtime/lua/bridge/state.hpp"
#include "runtime/lua/modules.hpp"

namespace runtime {

// A loop, workers and a state with the modules that need no desktop, for tests that run snippets.
class ScriptHost {
 public:
  using Scripts = std::map<std::string, std::string>;

  // The text of one of the product's own scripts.
  static std::string real_script(const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(PEEKABOO_SCRIPTS_FOLDER "/" + name).rdbuf();
    return text.str();
  }

  explicit ScriptHost(Scripts scripts = {}) : scripts_(std::move(scripts)) {
    workers_ = std::make_shared<Workers>(loop, "test", 2);
    State::Settings settings;
    settings.find_script = [this](const std::string& name) -> std::optional<Script> {
      const auto found = scripts_.find(name);
      if (found == scripts_.end()) return std::nullopt;
      return Script{"scripts/" + name + ".lua", found->second};
    };
    settings.print = [this](std::string_view line) {
      printed += std::string(line) + "\n";
      if (on_print) on_print();
    };
    settings.memory_limit = 64u << 20;
    state = std::make_unique<State>(std::move(settings));
    for (Module module : {task_module(), time_module(), env_module(), log_module(),
                          log_lines_module(), fs_module(workers_), own_files_module(workers_),
                          process_module(), calls_module(), edit_distance_module()})
      state->add_module(std::move(module));
  }
  ~ScriptHost() {
    state.reset();
    workers_.reset();
  }

  // Runs a chunk and gives what it returns.
  std::vector<Value> run(const std::string& text, Cancel* scope = nullptr) {
    std::vector<Value> out;
    const auto chunk = state->load(Script{"test.lua", text});
    runtime::run(loop, keep_values(state->call(chunk, {}), &out), scope);
    return out;
  }
  // The code of the Error that a chunk ends with, and its message.
  std::string failure(const std::string& text, Cancel* scope = nullptr) {
    try {
      run(text, scope);
    } catch (const Error& error) {
      return error.code + ": " + error.message;
    } catch (const Cancelled&) {
      return "cancelled";
    }
    return "no failure";
  }

  Loop loop;
  std::string printed;
  std::function<void()> on_print;  // for tests that act when the script has come to a point
  std::unique_ptr<State> state;

 private:
  static Task<void> keep_values(Task<Results> call, std::vector<Value>* out) {
    const Results results = co_await std::move(call);
    *out = results.values;
  }
  std::map<std::string, std::string> scripts_;
  std::shared_ptr<Workers> workers_;
};

}  // namespace runtime
