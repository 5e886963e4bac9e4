local act = require "acting.act"
local applications = require "acting.applications"
local errors = require "errors"
local safeguards = require "safeguards"
local subject = require "acting.subject"
local unicode = require "lib.unicode"
local window = require "window"
local windows = require "acting.windows"

-- `window`: what window managers do, and launching and quitting applications.
local M = { seen_only = true }

local function missing(field, action)
  errors.raise("INVALID_ARGUMENT", ("%s: missing for %s"):format(field, action), { details = { field = field } })
end

local function need(args, ...)
  for _, field in ipairs { ... } do
    if args[field] == nil then missing(field, args.action) end
  end
end

local function window_of(args, deadline)
  if args.windowId and args.app_target then
    errors.raise("INVALID_ARGUMENT", "windowId and app_target were both given",
      { hint = "Give one of them.", details = { field = "windowId" } })
  end
  if args.windowId then return window.get(args.windowId) end
  local found = subject.window(args, deadline, true) or window.frontmost()
  if found then return found end
  return errors.raise("WINDOW_NOT_FOUND", "no window has the focus", { hint = "Give windowId or app_target." })
end

local function back_to(action, plan, ...)
  return { tool = "window", arguments = { { "action", action }, { "windowId", plan.window.id }, ... } }
end

local function placed_back(plan)
  local was = plan.window.bounds
  return back_to("move", plan, { "x", was.x }, { "y", was.y }, { "width", was.width }, { "height", was.height })
end

-- Keys that follow are for the window.
local function kept(plan)
  safeguards.keep_window_for_keys(plan.window.id)
end

-- Keys that follow are for the window that has the focus then.
local function left(_)
  safeguards.keep_window_for_keys(0)
end

-- Each action: what (for people, or a function of the arguments that gives it), check(args), run(plan) -> facts,
-- undo(plan), done (what the manager has confirmed), repeatable, after(plan): what becomes of the keys that follow.
local actions = {
  focus = {
    what = "focus", done = "has the focus", repeatable = true,
    run = function(plan)
      plan.front = window.frontmost()
      window.focus(plan.window.id)
    end,
    after = kept,
    undo = function(plan)
      local front = plan.front
      return front and front.id ~= plan.window.id
        and { tool = "window", arguments = { { "action", "focus" }, { "windowId", front.id } } } or nil
    end,
  },
  move = {
    what = function(args) return ("move to %d,%d"):format(args.x, args.y) end, done = "is there", repeatable = true,
    check = function(args)
      need(args, "x", "y")
      windows.check_size(args)
    end,
    run = function(plan)
      local args = plan.args
      return windows.place_client(plan.window.id, { x = args.x, y = args.y, width = args.width, height = args.height })
    end,
    undo = placed_back,
  },
  resize = {
    what = function(args) return ("resize to %dx%d"):format(args.width, args.height) end, done = "has that size",
    repeatable = true,
    check = function(args)
      need(args, "width", "height")
      windows.check_size(args)
    end,
    run = function(plan)
      return windows.place_client(plan.window.id, { width = plan.args.width, height = plan.args.height })
    end,
    undo = placed_back,
  },
  minimize = {
    what = "minimize", done = "is minimized", repeatable = true,
    run = function(plan) window.minimise(plan.window.id) end, after = left,
    undo = function(plan) return back_to("restore", plan) end,
  },
  maximize = {
    what = "maximize", done = "is maximized", repeatable = true,
    run = function(plan) window.maximise(plan.window.id) end, after = kept,
    undo = function(plan) return back_to("restore", plan) end,
  },
  restore = {
    what = "restore", done = "is neither minimized nor maximized", repeatable = true,
    run = function(plan) window.restore(plan.window.id) end, after = kept,
  },
  close = {
    what = "close", done = "is closed", repeatable = true,
    run = function(plan)
      window.close(plan.window.id)
      windows.forget_closed()
    end, after = left,
  },
  workspace = {
    what = "move to another workspace", done = "is on that workspace", repeatable = true,
    check = function(args) need(args, "workspace") end,
    run = function(plan) window.to_workspace(plan.window.id, { workspace = plan.args.workspace }) end,
    undo = function(plan)
      local was = plan.window.desktop
      return was and was >= 0 and back_to("workspace", plan, { "workspace", was }) or nil
    end,
  },
}

function M.plan(args, deadline)
  if args.action == "launch" or args.action == "quit" then
    need(args, "name")
    return applications[args.action](args.name)
  end
  local action = actions[args.action]
  if action.check then action.check(args) end
  local what = type(action.what) == "function" and action.what(args) or action.what
  return {
    what = what, window = window_of(args, deadline), how = "window manager", args = args, action = action,
    repeatable = action.repeatable,
  }
end

function M.perform(plan)
  local action = plan.action
  local facts = action.run(plan)
  if action.after then action.after(plan) end
  return facts
end

-- The window manager has confirmed it, or performing has failed.
function M.seen(plan)
  local action = plan.action
  if action.seen then return action.seen(plan) end
  return "seen", { ('window %d "%s" %s'):format(plan.window.id, unicode.line(plan.window.title or ""), action.done) }
end

function M.undo(plan)
  local undo = plan.action.undo
  return undo and undo(plan) or nil
end

act.tool(M)

return M
