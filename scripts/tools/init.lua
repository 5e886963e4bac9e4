local errors = require "errors"
local host = require "host"
local log = require "log"
local registry = require "registry"
local settings = require "settings"
local status = require "tools.status"
local tool = require "tool"

-- Finds the tools: each folder below this one with rows.lua is a domain, each other file in it a tool, except
-- provider.lua.
local M = {}

-- Toolsets: named lists of domains and tools. --toolsets and PEEKABOO_TOOLSETS take names of domains and tools too.
M.toolsets = {
  core = { "core" }, screenshot = { "screenshot" }, script = { "script" },
  hands = { "see", "click", "drag", "scroll", "type_text", "press_key", "window", "wait_for", "set_value",
    "select", "menu", "clipboard" },
  automation = { "list_running_apps", "launch_app", "quit_app", "activate_app", "list_windows", "focus_window",
    "move_window", "resize_window", "minimize_window", "get_system_info", "get_battery_status", "get_display_info",
    "get_clipboard", "set_clipboard", "send_notification", "reveal_in_finder", "get_selected_files",
    "get_finder_window_path", "get_volume", "set_volume", "get_mute_status", "set_mute", "click", "double_click",
    "move_mouse", "drag", "type_text", "press_key", "key_combination", "take_screenshot", "get_ui_elements",
    "click_ui_element", "get_ui_element_value", "set_ui_element_value", "focus_ui_element", "scroll",
    "scroll_to_element", "list_menu_items", "click_menu_item", "get_menu_item_state", "get_menu_bar_structure",
    "list_status_bar_items", "click_status_bar_item", "click_status_bar_menu_item" },
  computer = { "computer" },
}

-- Domains whose tools share names with others, and the domains that they go with.
local alone = { computer = { core = true, screenshot = true, script = true } }

local kSetting = "PEEKABOO_TOOLSETS"

-- Domains that a setting alone switches on, regardless of the list.
local switches = { script = "PEEKABOO_ENABLE_RUN_SCRIPT" }

-- Files of a domain that are no tools.
local others = { rows = true, provider = true }

