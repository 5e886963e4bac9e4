local act = require "acting.act"
local arguments = require "lib.arguments"
local hotkeys = require "desktop.hotkeys"
local pressing = require "acting.pressing"

-- `key_combination`: a key with modifiers.
local M = {}

function M.normalise(args)
  local kept = arguments.without_unset(args)
  kept.modifiers = arguments.list(kept.modifiers)
  return kept
end

-- Returns a chord as `press_key` takes it.
local function chord_of(args)
  local parts = { table.unpack(args.modifiers) }
  parts[#parts + 1] = args.key == "+" and "plus" or args.key
  return table.concat(parts, "+")
end

function M.plan(args, deadline)
  local chord = chord_of(args)
  hotkeys.keys(chord)
  return pressing.plan(chord, 1, {}, deadline)
end

M.perform = pressing.press

act.tool(M)

return M
