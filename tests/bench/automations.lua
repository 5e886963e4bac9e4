-- The part of automations.py that runs in `peekaboo run`, as automations.lua WHAT COUNT [FOLDER].
local task, fs = require "task", require "fs"
local what, count, folder = arg[1], tonumber(arg[2]), arg[3]

local function resident()
  return tonumber(fs.read("/proc/self/statm"):bytes():match "^%d+ (%d+)") * 4096
end

local function seconds_for(f)
  local time = require "time"
  local start = time.clock()
  f()
  return time.clock() - start
end

local work = {
  turn = function()
    for _ = 1, count do task.sleep(0) end
  end,
  worker = function()
    for _ = 1, count do fs.exists(folder) end
  end,
}

if what == "sleepers" then
  collectgarbage()
  local before = resident()
  local tasks = {}
  for i = 1, count do tasks[i] = task.spawn(task.sleep, 1000) end
  task.sleep(0)
  print((resident() - before) / count)
  for _, each in ipairs(tasks) do task.cancel(each) end
  return
end
work[what]() -- once, to warm up
print(seconds_for(work[what]) / count)
