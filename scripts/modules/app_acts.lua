local errors = require "errors"
local options = require "check.options"

-- app.launch and app.quit.
local M = {}

-- Does what a tool of the same name does.
local function perform(what, tool, name)
  if type(name) ~= "string" or name == "" then
    errors.raise("INVALID_ARGUMENT", ("%s: name: expected a string, got %s"):format(what, options.shown(name)))
  end
  local handler = require("tools.applications." .. tool)
  local plan = handler.plan { name = name }
  handler.perform(plan)
  return plan
end

function M.launch(name)
  return perform("app.launch", "launch_app", name).opened
end

function M.quit(name)
  perform("app.quit", "quit_app", name)
end

return M
