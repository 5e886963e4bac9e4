local luaunit = require "luaunit"

local M = {}
local kept_task

-- Workers take turns: each call of f gives way once, so that several are under way.
local function interleaved(functions)
  local threads = {}
  for i, f in ipairs(functions) do threads[i] = coroutine.create(f) end
  while #threads > 0 do
    -- The last begun goes first, so that items are done out of order.
    for i = #threads, 1, -1 do
      assert(coroutine.resume(threads[i]))
      if coroutine.status(threads[i]) == "dead" then table.remove(threads, i) end
    end
  end
end

function M.setUp()
  kept_task = package.loaded.task
  package.loaded.task, package.loaded["lib.parallel"] = { all = interleaved }, nil
end

function M.tearDown()
  package.loaded.task, package.loaded["lib.parallel"] = kept_task, nil
end

function M.test_one_item_needs_no_task()
  package.loaded.task.all = function() error("task.all was called") end
  luaunit.assertEquals(require("lib.parallel").map({ "a" }, 3, string.upper), { "A" })
  luaunit.assertEquals(require("lib.parallel").map({ "a", "b" }, 1, string.upper), { "A", "B" })
end

function M.test_uses_come_one_after_another_in_the_lists_order()
  local side_by_side = require "lib.parallel"
  local under_way, most, using, used = 0, 0, 0, {}
  local items = { "a", "b", "c", "d", "e", "f", "g" }
  side_by_side.each(items, 3, function(item, index)
    under_way = under_way + 1
    most = math.max(most, under_way)
    for _ = 1, (index * 5) % 3 do coroutine.yield() end
    under_way = under_way - 1
    return item .. index, index % 2 == 0 and "odd one out" or nil
  end, function(result, err, item, index)
    using = using + 1
    luaunit.assertEquals(using, 1)
    coroutine.yield()
    using = using - 1
    used[#used + 1] = { result, err or "", item, index }
  end)
  luaunit.assertEquals(most, 3)
  luaunit.assertEquals(#used, #items)
  for i, each in ipairs(used) do
    luaunit.assertEquals(each, { items[i] .. i, i % 2 == 0 and "odd one out" or "", items[i], i })
  end
end

function M.test_nothing_to_do()
  require("lib.parallel").each({}, 4, error, error)
end

return M
