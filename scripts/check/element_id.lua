local options = require "check.options"

local M = {}

-- Returns the id of an element that a script passes to `what`.
function M.of(what, element)
  local id = type(element) == "table" and rawget(element, "id")
  if type(id) == "string" then return id end
  require("check.wrong_argument").refuse_option(what, "element", element,
    what .. ": element: expected an element, got " .. options.shown(element),
    "Elements are those that ui.tree and ui.find give.")
end

return M
