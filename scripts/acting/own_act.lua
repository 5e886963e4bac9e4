local errors = require "errors"
local ui = require "ui"

-- What the program of an element does itself, without pointer and keys.
local M = {}

-- Returns whether elements can do it here: "press", "focus", "select" or "set_value".
function M.offers(name)
  return rawget(ui, name) ~= nil
end

-- Has the element do it. Returns false when its program cannot; raises every other failure.
function M.done(name, element, ...)
  if not M.offers(name) then return false end
  local ok, err = pcall(ui[name], element, ...)
  if ok then return true end
  if errors.normalise(err).code ~= "UNSUPPORTED" then error(err, 0) end
  return false
end

return M
