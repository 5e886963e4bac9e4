local shared = require "acting.parameters"

-- The tools of menus.
local M = {}

local menu = {
  name = "menu",
  title = "Choose from a menu",
  description = "Chooses an item from the menus of a window: 'File > Save As...'.",
  logged = { "menuPath", "dry_run" },
  effect = "input",
  params = {
    { "menuPath", "string", "Names with > between.", min_length = 1 },
    shared.app_target, shared.verify, shared.dry_run,
  },
  json_result = shared.answer,
  errors = shared.errors,
  examples = { { "A dialog of a program", { { "menuPath", "File > Open..." }, { "app_target", "Text Editor" } } } },
}

local app_name = { "appName", "name", "An application, or PID:663." }
local menu_path = { "menuPath", "menu_path", "Such as File > Save As..." }
local identifier = { "identifier", "name", "Description or process name." }

local items = {
  { "name", "string", "Without its mnemonic." }, { "shortcut", "string", "Such as Ctrl+S.", optional = true },
  { "enabled", "boolean", "It can be chosen." }, { "checked", "boolean", "It has a mark." },
  { "hasSubmenu", "boolean", "It opens more items." },
  { "children", { list = "object" }, "The same of each item in it.", optional = true },
  { "omittedChildren", "integer", "Items in it that are left out.", optional = true },
}

local reading = {
  { "ELEMENT_NOT_FOUND", "`details.available` has what is there, `details.level` where." }, { "AMBIGUOUS_ELEMENT" },
  { "INVALID_ARGUMENT" }, { "APP_NOT_FOUND" }, { "AMBIGUOUS_APP_IDENTIFIER" }, { "WINDOW_NOT_FOUND" },
  { "POLICY_DENIED" }, { "UNSUPPORTED" }, { "PERMISSION_ERROR_ACCESSIBILITY" }, { "DISPLAY_UNAVAILABLE" },
  { "TIMEOUT" },
}

local function with_provider(errors)
  local list = { { "PROVIDER_UNAVAILABLE", "No panel takes icons; `details.reason` says why." } }
  return table.move(errors, 1, #errors, 2, list)
end

local list_menu_items = {
  name = "list_menu_items",
  title = "List menu items",
  description = "The menus of an application as a tree.",
  read_only = true, effect = "none",
  logged = { "appName", "menuPath", "limit" },
  params = {
    app_name, { "menuPath", "menu_path", "Only what is in it.", optional = true }, shared.limit,
  },
  json_result = items,
  errors = reading,
  examples = { { "All menus", { { "appName", "Mousepad" } } },
    { "One menu", { { "appName", "Mousepad" }, { "menuPath", "File" } } } },
}

local click_menu_item = {
  name = "click_menu_item",
  title = "Click a menu item",
  description = "Chooses a menu item without opening the menu.",
  logged = { "appName", "menuPath", "dry_run" },
  effect = "input",
  params = { app_name, menu_path, shared.verify, shared.dry_run },
  json_result = shared.answer,
  errors = shared.errors,
  examples = { { "A dialog of a program", { { "appName", "Mousepad" }, { "menuPath", "File > Save As..." } } } },
}

local get_menu_item_state = {
  name = "get_menu_item_state",
  title = "Get the state of a menu item",
  description = "Whether a menu item is enabled and checked now.",
  read_only = true, effect = "none",
  logged = { "appName", "menuPath" },
  params = { app_name, menu_path },
  json_result = {
    { "enabled", "boolean", "It can be chosen." }, { "checked", "boolean", "It has a mark." },
    { "hasSubmenu", "boolean", "It opens more items." },
  },
  errors = reading,
  examples = { { "A check item", { { "appName", "Mousepad" }, { "menuPath", "View > Line Numbers" } } } },
}

local get_menu_bar_structure = {
  name = "get_menu_bar_structure",
  title = "Get the menu bar",
  description = "The menus of a process as a tree.",
  read_only = true, effect = "none",
  logged = { "processName", "limit" },
  params = { { "processName", "name", "A process, or PID:663." }, shared.limit },
  json_result = {
    { "menus", { list = "object" }, "As those of `list_menu_items`." },
    { "processName", "string", "The application." },
  },
  errors = reading,
  examples = { { "All menus", { { "processName", "mousepad" } } } },
}

local list_status_bar_items = {
  name = "list_status_bar_items",
  title = "List the icons of the tray",
  description = "The icons in the tray of the panel.",
  read_only = true, effect = "none",
  logged = { "limit" },
  params = { shared.limit, shared.cursor },
  json_result = {
    { "description", "string", "Tool tip, title or name." }, { "position", "integer", "From 1." },
    { "processName", "string", "Its program." },
    { "status", { "Active", "Passive", "NeedsAttention" }, "As its program says.", optional = true },
    { "hasMenu", "boolean", "`click_status_bar_menu_item` can choose from its menu." },
    { "answers", "boolean", "false: its program does not answer.", optional = true },
  },
  errors = with_provider { { "POLICY_DENIED" }, { "INVALID_ARGUMENT" }, { "DISPLAY_UNAVAILABLE" }, { "TIMEOUT" } },
  examples = { { "All icons", {} } },
}

local click_status_bar_item = {
  name = "click_status_bar_item",
  title = "Click an icon of the tray",
  description = "Clicks an icon; one without an action tells its menu.",
  logged = { "identifier", "dry_run" },
  effect = "input",
  params = { identifier, shared.verify, shared.dry_run },
  json_result = shared.answer,
  errors = with_provider(shared.errors),
  examples = { { "An icon by its program", { { "identifier", "nm-applet" } } } },
}

local click_status_bar_menu_item = {
  name = "click_status_bar_menu_item",
  title = "Click a menu item of the tray",
  description = "Chooses an item of the menu of an icon.",
  logged = { "identifier", "menuPath", "dry_run" },
  effect = "input",
  params = { identifier, menu_path, shared.verify, shared.dry_run },
  json_result = shared.answer,
  errors = with_provider(shared.errors),
  examples = { { "An item", { { "identifier", "nm-applet" }, { "menuPath", "Enable Networking" } } } },
}

M.tools = {
  menu, list_menu_items, click_menu_item, get_menu_item_state, get_menu_bar_structure, list_status_bar_items,
  click_status_bar_item, click_status_bar_menu_item,
}

return M
