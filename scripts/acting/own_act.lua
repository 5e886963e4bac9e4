local errors = require "errors"
local ui = require "ui"

-- Acts that the program of an element does itself, without pointer and keys.
local M = {}

-- Has the element do it: "press", "focus", "select" or "set_value". Returns false when its program cannot; raises every
-- other failure.
function M.done(name, element, ...)
  local ok, err = pcall(ui[name], element, ...)
  if ok then return true end
  if errors.normalise(err).code ~= "UNSUPPORTED" then error(err, 0) end
  return false
end

return M
