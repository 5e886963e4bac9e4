local input = require "input"
local own_act = require "acting.own_act"
local pointing = require "acting.pointing"
local subject = require "acting.subject"
local ui = require "ui"
local window = require "window"

-- Where keys go.
local M = {}

-- Returns what keys are for, for a plan: {subject?, window?, element?}. Without a subject and a window they are for the
-- window of the last act, or the one in front.
function M.plan(args, deadline)
  local found = subject.find(args, deadline, true)
  if found then return { subject = found, window = found.window, element = found.element } end
  return { window = subject.window(args, deadline) or window.frontmost() }
end

local function has_focus(element)
  local now = try(ui.read, element)
  for _, name in ipairs(now and now.states or {}) do
    if name == "focused" then return true end
  end
  return false
end

-- Gives the focus to what a plan of M.plan() is for: the element by its own action, else by a click.
function M.give(plan)
  local found = plan.subject
  local front = window.frontmost()
  if plan.window and not (front and front.id == plan.window.id) then window.focus(plan.window.id) end
  if not found or found.element and has_focus(found.element) then return end
  if found.element and own_act.done("focus", found.element) and has_focus(found.element) then return end
  input.click(pointing.aimed(found, pointing.place(found), {}))
end

return M
