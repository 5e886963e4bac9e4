local app = require "app"
local elements = require "elements"

local M = {}

-- Returns the running applications that offer no elements, as rows {name, pid, remedy}; none where that is not known.
function M.missing()
  local apps = try(app.list)
  if not apps then return {} end
  local processes, names = {}, {}
  for _, each in ipairs(apps) do
    if not names[each.pid] then processes[#processes + 1] = each.pid end
    names[each.pid] = names[each.pid] or each.name
  end
  local capability, rows = try(elements.support, { processes = processes })
  local missing = {}
  for _, row in ipairs(capability and rows or {}) do
    if not row.available then
      missing[#missing + 1] = { name = names[row.pid], pid = row.pid, remedy = row.remedy }
    end
  end
  return missing
end

return M
