local errors = require "errors"
local fs = require "fs"
local settings = require "settings"

-- Chooses who captures and lists for a call: this process, or the command line that PEEKABOO_CLI_PATH names.
local M = {}

local kVariable = "PEEKABOO_CLI_PATH"

local own = {
  capture = function(...) return require("capture.pipeline").run(...) end,
  applications = function(...) return require("desktop.lists").applications(...) end,
  windows = function(...) return require("desktop.lists").windows(...) end,
}

-- Returns the program that PEEKABOO_CLI_PATH names, or nil and why it cannot be used (only nil: the variable is not
-- set).
function M.external_path()
  local written = settings.get(kVariable)
  if not written then return nil end
  local path = require("lib.paths").expand(written, fs.home())
  if not require("lib.paths").is_absolute(path) then return nil, "it is not absolute" end
  local found, err = try(fs.stat, path)
  if not found then return nil, errors.normalise(err).message end
  if not found.executable then return nil, "it is not an executable file" end
  return path
end

-- Returns the problem with PEEKABOO_CLI_PATH: {problem, remedy}, or nil.
function M.problem()
  local path, reason = M.external_path()
  if path or not reason then return nil end
  return {
    problem = ("%s is '%s', which cannot be used: %s. Peekaboo works in its own process.")
      :format(kVariable, settings.get(kVariable), reason),
    remedy = ("Set %s to the full path of a Peekaboo command line, or unset it."):format(kVariable),
  }
end

-- Returns {capture, applications, windows} for a call. Only calls over MCP use an external command line.
function M.of(call)
  if not call or call.caller ~= "mcp" then return own end
  local path = M.external_path()
  if path and require("policy").blocks_windows() then
    errors.raise("POLICY_DENIED", ("policy excludes windows, which %s would show"):format(kVariable), {
      hint = ("Unset %s; Peekaboo then works in its own process."):format(kVariable),
      details = { reason = "policy file" },
    })
  end
  return path and require("external").with(path) or own
end

return M
