local M = {}

-- Returns a text without blanks at its ends.
function M.trim(text)
  return (text:match "^%s*(.-)%s*$")
end

return M
