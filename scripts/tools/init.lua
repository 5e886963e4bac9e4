local log = require "log"
local settings = require "settings"
local status = require "tools.status"
local tool = require "tool"

local M = {}

-- A tool whose script cannot be loaded stands in the list and says why when it is called; the others work.
local modules = { "core.image", "core.analyze", "core.list" }
if settings.get "PEEKABOO_ENABLE_RUN_SCRIPT" then modules[#modules + 1] = "script.run_script" end
for _, module in ipairs(modules) do
  local name = module:match "[^.]*$"
  local loaded, err = pcall(require, "tools." .. module)
  if not loaded then
    log.error("a tool's script is broken", { tool = name, reason = tostring(err) })
    tool.register {
      name = name, description = "Out of order: its script is broken. " .. status.block(),
      run = function() error(err, 0) end,
    }
  end
end

-- What else there is. The tools work without it.
for _, name in ipairs { "tools.core.resources.captures", "tools.core.prompts.desktop", "tools.core.resources.windows" } do
  local loaded, err = pcall(require, name)
  if not loaded then log.error("a script is broken", { script = name, reason = tostring(err) }) end
end

-- The status block that ends every tool's description.
function M.status()
  return status.block()
end

return M
