local act = require "acting.act"
local arguments = require "lib.arguments"
local click = require "tools.mouse.click"
local element_at = require "acting.element_at"
local element_wait = require "acting.element_wait"
local errors = require "errors"
local getting = require "tools.elements.get_ui_element_value"
local set_value = require "tools.ui.set_value"
local ui = require "ui"

-- `set_ui_element_value`: as `set_value`, by application and path; what can be checked takes true and false.
local M = { seen_only = true }

local kSettling = 1.5 -- seconds until a check must be seen

local truths = { ["true"] = true, ["1"] = true, on = true, yes = true, ["false"] = false, ["0"] = false, off = false,
  no = false }

function M.normalise(args)
  return arguments.without_unset(args, { value = true })
end

function M.plan(args)
  local found = element_at.subject(args.appName, args.elementPath)
  if not element_at.is_toggle(found.element) then
    local plan = set_value.plan_for(found, args.value)
    plan.app = args.appName
    return plan
  end
  local wanted = truths[args.value:lower()]
  if wanted == nil then
    errors.raise("INVALID_ARGUMENT", ("value: a %s is true or false, not '%s'"):format(found.element.role, args.value),
      { details = { field = "value" } })
  end
  local plan = click.plan_for(found, {})
  plan.what, plan.wanted, plan.was, plan.app = "set to " .. tostring(wanted) .. ":", wanted,
    getting.value_of(found.element), args.appName
  plan.repeatable = true
  return plan
end

local function is_set(plan)
  return getting.value_of(ui.read(plan.element)) == plan.wanted
end

function M.perform(plan)
  if plan.wanted == nil then return set_value.perform(plan) end
  if plan.was == plan.wanted then return end
  click.perform(plan)
  if is_set(plan) then return end
  local seen = try(element_wait.within, kSettling, function() return is_set(plan) end)
  if not seen then
    errors.raise("EFFECT_NOT_SEEN", "it is still " .. tostring(plan.was),
      { hint = "The program may not allow this; look at the window.", details = { dispatched = true } })
  end
end

function M.seen(plan)
  if plan.wanted == nil then return set_value.seen(plan) end
  return "seen", { "it is " .. tostring(plan.wanted) }
end

function M.undo(plan)
  if plan.wanted ~= nil then plan.before = tostring(plan.was) end
  local value, path = set_value.before(plan)
  return value and { tool = "set_ui_element_value", arguments = { { "appName", ("PID:%d"):format(plan.element.pid) },
    { "elementPath", path }, { "value", value } } } or nil
end

act.tool(M)

return M
