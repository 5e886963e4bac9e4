local act = require "acting.act"
local input = require "input"
local pointing = require "acting.pointing"
local subject = require "acting.subject"

-- `move_mouse`: the pointer to a place.
local M = { seen_only = true }

function M.plan(args, deadline)
  local found = subject.find(args, deadline)
  return { what = "move the pointer", subject = found, window = found.window, place = pointing.place(found),
    how = "pointer", repeatable = true }
end

-- Returns where the pointer is; nil where the desktop does not tell.
local function pointer()
  local place, err = try(input.pointer)
  if place or err.code == "UNSUPPORTED" then return place end
  return error(err, 0)
end

function M.perform(plan)
  plan.before = pointer()
  input.move(plan.place)
  plan.now = pointer()
end

-- At the edge of a display the pointer may stop short.
function M.seen(plan)
  local now = plan.now
  if not now then return "unknown", { "this desktop does not tell where the pointer is" } end
  local is_there = now.x == plan.place.x and now.y == plan.place.y
  return is_there and "seen" or "not_seen", { ("the pointer is at %d,%d"):format(now.x, now.y) }
end

function M.undo(plan)
  if not plan.before then return nil end
  return { tool = "move_mouse", arguments = { { "x", plan.before.x }, { "y", plan.before.y } } }
end

act.tool(M)

return M
