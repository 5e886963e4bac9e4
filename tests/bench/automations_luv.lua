-- The same in plain Lua with luv, which is given what a script of ours has: a coroutine that waits.
local uv = require "luv"
local what, count, folder = arg[1], tonumber(arg[2]), arg[3]

local function resident()
  local file = io.open "/proc/self/statm"
  local pages = file:read "a":match "^%d+ (%d+)"
  file:close()
  return tonumber(pages) * 4096
end

local function sleep(seconds)
  local thread, timer = coroutine.running(), uv.new_timer()
  timer:start(math.floor(seconds * 1000), 0, function()
    timer:close()
    assert(coroutine.resume(thread))
  end)
  coroutine.yield()
end

-- Once around the loop. Timers of no time at all would run one after the other, and nothing else would have a turn.
local function turn()
  local thread, idle = coroutine.running(), uv.new_idle()
  idle:start(function()
    idle:close()
    assert(coroutine.resume(thread))
  end)
  coroutine.yield()
end

local function exists(path)
  local thread = coroutine.running()
  uv.fs_stat(path, function(_, status) assert(coroutine.resume(thread, status ~= nil)) end)
  return coroutine.yield()
end

local work = {
  turn = function()
    for _ = 1, count do turn() end
  end,
  worker = function()
    for _ = 1, count do exists(folder) end
  end,
}

local function spawn(f)
  assert(coroutine.resume(coroutine.create(f)))
end

if what == "sleepers" then
  collectgarbage()
  local before = resident()
  for _ = 1, count do spawn(function() sleep(1000) end) end
  print((resident() - before) / count)
  os.exit(0)
end
spawn(function()
  work[what]()
  local start = uv.hrtime()
  work[what]()
  print((uv.hrtime() - start) / 1e9 / count)
end)
uv.run()
