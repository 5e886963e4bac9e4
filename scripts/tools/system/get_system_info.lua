local json = require "json"
local power = require "power"
local read = require "acting.read"

-- `get_system_info`: what the machine is.
local M = { is_record = true }

local kUnknown = "unknown"

local function known(text) return text ~= "" and text or kUnknown end

-- Returns bytes as people write them.
local function size_text(bytes)
  if bytes == 0 then return kUnknown end
  return ("%.1f GB"):format(bytes / 2 ^ 30)
end

local function processor_text(machine)
  if machine.processors == 0 then return known(machine.processor) end
  return ("%s (%d)"):format(known(machine.processor), machine.processors)
end

function M.read()
  local machine = power.machine()
  local system = known(machine.system)
  return json.object {
    { "macOSVersion", system }, { "osVersion", system }, { "kernelVersion", known(machine.kernel) },
    { "hardwareModel", known(machine.model) }, { "processorInfo", processor_text(machine) },
    { "totalMemory", size_text(machine.memory) },
  }
end

read.tool(M)

return M
