local task = require "task"

local M = {}

-- Calls f(item, index) for up to `at_once` items of a list concurrently. Calls use(result, err, item, index) with its
-- first two results, one call at a time, in the list's order, as early as possible. One item needs no task.
function M.each(list, at_once, f, use)
  local next_begun, next_used, done, using = 1, 1, {}, false
  local function use_what_is_done()
    if using then return end
    using = true
    while done[next_used] do
      local index = next_used
      next_used = index + 1
      use(done[index][1], done[index][2], list[index], index)
      done[index] = nil
    end
    using = false
  end
  local function work()
    while next_begun <= #list do
      local index = next_begun
      next_begun = index + 1
      done[index] = { f(list[index], index) }
      use_what_is_done()
    end
  end
  local workers = {}
  for i = 1, math.min(at_once, #list) do workers[i] = work end
  if #workers == 1 then return work() end
  task.all(workers)
end

-- Returns the first results of f(item, index), in the list's order.
function M.map(list, at_once, f)
  local results = {}
  M.each(list, at_once, f, function(result, _, _, index) results[index] = result end)
  return results
end

return M
