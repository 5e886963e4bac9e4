#include "runtime/app/host/program.hpp"

#include <unistd.h>

#include "native/desktop/services.hpp"
#include "native/gate/guarded_policy.hpp"
#include "native/linux/process_info.hpp"
#include "native/lua/modules/modules.hpp"
#include "runtime/app/host/host_module.hpp"
#include "runtime/app/host/module_loader.hpp"
#include "runtime/app/host/save_places.hpp"
#include "runtime/app/host/script_source.hpp"
#include "runtime/app/host/session_desktop.hpp"
#include "runtime/app/host/session_services.hpp"
#include "runtime/core/files/own_folder.hpp"
#include "runtime/core/log/log.hpp"
#include "runtime/core/value/settings.hpp"
#include "runtime/guest/guest_module.hpp"
#include "runtime/lua/bridge/call.hpp"
#include "runtime/lua/modules.hpp"
#include "runtime/mcp/lua/lua_registry.hpp"

namespace runtime {

const char* const kVersion = PEEKABOO_VERSION;

namespace {

constexpr int kIoThreads = 4;
constexpr double kDisplayPatience =
    5;  // seconds that the display may take to say whether it is locked

std::shared_ptr<native::Safeguards> open_safeguards() {
  native::Safeguards::Settings settings;
  settings.common_folders = files::common_folders();
  settings.audit_path = native::default_audit_path();
  settings.lock = native::open_session_lock();
  return std::make_shared<native::Safeguards>(std::move(settings));
}

// Returns how acts give way to other processes and to a person. A setting that is not valid
// counts as its most careful value.
native::ActingSettings acting(const std::shared_ptr<native::Safeguards>& safeguards) {
  using Mode = native::PersonSettings::Mode;
  const std::string person = settings::text("PEEKABOO_PERSON");
  const std::string keys = settings::text("PEEKABOO_STOP_KEYS");
  native::ActingSettings result;
  result.folders = files::common_folders();
  result.ancestors = [] { return native::process_ancestors("/proc", ::getpid()); };
  result.person.mode = person == "ignore" ? Mode::kIgnore
                       : person == "wait" ? Mode::kWait
                                          : Mode::kStop;
  result.person.stop_keys = native::stop_keys(keys);
  result.stop_keys = result.person.stop_keys ? keys : "";
  if (!result.person.stop_keys && keys != "none") {
    result.stop_keys = "Ctrl+Alt+Shift+Escape";
    log::warn("PEEKABOO_STOP_KEYS names no keys; " + result.stop_keys + " stops acts");
    result.person.stop_keys = native::stop_keys(result.stop_keys);
  }
  result.notifications = native::open_notifications();
  result.announces = settings::is_on("PEEKABOO_NOTIFY");
  result.person.stop = [safeguards] {
    try {
      safeguards->stop.set();
    } catch (const Error& error) {
      log::error(error.message);
    }
  };
  return result;
}

// Returns whether a client may have what was captured before.
Task<bool> may_compare(std::shared_ptr<native::DesktopService> host) {
  if (!host) co_return false;
  const native::Deadline deadline = native::DesktopService::in(kDisplayPatience);
  std::function<bool(native::Desktop&)> ask = [gate = host->gate(),
                                               deadline](native::Desktop& desktop) {
    native::Caller caller;
    caller.kind = native::Caller::Kind::kMcp;
    try {
      gate->admit_comparison(desktop, caller, deadline);
      return true;
    } catch (const native::Error&) {
      return false;
    }
  };
  Task<bool> asking = host->on_capture<bool>(std::move(ask), deadline);
  const bool admitted = co_await std::move(asking);
  co_return admitted;
}

}  // namespace

Program::Program(Settings settings)
    : serving_(settings.serving),
      toolsets_(std::move(settings.toolsets)),
      called_tool_(std::move(settings.called_tool)),
      tool_files_(std::move(settings.tools)) {
  io_ = std::make_shared<Workers>(loop_, "io", kIoThreads);
  safeguards_ = open_safeguards();
  native::DesktopService::Settings desktop;
  desktop.open = open_session_desktop;
  desktop.open_elements = [] {
    return native::open_elements(settings::is_on("PEEKABOO_ENABLE_ACCESSIBILITY"));
  };
  const auto policy =
      std::make_shared<native::PolicyStore>(native::PolicyPlaces::of_this_process());
  desktop.policy = native::guarded_policy(native::file_policy(policy), safeguards_);
  desktop.acting = acting(safeguards_);
  desktop.services = session_services();
  desktop.timeout = settings::seconds("PEEKABOO_CLI_TIMEOUT");
  host_ = std::make_shared<native::DesktopService>(loop_, std::move(desktop));

  ttl_resources_.follow([policy, safeguards = safeguards_] {
    constexpr int kGenerations = 40;  // bits for the moment of the safeguards
    return (policy->generation() << kGenerations) ^ safeguards->epoch();
  });
  const std::weak_ptr<native::DesktopService> service = host_;
  ttl_resources_.guard([service] { return may_compare(service.lock()); });

  const std::string scripts = settings.scripts;
  State::Settings lua;
  lua.find_script = script_source(settings.scripts);
  lua.find_for_users =
      script_source_for_users(std::move(settings.scripts), std::move(settings.user_scripts));
  lua.print = std::move(settings.print);
  lua.abandoned = std::move(settings.abandoned);
  state_ = std::make_unique<State>(std::move(lua));
  const SavePlacesOf save_places = save_places_of(policy);
  for (Module module : {task_module(),
                        time_module(),
                        env_module(),
                        log_module(),
                        log_lines_module(),
                        process_module(),
                        calls_module(),
                        edit_distance_module(),
                        guest_module(),
                        fs_module(io_, save_places),
                        own_files_module(io_, save_places),
                        host_module(*state_, io_, std::move(settings.configuration), scripts),
                        native::screen_module(host_),
                        native::picture_files_module(host_),
                        native::window_module(host_),
                        native::input_module(host_),
                        native::clipboard_module(host_),
                        native::audio_module(host_),
                        native::notify_module(host_),
                        native::power_module(host_),
                        native::files_module(host_),
                        native::file_managers_module(host_),
                        native::app_module(host_),
                        native::launching_module(host_),
                        native::desktop_module(host_),
                        native::ui_module(host_),
                        native::elements_module(host_),
                        native::menu_module(host_),
                        native::menus_module(host_),
                        native::tray_module(host_),
                        native::tray_icons_module(host_, native::open_tray),
                        native::image_module(host_),
                        native::text_module(host_),
                        native::event_module(host_),
                        native::safeguards_module(host_, io_, safeguards_),
                        native::services_module(host_, native::open_services()),
                        native::policy_module(host_, policy),
                        mcp::registry_module(catalog_, ttl_resources_, *state_)})
    state_->add_module(std::move(module));
  state_->add_module("http", [this] { return open_module("peekaboo-http.so", loop_); });
}

Program::~Program() {
  state_.reset();
  host_.reset();
  io_.reset();
}

Task<void> Program::declare_tools() {
  if (std::exchange(tools_declared_, true)) co_return;
  const char* const name = serving_ ? "serve" : "start";
  const auto start = co_await state_->function("tools", name);
  std::vector<Value> arguments;
  if (!toolsets_.empty() || !called_tool_.empty())
    arguments.push_back(toolsets_.empty() ? Value() : Value(toolsets_));
  if (!called_tool_.empty()) arguments.emplace_back(called_tool_);
  const auto origin = std::make_shared<Origin>(Caller::Kind::kScript, "tools");
  co_await state_->call(start, std::move(arguments), origin);
}

Task<mcp::Catalog*> Program::catalog() {
  if (!std::exchange(catalog_filled_, true)) {
    co_await declare_tools();
    Value paths = Value::List{};
    for (const std::string& path : tool_files_) paths.push(path);
    const auto start = co_await state_->function("tools.user_files", "start");
    std::vector<Value> arguments;
    arguments.push_back(std::move(paths));
    const auto origin = std::make_shared<Origin>(Caller::Kind::kScript, "tools");
    co_await state_->call(start, std::move(arguments), origin);
  }
  co_return &catalog_;
}

Task<void> Program::watch_tool_files() {
  const auto watch = co_await state_->function("tools.user_files", "watch");
  std::vector<Value> none;
  const auto origin = std::make_shared<Origin>(Caller::Kind::kScript, "tools");
  co_await state_->call(watch, std::move(none), origin);
}

}  // namespace runtime
