local shared = require "acting.parameters"

-- The tools of applications.
local M = {}

local list_running_apps = {
  name = "list_running_apps",
  description = "Lists the applications that have windows.",
  read_only = true, effect = "none",
  logged = { "limit" },
  params = { shared.limit, shared.cursor },
  json_result = shared.list {
    { "name", "string", "As menus have it." },
    { "bundleId", "string", "The id of its desktop entry; empty without one." },
    { "processId", "number", "Its process." },
  },
  errors = shared.read_errors,
  examples = { { "All of them", {} } },
}

local launch_app = {
  name = "launch_app",
  description = "Starts an installed application by its name in menus, and waits up to 10 seconds for its window.",
  logged = { "name" },
  effect = "input",
  params = { shared.name },
  json_result = shared.answer,
  errors = shared.errors,
  examples = { { "A text editor", { { "name", "Text Editor" } } } },
}

local quit_app = {
  name = "quit_app",
  description = "Asks all windows of an application to close. What it asks then stays open; it is never killed.",
  logged = { "name" },
  effect = "input",
  params = { shared.name },
  json_result = shared.answer,
  errors = shared.errors,
  examples = { { "A text editor", { { "name", "Text Editor" } } } },
}

local activate_app = {
  name = "activate_app",
  description = "Brings an application's front window to the front.",
  logged = { "name" },
  effect = "reversible",
  params = { shared.name },
  json_result = shared.answer,
  errors = shared.errors,
  examples = { { "A browser", { { "name", "Firefox" } } } },
}

M.tools = { list_running_apps, launch_app, quit_app, activate_app }

return M
