#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "native/lua/bridge/desktop_service.hpp"
#include "runtime/core/async/loop.hpp"
#include "runtime/core/async/workers.hpp"
#include "runtime/lua/bridge/state.hpp"
#include "runtime/mcp/catalog/catalog.hpp"
#include "runtime/mcp/catalog/ttl_resources.hpp"

namespace runtime {

extern const char* const kVersion;

// The parts that every command stands on: a loop, the desktop, the Lua state with all modules, the
// tools. Making it touches nothing outside: no display, no file, no port.
class Program {
 public:
  struct Settings {
    std::string scripts;   // override folder, "" = the scripts compiled in
    bool serving = false;  // clients get the tools that are switched on, else all are there
    std::string toolsets;  // which those are, "" = what the settings say
    std::vector<std::string> tools;  // Lua files that declare more tools, resources, prompts
    std::string user_scripts;        // where the file of `run` finds its neighbours, "" = nowhere
    Value configuration;             // what scripts see as host.configuration, see to_value
    std::function<void(std::string_view)> print;  // where a script's print goes
    std::function<bool()> abandoned;              // see State::Settings
  };
  explicit Program(Settings settings);
  ~Program();

  Loop& loop() { return loop_; }
  State& state() { return *state_; }
  native::DesktopService& host() { return *host_; }
  const std::shared_ptr<Workers>& io() const { return io_; }

  // Declares the tools of our own by scripts/tools/init.lua, the first time. Throws Error
  // "INVALID_ARGUMENT" when Settings::toolsets has an unknown name.
  Task<void> declare_tools();
  // The tools, resources and prompts; the first call runs scripts/tools/init.lua, which declares
  // them, and then the files of Settings::tools and of the user's folder. Throws Error
  // "SCRIPT_ERROR" for one of the former that fails.
  Task<mcp::Catalog*> catalog();
  // Reads those files again when they change. Never returns.
  Task<void> watch_tool_files();

 private:
  Loop loop_;
  std::shared_ptr<Workers> io_;
  std::shared_ptr<native::DesktopService> host_;
  mcp::Catalog catalog_;
  mcp::TtlResources ttl_resources_{loop_, catalog_};
  bool serving_;
  std::string toolsets_;
  std::vector<std::string> tool_files_;
  std::unique_ptr<State> state_;
  bool tools_declared_ = false;
  bool catalog_filled_ = false;
};

}  // namespace runtime