-- Returns the domains found: {names (sorted), tools (names by domain), parts (modules of prompts and resources by
-- domain), providers (modules, see M.providers)}.
local function found()
  local domains = { names = {}, tools = {}, parts = {}, providers = {} }
  local files = host.scripts "tools"
  for _, file in ipairs(files) do
    local domain = file:match "^([%w_]+)%.rows$"
    if domain then
      domains.names[#domains.names + 1] = domain
      domains.tools[domain], domains.parts[domain] = {}, {}
    end
  end
  for _, file in ipairs(files) do
    local domain, name = file:match "^([%w_]+)%.([%w_]+)$"
    if domains.tools[domain] and not others[name] then table.insert(domains.tools[domain], name) end
    if domains.tools[domain] and name == "provider" then table.insert(domains.providers, "tools." .. file) end
    domain = file:match "^([%w_]+)%.prompts%." or file:match "^([%w_]+)%.resources%."
    if domains.parts[domain] then table.insert(domains.parts[domain], "tools." .. file) end
  end
  return domains
end

-- Returns a handler that is loaded at its first call.
local function register(domain, row)
  local declared = {}
  for key, value in pairs(row) do declared[key] = value end
  if row.with_status then declared.description = row.description .. status.block() end
  declared.with_status, declared.schemas_tested = nil, true
  declared.destructive = row.destructive or row.effect == "input" or row.effect == "destructive"
  local function handler() return require(("tools.%s.%s"):format(domain, row.name)) end
  function declared.run(args, call) return handler().run(args, call, row.effect) end
  function declared.normalise(args)
    local normalise = handler().normalise
    return normalise and normalise(args) or args
  end
  function declared.failure(err)
    local failure = handler().failure
    return failure and failure(err) or nil
  end
  tool.register(declared)
end

-- Declares the tools of a domain whose rows cannot be loaded: a call reports the reason.
local function register_broken(names, on, err)
  for _, name in ipairs(names) do
    if on[name] then
      tool.register {
        name = name, description = "Out of order: its script is broken. " .. status.block(),
        run = function() error(err, 0) end,
      }
    end
  end
end

local function load_domain(domain, names, on)
  local rows, err = try(require, ("tools.%s.rows"):format(domain))
  if not rows then
    log.error("the rows of tools are broken", { domain = domain, reason = tostring(err) })
    return register_broken(names, on, err)
  end
  for _, row in ipairs(rows.tools) do
    if on[row.name] then register(domain, row) end
  end
  return nil
end

-- Loads prompts and resources. Tools work without them, so a failure is only logged.
local function load_parts(modules)
  for _, name in ipairs(modules) do
    local loaded, err = pcall(require, name)
    if not loaded then log.error("a script is broken", { script = name, reason = tostring(err) }) end
  end
end

local function withhold(domain, name)
  local switch = switches[domain]
  registry.withhold(name, switch and ("It is switched off: set %s=true."):format(switch)
    or ("It is switched off: add '%s' to --toolsets or %s."):format(domain, kSetting))
end

-- Returns the set of tools that a list switches on (nil: all of them), and the tools by domain among which it chose.
local function tools_on(list, domains)
  local toolset_names = require "tools.toolset_names"
  list = list or "all"
  local among = toolset_names.together(list, M.toolsets, domains.tools, alone)
  local on = toolset_names.chosen(list, settings.default(kSetting), M.toolsets, among)
  for domain, switch in pairs(switches) do
    for _, name in ipairs(domains.tools[domain]) do on[name] = settings.get(switch) or nil end
  end
  return on, among
end

local started, listed = false, nil -- the list from the command line

-- Returns the domain of a tool that needs no other: scripts of clients call all of them.
local function own_domain(name, domains)
  for domain, names in pairs(domains.tools) do
    for _, each in ipairs(names) do
      if each == name and domain ~= "script" and not alone[domain] then return domain end
    end
  end
  return nil
end

-- Declares the tools that a list switches on (nil: all), with the prompts and resources of their domains; where one
-- tool alone will be called (`called`), those of its domain. Raises INVALID_ARGUMENT for an unknown name in the list.
-- Does nothing when called again.
function M.start(list, called)
  if started then return end
  local domains = found()
  local only = called and own_domain(called, domains)
  local on, among = tools_on(list, domains)
  started = true
  for _, domain in ipairs(domains.names) do
    local names, is_used = domains.tools[domain], false
    for _, name in ipairs(names) do
      if not on[name] then withhold(domain, name) else is_used = is_used or among[domain] ~= nil end
    end
    if is_used and (not only or domain == only) then
      load_domain(domain, names, on)
      load_parts(domains.parts[domain])
    end
  end
end

-- Returns the modules that tell of the services which domains need: each has rows(), which returns rows {operation,
-- available, detail, remedy} for a report.
function M.providers()
  return found().providers
end

local kMany = 40 -- tools; some clients show their model no more

-- Returns what is said of a list that switches many tools on: {problem, remedy}, or nil.
local function crowd(on)
  local count = 0
  for _ in pairs(on) do count = count + 1 end
  if count <= kMany then return nil end
  return { problem = ("%d tools are on; some clients pass on only %d."):format(count, kMany),
    remedy = "Name the domains that are needed, such as windows,keyboard." }
end

-- Declares the tools for clients of the server. `list`: from the command line; nil: the setting decides.
function M.serve(list)
  listed = list
  M.start(list or settings.get(kSetting))
end

-- Returns what is wrong with the setting: {problem, remedy}, or nil.
function M.problem()
  local on, err = try(tools_on, M.list(), found())
  if on then return crowd(on) end
  err = errors.normalise(err)
  return { problem = ("%s: %s."):format(kSetting, err.message), remedy = err.hint }
end

-- Returns the list that says which tools clients get.
function M.list()
  return listed or settings.get(kSetting)
end

local function has_any(names, on)
  for _, name in ipairs(names) do
    if on[name] then return true end
  end
  return false
end

-- Returns whether a list switches on a tool that acts. Loads the rows of domains that are on alone.
function M.acts(list)
  local domains = found()
  local valid, on, among = pcall(tools_on, list, domains)
  for _, domain in ipairs(valid and domains.names or {}) do
    if among[domain] and has_any(domains.tools[domain], on) then
      for _, row in ipairs(require(("tools.%s.rows"):format(domain)).tools) do
        if on[row.name] and row.effect and row.effect ~= "none" then return true end
      end
    end
  end
  return false
end

-- Returns the rows of all tools, on or off, in order of domains: those of domains that stand alone in a second list.
function M.rows()
  local rows, apart = {}, {}
  for _, domain in ipairs(found().names) do
    local list = alone[domain] and apart or rows
    for _, row in ipairs(require(("tools.%s.rows"):format(domain)).tools) do list[#list + 1] = row end
  end
  return rows, apart
end

-- Returns the row of a tool, on or off, and its domain; nil when there is none. Those of domains that stand alone are
-- for clients of the server only.
function M.find(name)
  local domains = found()
  for _, domain in ipairs(domains.names) do
    for _, each in ipairs(domains.tools[domain]) do
      if each == name and not alone[domain] then
        for _, row in ipairs(require(("tools.%s.rows"):format(domain)).tools) do
          if row.name == name then return row, domain end
        end
      end
    end
  end
  return nil
end

-- Returns the status block at the end of a tool's description.
function M.status()
  return status.block()
end

return M
