local edit_distance = require "edit_distance"

-- Suggests a known name that is near to a wrong one.
local M = {}

-- Returns "did you mean 'x'?", or nil if no name is near. `most`: the number of changes that still counts as near.
function M.hint(wrong, names, most)
  local near = type(wrong) == "string" and edit_distance.nearest(wrong, names, most)
  return near and ("did you mean '%s'?"):format(near) or nil
end

-- Returns the hint as a sentence with a capital letter, or nil.
function M.sentence(wrong, names, most)
  local hint = M.hint(wrong, names, most)
  return hint and "D" .. hint:sub(2)
end

-- Returns the hint in the form that follows a message: "; did you mean 'x'?", or "".
function M.question(wrong, names)
  local hint = M.hint(wrong, names)
  return hint and "; " .. hint or ""
end

return M
