#pragma once

#include <functional>
#include <memory>

#include "native/desktop/tray.hpp"
#include "native/gate/policy_store.hpp"
#include "native/lua/bridge/desktop_service.hpp"
#include "runtime/lua/bridge/bindings.hpp"

// The desktop as Lua modules. Each file holds one module: a table of functions and nothing else.
namespace native {

class Safeguards;
class Services;

runtime::Module screen_module(std::shared_ptr<DesktopService> host);
// "picture_files", for the program's own scripts: pictures that go to files while they arrive.
runtime::Module picture_files_module(std::shared_ptr<DesktopService> host);
runtime::Module window_module(std::shared_ptr<DesktopService> host);
runtime::Module input_module(std::shared_ptr<DesktopService> host);
runtime::Module clipboard_module(std::shared_ptr<DesktopService> host);
runtime::Module app_module(std::shared_ptr<DesktopService> host);
// "launching", for the program's own scripts: starting programs.
runtime::Module launching_module(std::shared_ptr<DesktopService> host);
runtime::Module ui_module(std::shared_ptr<DesktopService> host);
// "elements", for the program's own scripts: elements of windows and processes by number.
runtime::Module elements_module(std::shared_ptr<DesktopService> host);
runtime::Module menu_module(std::shared_ptr<DesktopService> host);
// "menus", for the program's own scripts: menus of windows and processes by number.
runtime::Module menus_module(std::shared_ptr<DesktopService> host);
runtime::Module tray_module(std::shared_ptr<DesktopService> host);
// "tray_icons", for the program's own scripts: icons by their ids.
using OpenTray = std::function<std::unique_ptr<Tray>()>;
runtime::Module tray_icons_module(std::shared_ptr<DesktopService> host, OpenTray open);
runtime::Module desktop_module(std::shared_ptr<DesktopService> host);
runtime::Module image_module(std::shared_ptr<DesktopService> host);
runtime::Module audio_module(std::shared_ptr<DesktopService> host);
runtime::Module notify_module(std::shared_ptr<DesktopService> host);
runtime::Module power_module(std::shared_ptr<DesktopService> host);
runtime::Module files_module(std::shared_ptr<DesktopService> host);
// "file_managers", for the program's own scripts: what file managers are asked.
runtime::Module file_managers_module(std::shared_ptr<DesktopService> host);
runtime::Module event_module(std::shared_ptr<DesktopService> host);
runtime::Module text_module(std::shared_ptr<DesktopService> host);
// "safeguards", for the program's own scripts: the state of stop, lock and audit log.
runtime::Module safeguards_module(std::shared_ptr<DesktopService> host,
                                  std::shared_ptr<runtime::Workers> io,
                                  std::shared_ptr<Safeguards> safeguards);
// "services", for the program's own scripts: what message buses know of services.
runtime::Module services_module(std::shared_ptr<DesktopService> host,
                                std::shared_ptr<Services> services);
// "stop_switch", for the subcommands `stop` and `resume` alone.
runtime::Module stop_module(std::shared_ptr<Safeguards> safeguards);
// "permissions", for the subcommand of that name alone: no tool and no script opens a dialog.
runtime::Module permissions_module(std::shared_ptr<DesktopService> host);
// "policy": the rules in effect, for our own scripts.
runtime::Module policy_module(std::shared_ptr<DesktopService> host,
                              std::shared_ptr<PolicyStore> store);

}  // namespace native
