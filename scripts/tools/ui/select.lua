local act = require "acting.act"
local input_press = require "input_press"
local offered = require "acting.offered"
local own_act = require "acting.own_act"
local pointing = require "acting.pointing"
local subject = require "acting.subject"

-- `select`: an item of a list, a tab, a radio button, or an item of a box that opens.
local M = {}

function M.plan(args, deadline)
  local found = subject.find(args, deadline)
  local by_action = found.element ~= nil and not args.option
  return {
    what = args.option and ("select %s in"):format(args.option) or "select", subject = found, window = found.window,
    element = found.element, place = by_action and found.place or pointing.place(found), option = args.option,
    how = by_action and "action" or "pointer", repeatable = true, app_target = args.app_target,
  }
end

-- Opens the box and chooses the item that it offers then; closes it when there is none.
local function choose(plan)
  pointing.click(plan.subject, plan.place, {})
  local found, err = try(offered.await, plan.option, plan.app_target, offered.list_roles)
  if not found then
    try(input_press.press, "Escape", { window = plan.window and plan.window.id })
    error(err, 0)
  end
  found.window = nil -- a list that is open has a grab, and its window is not in the list
  pointing.click(found, pointing.place(found), {})
end

function M.perform(plan)
  if plan.option then return choose(plan) end
  if plan.how == "action" and own_act.done("select", plan.element) then return end
  plan.how = "pointer"
  pointing.click(plan.subject, pointing.place(plan.subject), {})
end

act.tool(M)

return M
