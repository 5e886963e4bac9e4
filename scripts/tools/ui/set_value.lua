local act = require "acting.act"
local arguments = require "lib.arguments"
local errors = require "errors"
local focusing = require "acting.focusing"
local input = require "input"
local input_press = require "input_press"
local subject = require "acting.subject"
local ui = require "ui"
local unicode = require "lib.unicode"

-- `set_value`: the value of a field, spin button or slider.
local M = { seen_only = true }

local typed_into = {}
for role in ("text,entry,password text,edit bar,autocomplete,date editor,spin button"):gmatch "[^,]+" do
  typed_into[role] = true
end

function M.normalise(args)
  return arguments.without_unset(args, { value = true })
end

function M.plan(args, deadline)
  local found = subject.find(args, deadline)
  if not found.element then
    errors.raise("INVALID_ARGUMENT", found.text .. " is no element, and has no value",
      { hint = "Use `click` and `type_text`.", details = { field = "on" } })
  end
  return {
    what = ('set to "%s":'):format(unicode.fit(unicode.line(args.value), 60)), subject = found, window = found.window,
    element = found.element, place = found.place, value = args.value, repeatable = true,
    how = rawget(ui, "set_value") and "action" or "keys",
  }
end

-- Sets the value by the program's own means. Returns false when it has none.
local function set(plan)
  if plan.how ~= "action" then return false end
  local ok, err = pcall(ui.set_value, plan.element, plan.value)
  if ok then return true end
  if errors.normalise(err).code ~= "UNSUPPORTED" then error(err, 0) end
  return false
end

-- Types the value over the old one, as a person would.
local function type_over(plan)
  local element = plan.element
  if not typed_into[element.role] then
    errors.raise("UNSUPPORTED", ("a %s cannot be typed into"):format(element.role),
      { hint = "Use `click`, `drag` or `press_key` on it." })
  end
  plan.how = "keys"
  focusing.give(plan)
  local options = { window = plan.window and plan.window.id }
  input_press.press("Ctrl+A", options)
  if plan.value == "" then input_press.press("Delete", options) else input.type(plan.value, options) end
  if element.role == "spin button" then input_press.press("Tab", options) end
end

local function is_same(value, wanted)
  if value == wanted then return true end
  local one, other = tonumber(value), tonumber(wanted)
  return one ~= nil and one == other
end

function M.perform(plan)
  if not set(plan) then type_over(plan) end
  plan.now = ui.read(plan.element).value
  if plan.now and not is_same(plan.now, plan.value) then
    errors.raise("EFFECT_NOT_SEEN", ('the value is "%s" now'):format(unicode.fit(unicode.line(plan.now), 60)),
      { hint = "The program has changed or refused it; look at the window.", details = { dispatched = true } })
  end
end

-- Password fields do not tell their value.
function M.seen(plan)
  if not plan.now then return "unknown", {} end
  return "seen", { ('the value is "%s"'):format(unicode.fit(unicode.line(plan.now), 60)) }
end

function M.undo(plan)
  local element = plan.element
  if not element.value or not element.path then return nil end
  return { tool = "set_value", arguments = { { "on", element.path }, { "value", element.value },
    { "app_target", "PID:" .. element.pid } } }
end

act.tool(M)

return M
