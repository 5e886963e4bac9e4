local log = require "log"
local settings = require "settings"
local status = require "status"
local tool = require "tool"

local M = {}

-- A tool whose script cannot be loaded stands in the list and says why when it is called; the others work.
local names = { "image", "analyze", "list" }
if settings.get "PEEKABOO_ENABLE_RUN_SCRIPT" then names[#names + 1] = "run_script" end
for _, name in ipairs(names) do
  local loaded, err = pcall(require, "tools." .. name)
  if not loaded then
    log.error("a tool's script is broken", { tool = name, reason = tostring(err) })
    tool.register {
      name = name, description = "Out of order: its script is broken. " .. status.block(),
      run = function() error(err, 0) end,
    }
  end
end

-- What else there is. The tools work without it.
for _, name in ipairs { "captures", "prompts", "windows_resource" } do
  local loaded, err = pcall(require, name)
  if not loaded then log.error("a script is broken", { script = name, reason = tostring(err) }) end
end

-- The status block that ends every tool's description.
function M.status()
  return status.block()
end

return M
