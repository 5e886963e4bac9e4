local act = require "acting.act"
local files = require "files"
local fs = require "fs"
local paths = require "lib.paths"
local unicode = require "lib.unicode"

-- `reveal_in_finder`: a file in the file manager.
local M = { seen_only = true }

function M.plan(args)
  local path = paths.expand(args.path, fs.home())
  return { what = ("show '%s' in the file manager"):format(unicode.line(path)), how = "program", path = path,
    repeatable = true }
end

function M.perform(plan)
  plan.manager, plan.window = files.reveal(plan.path)
  return { { "manager", plan.manager } }
end

-- files.reveal has seen its window.
function M.seen(plan) return "seen", { ("%s shows window %d"):format(plan.manager, plan.window.id) } end

act.tool(M)

return M
