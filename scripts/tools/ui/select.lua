local act = require "acting.act"
local box_list = require "acting.choosing.box_list"
local candidates = require "acting.candidates"
local choices = require "acting.choosing.choices"
local element_wait = require "acting.element_wait"
local enabled = require "acting.enabled"
local errors = require "errors"
local offered = require "acting.choosing.offered"
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

-- Returns the subject that has the item, and the name of the item; no name where the subject is the item. A text or an
-- item in a combo box stands for the box.
local function box_and_option(args, deadline)
  local found, option = subject.find(args, deadline), args.option
  local element = found.element
  if not element then return found, option end
  if option and lists[element.role] then return item_of(element, option), nil end
  local box = element.role ~= "combo box" and choices.box_of(element)
  if box then return subject.of_item(candidates.item(box), found.field), option or element.name end
  if option and found.item.purpose == "read" then
    errors.raise("INVALID_ARGUMENT", ("%s has no items"):format(found.text),
      { hint = "Name the box or list itself; `see` shows it.", details = { field = found.field } })
  end
  return found, option
end

function M.plan(args, deadline)
  local found, option = box_and_option(args, deadline)
  enabled.check(found)
  local by_action = found.element ~= nil and not option
  local place_of = by_action and pointing.known_place or pointing.place
  return {
    what = option and ("select %s in"):format(option) or "select", subject = found, window = found.window,
    element = found.element, place = place_of(found), option = option,
    how = by_action and "action" or "pointer", repeatable = true, app_target = args.app_target,
  }
end

local function is_wanted(plan, name)
  return name ~= nil and choices.plain(name) == choices.plain(plan.option)
end

-- Returns what a box tells to be chosen: the text that it shows, if that is one of its items or has changed. Browsers
-- tell it by the item that is selected. In lists of Qt, that is only the item that the keys were at last.
local function told(plan, now)
  local text, before = choices.shown(now), choices.shown(plan.was)
  if (now.box.value or "") ~= "" or plan.shows_choice or text ~= before then return text end
  return plan.was.selected and is_wanted(plan, now.selected) and now.selected or nil
end

-- Reads the box. Returns whether it is closed and tells the wanted item.
local function is_chosen(plan)
  plan.now = choices.box(plan.element)
  plan.told = plan.now and told(plan, plan.now)
  return plan.now ~= nil and #plan.now.items == 0 and is_wanted(plan, plan.told)
end

-- Programs choose when it is their turn. Not every box tells what is chosen in it.
local function read_back(plan)
  if not plan.was then return end
  local chosen = try(element_wait.within, kSettling, function() return is_chosen(plan) end)
  if not chosen and plan.now and #plan.now.items > 0 then try(box_list.close, plan, plan.now) end
  if not chosen and plan.told then
    errors.raise("EFFECT_NOT_SEEN", ('"%s" is chosen now'):format(unicode.fit(unicode.line(plan.told), 60)),
      { hint = "The program has changed or refused it; look at the window.", details = { dispatched = true } })
  end
end

function M.perform(plan)
  if plan.option then
    plan.was = plan.element and choices.box(plan.element)
    box_list.choose(plan)
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
  local was = choices.shown(plan.was)
  if was == choices.shown(plan.now) then was = plan.was.selected end
  return was and was ~= "" and was ~= plan.told and again(plan, plan.now.box.path, { "option", was }) or nil
end

act.tool(M)

return M
