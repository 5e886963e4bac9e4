local element_at = require "acting.element_at"
local element_value = require "desktop.element_value"
local json = require "json"
local read = require "acting.read"

-- `get_ui_element_value`.
local M = {}

local kCut = "…"

-- Returns the text of an element, with a mark where it is longer than what is read.
local function text_of(element)
  local value, cut = element_value.read(element)
  return cut and value .. kCut or value
end

-- Returns the value of an element: whether it is checked, else its text; json.null when it has none.
function M.value_of(element)
  local has = {}
  for _, name in ipairs(element.states) do has[name] = true end
  if has.checkable or element_at.is_toggle(element) then return has.checked or has.pressed or false end
  return element.value and text_of(element) or json.null
end

function M.read(args)
  return M.value_of(element_at.find(args.appName, args.elementPath))
end

read.tool(M)

return M
