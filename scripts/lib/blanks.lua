local M = {}

-- Returns a text without blanks at its ends. Takes no longer for long runs of blanks.
function M.trim(text)
  local first = text:find "%S"
  return first and text:match("^.*%S", first) or ""
end

return M
