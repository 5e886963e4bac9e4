#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "native/gate/safeguards.hpp"
#include "native/lua/bridge/desktop_service.hpp"
#include "runtime/core/async/loop.hpp"
#include "runtime/core/async/workers.hpp"
#include "runtime/lua/bridge/state.hpp"
#include "runtime/mcp/catalog/catalog.hpp"
#include "runtime/mcp/catalog/ttl_resources.hpp"

namespace runtime {

extern const char* const kVersion;

// The parts shared by all commands: a loop, the desktop, the Lua state with all modules, the tools.
// The constructor opens no display, file or port.
class Program {
 public:
  struct Settings {
    std::string scripts;   // override folder, "" = the scripts compiled in
    bool serving = false;  // serves clients, with the enabled tools only; otherwise all tools exist
    std::string toolsets;  // toolsets to enable, "" = as configured
    std::string called_tool;         // the one tool that will be called; "" = any
    std::vector<std::string> tools;  // Lua files that declare further tools, resources, prompts
    std::string user_scripts;        // where the file of `run` finds its modules, "" = nowhere
    Value configuration;             // host.configuration in scripts, see to_value
    std::function<void(std::string_view)> print;  // output of a script's print
    std::function<bool()> abandoned;              // see State::Settings
  };
  explicit Program(Settings settings);
  ~Program();

  Loop& loop() { return loop_; }
  State& state() { return *state_; }
  native::DesktopService& host() { return *host_; }
  const std::shared_ptr<native::DesktopService>& shared_host() const { return host_; }
  const std::shared_ptr<Workers>& io() const { return io_; }
  const std::shared_ptr<native::Safeguards>& safeguards() const { return safeguards_; }

  // Declares the program's own tools by scripts/tools/init.lua; later calls do nothing. Throws
  // Error "INVALID_ARGUMENT" when Settings::toolsets contains an unknown name.
  Task<void> declare_tools();
  // Returns the tools, resources and prompts. The first call runs scripts/tools/init.lua, which
  // declares them, then the files of Settings::tools and of the user's folder. Throws Error
  // "SCRIPT_ERROR" if one of Settings::tools fails.
  Task<mcp::Catalog*> catalog();
  // Reloads those files when they change. Never returns.
  Task<void> watch_tool_files();

 private:
  Loop loop_;
  std::shared_ptr<Workers> io_;
  std::shared_ptr<native::Safeguards> safeguards_;
  std::shared_ptr<native::DesktopService> host_;
  mcp::Catalog catalog_;
  mcp::TtlResources ttl_resources_{loop_, catalog_};
  bool serving_;
  std::string toolsets_;
  std::string called_tool_;
  std::vector<std::string> tool_files_;
  std::unique_ptr<State> state_;
  bool tools_declared_ = false;
  bool catalog_filled_ = false;
};

}  // namespace runtime
