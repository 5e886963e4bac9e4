local act = require "acting.act"
local candidates = require "acting.candidates"
local choices = require "acting.choices"
local element_wait = require "acting.element_wait"
local enabled = require "acting.enabled"
local errors = require "errors"
local input_press = require "input_press"
local offered = require "acting.offered"
local own_act = require "acting.own_act"
local pointing = require "acting.pointing"
local subject = require "acting.subject"
local unicode = require "lib.unicode"

-- `select`: an item of a list, a tab, a radio button, or an item of a box that opens.
local M = {}

local kSettling = 1 -- seconds until a box must show what was chosen

-- What shows its items at any time. All else opens first.
local lists = {}
for role in ("list,list box,table,tree,tree table,page tab list,menu bar,tool bar,icon"):gmatch "[^,]+" do
  lists[role] = true
end

-- Returns the item of a list that has the name, as a subject.
local function item_of(list, name)
  return subject.of_item(candidates.item(offered.pick(choices.within(list), name)))
end

function M.plan(args, deadline)
  local found = subject.find(args, deadline)
  local option = args.option
  if option and found.element and lists[found.element.role] then found, option = item_of(found.element, option), nil end
  enabled.check(found)
  local by_action = found.element ~= nil and not option
  local place_of = by_action and pointing.known_place or pointing.place
  return {
    what = option and ("select %s in"):format(option) or "select", subject = found, window = found.window,
    element = found.element, place = place_of(found), option = option,
    how = by_action and "action" or "pointer", repeatable = true, app_target = args.app_target,
  }
end

-- Opens the box and chooses the item that it offers then; closes it when there is none.
local function choose(plan)
  pointing.click(plan.subject, plan.place, {})
  local found, err = try(offered.await_enabled, plan.option, plan.app_target, offered.list_roles)
  if not found then
    try(input_press.press, "Escape", { window = plan.window and plan.window.id })
    error(err, 0)
  end
  found.window = nil -- a list that is open has a grab, and its window is not in the list
  pointing.choose(found)
end

-- Reads which option the box reports as chosen. Returns whether it is the wanted one. Items of a closed box are told to
-- be chosen by some programs only; those of others are so while the pointer is over them.
local function is_chosen(plan)
  local function is_wanted(name) return name ~= nil and choices.plain(name) == choices.plain(plan.option) end
  local inside
  plan.now, inside = choices.now(plan.element)
  plan.told = plan.now and (choices.told(plan.now, plan.element) or plan.was and is_wanted(inside) and inside or nil)
  return is_wanted(plan.told)
end

-- Programs choose when it is their turn. Not every box tells what is chosen in it.
local function read_back(plan)
  if not plan.element then return end
  local chosen = try(element_wait.within, kSettling, function() return is_chosen(plan) end)
  if not chosen and plan.told then
    errors.raise("EFFECT_NOT_SEEN", ('"%s" is chosen now'):format(unicode.fit(unicode.line(plan.told), 60)),
      { hint = "The program has changed or refused it; look at the window.", details = { dispatched = true } })
  end
end

function M.perform(plan)
  if plan.option then
    if plan.element and (plan.element.value or "") == "" then plan.was = select(2, choices.now(plan.element)) end
    choose(plan)
    return read_back(plan)
  end
  plan.before = plan.element and choices.beside(plan.element)
  if plan.how == "action" and own_act.done("select", plan.element) then return end
  plan.how = "pointer"
  pointing.click(plan.subject, pointing.place(plan.subject), {})
end

function M.seen(plan)
  if not plan.told then return nil end
  return "seen", { ('"%s" is chosen'):format(unicode.fit(unicode.line(plan.told), 60)) }
end

local function again(plan, path, ...)
  return path and { tool = "select",
    arguments = { { "on", path }, { "app_target", "PID:" .. plan.element.pid }, ... } } or nil
end

function M.undo(plan)
  if plan.before then return again(plan, plan.before.path) end
  if not plan.told then return nil end
  local was = choices.told(plan.element, plan.now) or plan.was
  return was and again(plan, plan.now.path, { "option", was }) or nil
end

act.tool(M)

return M
