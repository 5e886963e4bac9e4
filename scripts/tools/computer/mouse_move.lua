local acting = require "tools.computer.common.act"
local aim = require "tools.computer.common.aim"
local input = require "input"

-- `mouse_move`: the pointer alone. What lies there does not matter: windows may move while one is dragged.
local M = {}

function M.plan(args, _, call)
  local found = aim.place(args.coordinate, "coordinate", call and call.session)
  return { what = "move the pointer", place = found.pixel, how = "pointer", to = found.place, repeatable = true }
end

function M.perform(plan)
  input.move(plan.to)
end

-- The pointer is where it was sent; what that changes is in the next picture.
function M.seen(plan)
  local now, err = try(input.pointer)
  if not now then
    if err.code == "UNSUPPORTED" then return "unknown", { "this desktop does not tell where the pointer is" } end
    error(err, 0)
  end
  if now.x == plan.to.x and now.y == plan.to.y then return "seen", { "the pointer is there" } end
  return "not_seen", {}
end

M.seen_only = true

acting.tool(M)

return M
