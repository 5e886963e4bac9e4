local luaunit = require "luaunit"

local M = {}

local folder = package.searchpath("boot.prelude", package.path)

-- The prelude in a world of its own, with a native function that waits: the host sees what it asked for and resumes
-- the root thread with the answers.
local function world()
  local marker, pause, raw = {}, {}, {}
  for name, f in pairs(coroutine) do raw[name] = f end
  raw.resume = debug.getregistry()._LOADED.coroutine.resume
  local environment = setmetatable({ coroutine = {} }, { __index = _G })
  for name, f in pairs(raw) do environment.coroutine[name] = f end
  local function paused(thread) return environment.paused == thread end
  assert(loadfile(folder, "t", environment))(marker, pause, paused)
  local function wait(...)
    environment.asked = { ... }
    return coroutine.yield(marker)
  end
  -- Runs f as the host does: `answers` are delivered one after the other.
  local function host(f, answers)
    local root = coroutine.create(f)
    local ok, value = coroutine.resume(root)
    for _, answer in ipairs(answers) do
      assert(ok, value)
      luaunit.assertIs(value, marker)
      ok, value = coroutine.resume(root, table.unpack(answer))
    end
    return ok, value, coroutine.status(root)
  end
  return environment, wait, host, pause
end

function M.test_try_gives_results_or_nil_and_the_error()
  luaunit.assertEquals({ try(function(a, b) return b, a, nil, 4 end, 1, 2) }, { 2, 1, nil, 4 })
  local failure = { code = "TIMEOUT" }
  local value, err = try(error, failure)
  luaunit.assertNil(value)
  luaunit.assertIs(err, failure)
  luaunit.assertEquals(select("#", try(function() end)), 0)
end

function M.test_a_wait_inside_a_coroutine_reaches_the_host()
  local environment, wait, host = world()
  local ok, value = host(function()
    local thread = coroutine.create(function(first)
      local a, b = wait("sleep")
      local c = environment.coroutine.yield(first + a + b)
      return c * 2
    end)
    local _, sum = environment.coroutine.resume(thread, 1)
    local _, product = environment.coroutine.resume(thread, 21)
    return sum .. " " .. product
  end, { { 10, 100 } })
  luaunit.assertTrue(ok)
  luaunit.assertEquals(value, "111 42")
end

function M.test_nested_wraps_and_many_waits()
  local environment, wait, host = world()
  local ok, value = host(function()
    local out = {}
    local generator = environment.coroutine.wrap(function()
      for item in environment.coroutine.wrap(function()
        for i = 1, 3 do environment.coroutine.yield(wait(i)) end
      end) do
        environment.coroutine.yield(item .. "!")
      end
    end)
    for item in generator do out[#out + 1] = item end
    return table.concat(out, ",")
  end, { { "a" }, { "b" }, { "c" } })
  luaunit.assertTrue(ok)
  luaunit.assertEquals(value, "a!,b!,c!")
end

function M.test_values_keep_their_number()
  local environment = world()
  local thread = environment.coroutine.wrap(function(...)
    local got = select("#", environment.coroutine.yield(...))
    return nil, got, nil
  end)
  luaunit.assertEquals(select("#", thread(nil, nil)), 2)
  luaunit.assertEquals(select("#", thread(nil, nil, nil)), 3)
end

function M.test_errors_pass_through_wrap_unchanged_and_close_what_is_open()
  local environment = world()
  local failure, closed = { code = "X" }, false
  local wrapped = environment.coroutine.wrap(function()
    local _ <close> = setmetatable({}, { __close = function() closed = true end })
    error(failure)
  end)
  local ok, err = pcall(wrapped)
  luaunit.assertFalse(ok)
  luaunit.assertIs(err, failure)
  luaunit.assertTrue(closed)
end

function M.test_a_dead_coroutine_is_reported()
  local environment = world()
  local thread = environment.coroutine.create(function() return 1 end)
  luaunit.assertTrue((environment.coroutine.resume(thread)))
  local ok, err = environment.coroutine.resume(thread)
  luaunit.assertFalse(ok)
  luaunit.assertStrContains(err, "dead")
end

-- What the host's hook does to a coroutine that computes for long: it yields nothing.
local function compute(environment)
  environment.paused = coroutine.running()
  coroutine.yield()
  environment.paused = nil
end

function M.test_a_coroutine_that_computes_for_long_pauses_the_whole_call()
  local environment, _, _, pause = world()
  local root = coroutine.create(function()
    local outer = environment.coroutine.wrap(function()
      local inner = environment.coroutine.wrap(function()
        compute(environment)
        environment.coroutine.yield()
        return "inner"
      end)
      return select("#", inner()) .. inner()
    end)
    return outer()
  end)
  local _, first = coroutine.resume(root)
  luaunit.assertIs(first, pause)
  local ok, value = coroutine.resume(root)
  luaunit.assertTrue(ok)
  luaunit.assertEquals(value, "0inner")
end

function M.test_where_lua_cannot_wait_a_coroutine_computes_on()
  local environment, _, host = world()
  local ok, value = host(function()
    local inside
    table.sort({ 2, 1 }, function(a, b)
      inside = environment.coroutine.wrap(function()
        compute(environment)
        return "done"
      end)()
      return a < b
    end)
    return inside
  end, {})
  luaunit.assertTrue(ok)
  luaunit.assertEquals(value, "done")
end

function M.test_waiting_where_lua_cannot_wait_is_explained()
  local environment, wait, host = world()
  local ok, value = host(function()
    local inside
    table.sort({ 2, 1 }, function(a, b)
      local thread = coroutine.create(function() wait("sleep") end)
      inside = { environment.coroutine.resume(thread) }
      return a < b
    end)
    return inside[2]
  end, {})
  luaunit.assertTrue(ok)
  luaunit.assertStrContains(value, "cannot wait here")
end

return M
