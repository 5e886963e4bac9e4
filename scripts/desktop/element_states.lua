-- The states of elements, as ui.tree lists them.
local M = {}

-- Returns whether an element has a state.
function M.has(element, state)
  for _, name in ipairs(element.states) do
    if name == state then return true end
  end
  return false
end

return M
