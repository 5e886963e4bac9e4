local M = {}

-- A text without blanks at its ends.
function M.trim(text)
  return (text:match "^%s*(.-)%s*$")
end

return M
