local act = require "acting.act"
local element_wait = require "acting.element_wait"
local errors = require "errors"
local screen = require "screen"
local subject = require "acting.subject"
local unicode = require "lib.unicode"
local window = require "window"

-- `wait_for`: until something is so.
local M = { seen_only = true }

local kTimeout = 30 -- seconds

local function quoted(text) return '"' .. unicode.line(text) .. '"' end

local function region_of(args, deadline)
  local found = subject.window(args, deadline)
  return found and found.bounds
end

-- Returns the application of app_target, as window.wait takes it.
local function application_of(args)
  local name = args.app_target
  return name and name:lower() ~= "frontmost" and name or nil
end

-- Returns what was awaited of an element, and is so.
local function of_element(found, args)
  if not found then return "it is gone" end
  local so = {}
  if args.state then so[1] = "is " .. unicode.line(args.state:lower()) end
  if args.value then so[#so + 1] = "has the value " .. quoted(args.value) end
  return found.text .. " " .. (so[1] and table.concat(so, " and ") or "is there")
end

-- Each kind of wait, by the argument that asks for it: what(args), prepare(plan, args, deadline)?, run(plan, args)
-- -> what was seen, as a line.
local kinds = {
  on = {
    what = function(args)
      local wanted = args.gone and " to be gone" or args.state and " to be " .. args.state
        or args.value and " to have the value " .. quoted(args.value) or ""
      return "wait for " .. quoted(args.on) .. wanted
    end,
    run = function(plan, args)
      return of_element(element_wait.wait(args, plan.timeout), args)
    end,
  },
  window = {
    what = function(args)
      return "wait for the window " .. quoted(args.window) .. (args.gone and " to be gone" or "")
    end,
    run = function(plan, args)
      local wanted = { title = args.window, app = application_of(args), timeout = plan.timeout }
      if args.gone then
        window.wait_gone(wanted)
        return "no such window is open"
      end
      plan.window = window.wait(wanted)
      return "it is open"
    end,
  },
  text = {
    what = function(args) return "wait for the text " .. quoted(args.text) end,
    prepare = function(plan, args, deadline) plan.region = region_of(args, deadline) end,
    run = function(plan, args)
      local found = screen.wait_text(args.text, { region = plan.region, timeout = plan.timeout })
      local bounds = found.bounds
      plan.place = { x = bounds.x + bounds.width // 2, y = bounds.y + bounds.height // 2 }
      return ("it is at %d,%d %dx%d"):format(bounds.x, bounds.y, bounds.width, bounds.height)
    end,
  },
  still = {
    what = function(args) return ("wait for %g s without a change"):format(args.still) end,
    prepare = function(plan, args, deadline) plan.region = region_of(args, deadline) end,
    run = function(plan, args)
      screen.wait_stable(plan.region, { still = args.still, timeout = plan.timeout }):release()
      return "nothing changes"
    end,
  },
}

local order = { "on", "window", "text", "still" }

local function kind_of(args)
  local chosen
  for _, name in ipairs(order) do
    if args[name] ~= nil then
      if chosen then
        errors.raise("INVALID_ARGUMENT", ("%s and %s were both given"):format(chosen, name),
          { hint = "Wait for one after the other.", details = { field = name } })
      end
      chosen = name
    end
  end
  if chosen then return kinds[chosen], chosen end
  return errors.raise("INVALID_ARGUMENT", "neither on nor window nor text nor still given",
    { hint = "Say what to wait for.", details = { field = "on" } })
end

function M.plan(args, deadline)
  local kind, name = kind_of(args)
  if args.gone and name ~= "on" and name ~= "window" then
    errors.raise("INVALID_ARGUMENT", "gone: only of an element or window", { details = { field = "gone" } })
  end
  local plan = { what = kind.what(args), kind = kind, args = args, repeatable = true,
    timeout = args.timeout or kTimeout }
  if kind.prepare then kind.prepare(plan, args, deadline) end
  return plan
end

function M.perform(plan)
  plan.line = plan.kind.run(plan, plan.args)
end

function M.seen(plan)
  return "seen", { plan.line }
end

act.tool(M)

return M
