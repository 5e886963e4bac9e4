#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "native/lua/host.hpp"
#include "runtime/core/loop.hpp"
#include "runtime/core/workers.hpp"
#include "runtime/lua/state.hpp"
#include "runtime/mcp/registry.hpp"

namespace runtime {

extern const char* const kVersion;

// The parts that every face stands on: a loop, the desktop, the Lua state with all modules, the tools. Making it touches
// nothing outside: no display, no file, no port.
class Program {
 public:
  struct Settings {
    std::string scripts;                            // override folder, "" = the scripts compiled in
    std::string user_scripts;                       // where the user's file finds its neighbours, "" = nowhere
    Value configuration;                            // what scripts see as host.configuration, see to_value
    std::function<void(std::string_view)> print;  // where a script's print goes
    std::function<bool()> abandoned;                // see State::Settings
  };
  explicit Program(Settings settings);
  ~Program();

  Loop& loop() { return loop_; }
  State& state() { return *state_; }
  native::Host& host() { return *host_; }
  const std::shared_ptr<Workers>& io() const { return io_; }

  // The tools; the first call runs scripts/server.lua, which declares them.
  Task<mcp::Registry*> tools();

 private:
  Loop loop_;
  std::shared_ptr<Workers> io_;
  std::shared_ptr<native::Host> host_;
  mcp::Registry registry_;
  std::unique_ptr<State> state_;
  bool tools_loaded_ = false;
};

}  // namespace runtime
