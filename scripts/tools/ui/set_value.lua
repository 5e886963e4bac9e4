local act = require "acting.act"
local arguments = require "lib.arguments"
local date_parts = require "tools.ui.common.date_parts"
local element_states = require "desktop.element_states"
local element_value = require "desktop.element_value"
local element_wait = require "acting.element_wait"
local enabled = require "acting.enabled"
local errors = require "errors"
local focusing = require "acting.focusing"
local input = require "input"
local input_press = require "input_press"
local own_act = require "acting.own_act"
local pointing = require "acting.pointing"
local subject = require "acting.subject"
local ui = require "ui"
local unicode = require "lib.unicode"

-- `set_value`: the value of a field, spin button or slider.
local M = { seen_only = true }

local kSettling = 1.5 -- seconds until a value that was typed must be there

local typed_into = {}
for role in ("text,entry,password text,edit bar,autocomplete,date editor,spin button,table cell"):gmatch "[^,]+" do
  typed_into[role] = true
end

local numeric = { ["spin button"] = true, slider = true, dial = true, ["scroll bar"] = true, rating = true }

function M.normalise(args)
  return arguments.without_unset(args, { value = true })
end

-- Returns the path by which an element is found now: its own name, and those of what holds it, may follow its value.
local function path_now(element)
  if not element.path then return nil end
  local found = try(ui.find, { path = element.path, window = element.window })
  if found and found.id == element.id then return element.path end
  local tree = try(ui.tree, { window = element.window })
  for _, each in ipairs(tree and tree.elements or {}) do
    if each.id == element.id then return each.path end
  end
  return nil
end

-- Returns the value and the path with which an element gets its value of before back; nil when that cannot be.
function M.before(plan)
  if not plan.before then return nil end
  local path = path_now(plan.element)
  return path and plan.before, path
end

-- Returns the plan to set the value of a subject.
function M.plan_for(found, value)
  if not found.element then
    errors.raise("INVALID_ARGUMENT", found.text .. " is no element, and has no value",
      { hint = "Use `click` and `type_text`.", details = { field = found.field } })
  end
  value = value:gsub("\r\n?", "\n")
  if value:find "[^%C\n\t]" then
    errors.raise("INVALID_ARGUMENT", "value: it has control characters, which nobody can type",
      { hint = "Line ends and tabs may stay.", details = { field = "value" } })
  end
  enabled.check(found)
  local was, cut = element_value.read(found.element)
  local parts = date_parts.of(found.element)
  if parts then
    date_parts.assign(parts, value)
    was = date_parts.value_of(parts)
  end
  return {
    what = ('set to "%s":'):format(unicode.fit(unicode.line(value), 60)), subject = found, window = found.window,
    element = found.element, place = found.place, value = value, repeatable = true,
    how = parts and "keys" or "action", parts = parts, was = was, before = not cut and was or nil,
  }
end

function M.plan(args, deadline)
  return M.plan_for(subject.find(args, deadline), args.value)
end

-- A cell takes what is typed once it is selected, until Return.
local function type_into_cell(plan, options)
  input.click(pointing.aimed(plan.subject, pointing.place(plan.subject), {}))
  if plan.value == "" then input_press.press("Delete", options) else input.type(plan.value .. "\n", options) end
end

-- Types the value over the old one, as a person would.
local function type_over(plan)
  local element = plan.element
  if not typed_into[element.role] then
    errors.raise("UNSUPPORTED", ("a %s cannot be typed into"):format(element.role),
      { hint = "Use `click`, `drag` or `press_key` on it." })
  end
  plan.how = "keys"
  local options = { window = plan.window and plan.window.id }
  if element.role == "table cell" then return type_into_cell(plan, options) end
  focusing.give(plan)
  input_press.press("Ctrl+A", options)
  if plan.value == "" then input_press.press("Delete", options) else input.type(plan.value, options) end
  if element.role == "spin button" then input_press.press("Tab", options) end
end

local function is_same(value, wanted)
  if value == wanted or wanted:sub(1, 1) == "=" then return true end -- a cell shows what a formula gives
  if element_value.is_cut(value) and wanted:sub(1, #value) == value then return true end
  local one, other = tonumber(value), tonumber(wanted)
  return one ~= nil and one == other
end

-- Keeps the value that the element has now. Returns whether it is the wanted one, or is not told.
local function is_set(plan)
  plan.now = ui.read(plan.element).value
  return plan.now == nil or is_same(plan.now, plan.value)
end

-- Programs take keys when it is their turn.
local function read_back(plan)
  return is_set(plan) or try(element_wait.within, kSettling, function() return is_set(plan) end) or false
end

-- Has the program set the value. Returns false when it cannot, or does not: Firefox and Java accept values that they
-- do not take.
local function set_by_program(plan, value)
  local ok, done = pcall(own_act.done, "set_value", plan.element, value)
  if ok then return done end
  local err = errors.normalise(done)
  local typed = err.code == "EFFECT_NOT_SEEN" and typed_into[plan.element.role]
  if not typed or ui.read(plan.element).value ~= plan.was then error(done, 0) end
  return false
end

-- Qt's fields for dates take a text, but no other value before the focus leaves them. Until then they show that text.
local function commit(plan)
  if plan.element.role ~= "spin button" or ui.read(plan.element).maximum then return end
  focusing.give(plan)
  input_press.press("Tab", { window = plan.window and plan.window.id })
  try(element_wait.within, kSettling, function() return not element_states.has(ui.read(plan.element), "focused") end)
end

-- Returns whether the element has the value then.
local function give(plan)
  if plan.parts then
    local held = date_parts.enter(plan.parts, plan.value, plan.window)
    plan.now = held and plan.value or date_parts.value_of(plan.parts) or ""
    return held
  end
  local value = numeric[plan.element.role] and tonumber(plan.value) or plan.value
  if set_by_program(plan, value) then commit(plan) else type_over(plan) end
  return read_back(plan)
end

function M.perform(plan)
  if not give(plan) then
    errors.raise("EFFECT_NOT_SEEN", ('the value is "%s" now'):format(unicode.fit(unicode.line(plan.now), 60)),
      { hint = "The program has changed or refused it; it may want the form of what it holds. Look at the window.",
        details = { dispatched = true } })
  end
end

-- Password fields do not tell their value.
function M.seen(plan)
  if not plan.now then return "unknown", {} end
  return "seen", { ('the value is "%s"'):format(unicode.fit(unicode.line(plan.now), 60)) }
end

function M.undo(plan)
  local value, path = M.before(plan)
  return value and { tool = "set_value", arguments = { { "on", path }, { "value", value },
    { "app_target", "PID:" .. plan.element.pid } } } or nil
end

act.tool(M)

return M
