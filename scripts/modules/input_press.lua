local check = require "check.options"
local hotkeys = require "desktop.hotkeys"
local input = require "input"

local M = {}

function M.press(keys, given)
  check.check("input.press", given, { count = "number", hold = "number", window = "number", timeout = "seconds" })
  given = given or {}
  local parsed = hotkeys.keys(keys)
  input.press_symbol(parsed.symbol, { modifiers = hotkeys.modifier_names(parsed.modifiers), count = given.count,
    hold = given.hold, window = given.window, timeout = given.timeout })
end

return M
