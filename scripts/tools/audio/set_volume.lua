local act = require "acting.act"
local audio = require "audio"
local tenths = require "lib.tenths"

-- `set_volume`: how loud the default output is to be.
local M = { seen_only = true }

local kMost = 100 -- percent that can be set

function M.plan(args)
  return { what = ("set the volume to %s %%"):format(tenths.of(args.value)), how = "program", value = args.value,
    repeatable = true }
end

function M.perform(plan)
  plan.after, plan.before = audio.set_volume(plan.value)
  return { { "output", plan.after.title }, { "volume", tenths.of(plan.after.percent) },
    { "before", tenths.of(plan.before.percent) } }
end

-- It has been read back.
function M.seen(plan) return "seen", { ("the volume is %s %%"):format(tenths.of(plan.after.percent)) } end

-- What was amplified beyond 100 % cannot be set again.
function M.undo(plan)
  local before = tenths.of(plan.before.percent)
  return before <= kMost and { tool = "set_volume", arguments = { { "value", before } } } or nil
end

act.tool(M)

return M
