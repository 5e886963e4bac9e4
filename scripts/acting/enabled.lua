local element_wait = require "acting.element_wait"
local errors = require "errors"
local ui = require "ui"

-- Whether an element can be used now. Pointer and keys reach one that is disabled, and nothing comes of it.
local M = {}

local kPatience = 1 -- seconds: programs enable what goes with another act a little later

-- Roles whose states every toolkit tells. Items of lists, tabs and cells take theirs from elsewhere.
local tells = {}
for role in ("button,toggle button,push button menu,check box,radio button,switch,menu,menu item,check menu item,"
  .. "radio menu item,combo box,text,entry,password text,spin button,slider"):gmatch "[^,]+" do tells[role] = true end

-- Returns whether the states of an element show that it is disabled. One without any states tells nothing.
local function is_disabled(element)
  if not tells[element.role] or #element.states == 0 then return false end
  for _, name in ipairs(element.states) do
    if name == "enabled" or name == "sensitive" then return false end
  end
  return true
end

-- Waits until the element of a subject is enabled, and keeps it as it is then: what changed before an act is no effect
-- of it. Raises UNSUPPORTED for one that stays disabled.
function M.check(found)
  if not found.element or not is_disabled(found.element) then return end
  local now = element_wait.within(kPatience, function()
    local again = ui.read(found.element)
    return not is_disabled(again), again
  end)
  if now then
    found.element = now
    return
  end
  errors.raise("UNSUPPORTED", found.text .. " is disabled", { hint = "Do first what the program needs for it.",
    details = { reason = "disabled", dispatched = false, retry_safe = true } })
end

return M
