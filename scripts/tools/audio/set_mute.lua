local act = require "acting.act"
local audio = require "audio"

-- `set_mute`: whether the default output is to be heard.
local M = { seen_only = true }

function M.plan(args)
  return { what = args.muted and "mute the sound" or "unmute the sound", how = "program", muted = args.muted,
    repeatable = true }
end

function M.perform(plan)
  local change = plan.muted and audio.mute or audio.unmute
  plan.after, plan.before = change()
  return { { "output", plan.after.title }, { "muted", plan.after.muted }, { "before", plan.before.muted } }
end

-- It has been read back.
function M.seen(plan) return "seen", { plan.after.muted and "it is muted" or "it is heard" } end

function M.undo(plan) return { tool = "set_mute", arguments = { { "muted", plan.before.muted } } } end

act.tool(M)

return M
