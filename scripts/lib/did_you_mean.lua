local edit_distance = require "edit_distance"

-- What to say of a wrong name when another one is near.
local M = {}

-- "did you mean 'x'?", or nil when no name is near. `most`: changes that still count as near.
function M.hint(wrong, names, most)
  local near = type(wrong) == "string" and edit_distance.nearest(wrong, names, most)
  return near and ("did you mean '%s'?"):format(near) or nil
end

-- The same as a sentence, or nil.
function M.sentence(wrong, names, most)
  local hint = M.hint(wrong, names, most)
  return hint and "D" .. hint:sub(2)
end

-- The same behind a message: "; did you mean 'x'?", or "".
function M.question(wrong, names)
  local hint = M.hint(wrong, names)
  return hint and "; " .. hint or ""
end

return M
