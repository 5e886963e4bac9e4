local env = require "env"
local errors = require "errors"
local fs = require "fs"
local services = require "services"

-- Services on message buses that tools need. Such a service is {text (what it is, for people), name (on the bus), bus
-- ("session" or "system"; default "session"), program (what provides it, an executable of the package), package (which
-- has it on Debian), start (the command that starts it; nil: the program itself)}.
local M = {}

-- Returns whether a program is installed: a path, or a name that PATH has.
local function is_installed(program)
  if program:find "/" then return try(fs.stat, program) ~= nil end
  for folder in (env.get("PATH", "")):gmatch "[^:]+" do
    if try(fs.stat, folder .. "/" .. program) then return true end
  end
  return false
end

local reasons = {
  ["not installed"] = function(service)
    return ("Install it: apt install %s"):format(service.package)
  end,
  ["not running"] = function(service)
    return ("Start it: %s (package %s)"):format(service.start or service.program, service.package)
  end,
  ["does not answer"] = function(service)
    return ("End it and start it again: %s (package %s)"):format(service.start or service.program, service.package)
  end,
  refuses = function(service)
    return ("Allow it in the settings of %s (package %s)."):format(service.program, service.package)
  end,
}

local sentences = {
  ["not installed"] = "is not installed", ["not running"] = "is not running", ["does not answer"] = "does not answer",
  refuses = "refuses the call",
}

local function text_of(service, reason, fault)
  return ("%s %s%s"):format(service.text, sentences[reason], fault and (" (%s)"):format(fault) or "")
end

-- Raises PROVIDER_UNAVAILABLE. `reason`: "not installed", "not running", "does not answer" or "refuses"; `fault`: what
-- else is known, for people.
function M.unavailable(service, reason, fault)
  errors.raise("PROVIDER_UNAVAILABLE", text_of(service, reason, fault), { hint = reasons[reason](service),
    details = { service = service.name, reason = reason } })
end

-- Returns why a service cannot be had (nil: it can), and what else is known. `ping`: asks the service itself, too.
function M.problem(service, ping)
  local state = services.state(service.name, { bus = service.bus, ping = ping })
  if state.fault then
    return state.fault:find "does not answer" and "does not answer" or "not running", state.fault
  end
  if state.owner then
    if ping and not state.answers then return "does not answer" end
    return nil
  end
  if state.activatable then return nil end
  return is_installed(service.program) and "not running" or "not installed"
end

-- Raises PROVIDER_UNAVAILABLE unless the service runs, or the bus starts it. Does not wait for it.
function M.need(service)
  local reason, fault = M.problem(service)
  if reason then M.unavailable(service, reason, fault) end
end

-- Calls f(...) once the service is there, and returns its results. A service that does not answer in time is
-- PROVIDER_UNAVAILABLE.
function M.use(service, f, ...)
  M.need(service)
  local results = table.pack(pcall(f, ...))
  if results[1] then return table.unpack(results, 2, results.n) end
  if errors.normalise(results[2]).code == "TIMEOUT" then M.unavailable(service, "does not answer") end
  return error(results[2], 0)
end

-- Returns a row {operation, available, detail, remedy} for a report. `operation`: what needs the service.
function M.row(operation, service)
  local reason, fault = M.problem(service, true)
  if not reason then return { operation = operation, available = true, detail = service.text } end
  return { operation = operation, available = false, detail = text_of(service, reason, fault),
    remedy = reasons[reason](service) }
end

return M
