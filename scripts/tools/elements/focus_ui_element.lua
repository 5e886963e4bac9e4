local act = require "acting.act"
local element_at = require "acting.element_at"
local enabled = require "acting.enabled"
local focusing = require "acting.focusing"
local own_act = require "acting.own_act"

-- `focus_ui_element`: the keyboard focus, by the element's own action, else by a click.
local M = { seen_only = true }

function M.plan(args)
  local found = element_at.subject(args.appName, args.elementPath)
  enabled.check(found)
  return { what = "focus", subject = found, window = found.window, element = found.element, place = found.place,
    how = "action", repeatable = true }
end

function M.perform(plan)
  if own_act.done("focus", plan.element) then return end
  plan.how = "pointer"
  focusing.give(plan)
end

-- Both ways wait for the focus.
function M.seen() return "seen", { "it has the focus" } end

act.tool(M)

return M
