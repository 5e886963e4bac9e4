local time = require "time"

local M = {}

M.most = 256
M.seconds = 600 -- as long as the pictures themselves are kept

-- What was remembered lately, by id: the last M.most, for M.seconds.
function M.new()
  local known, order = {}, {} -- {id, value, at}; the oldest first
  local shelf = {}

  local function forget_old()
    while #order > 0 and (#order > M.most or order[1].at < time.clock() - M.seconds) do
      local oldest = table.remove(order, 1)
      if known[oldest.id] == oldest then known[oldest.id] = nil end
    end
  end

  -- Instead of what had the id before.
  function shelf.put(id, value)
    local entry = { id = id, value = value, at = time.clock() }
    known[id] = entry
    order[#order + 1] = entry
    forget_old()
  end

  -- nil when it is not known (any more).
  function shelf.get(id)
    forget_old()
    return known[id] and known[id].value
  end

  return shelf
end

return M
