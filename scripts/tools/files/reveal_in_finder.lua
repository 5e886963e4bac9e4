local act = require "acting.act"
local files = require "files"
local fs = require "fs"
local paths = require "lib.paths"
local unicode = require "lib.unicode"
local window = require "window"
local window_order = require "desktop.window_order"

-- `reveal_in_finder`: a file in the file manager.
local M = { seen_only = true }

function M.plan(args)
  local path = paths.expand(args.path, fs.home())
  return { what = ("show '%s' in the file manager"):format(unicode.line(path)), how = "program", path = path,
    repeatable = true }
end

function M.perform(plan)
  local before = window.list()
  plan.manager, plan.window = files.reveal(plan.path)
  plan.is_new = not window_order.find(before, plan.window.id)
  return { { "manager", plan.manager } }
end

-- files.reveal has seen its window.
function M.seen(plan) return "seen", { ("%s shows window %d"):format(plan.manager, plan.window.id) } end

-- A window that was there before is not closed: it showed something else.
function M.undo(plan)
  return plan.is_new and { tool = "window", arguments = { { "action", "close" }, { "windowId", plan.window.id } } }
    or nil
end

act.tool(M)

return M
