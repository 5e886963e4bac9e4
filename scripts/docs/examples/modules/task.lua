return {
  spawn = [[
local watcher = task.spawn(function(seconds)
  for _ in time.every(seconds) do print(#window.list()) end
end, 0.05)
task.sleep(0.2)
task.cancel(watcher)]],
  wait = [[
local counting = task.spawn(function() return #window.list(), #app.list() end)
local windows, apps = task.wait(counting)
print(windows, apps)]],
  cancel = [[
local sleeper = task.spawn(task.sleep, 60)
task.cancel(sleeper)
local _, err = try(task.wait, sleeper)
print(err.code)  --> CANCELLED]],
  all = [[
local before, after = task.all {
  function() return screen.capture "desktop" end,
  function() task.sleep(0.1) return screen.capture "desktop" end,
}
print(before.width == after.width)]],
  race = [[
print(task.race {
  function() task.sleep(5) return "slow" end,
  function() return "fast", 1 end,
})  --> fast  1]],
  timeout = [[
local _, err = try(task.timeout, 0.1, function() task.sleep(60) end)
print(err.code)  --> TIMEOUT
print(task.timeout(5, math.max, 1, 2))  --> 2]],
  sleep = [[
task.sleep(0.25)]],
  shield = [[
local work = task.spawn(function()
  local ended, err = try(task.sleep, 60)
  task.shield(2, fs.write, "state.txt", "saved although cancelled")
  if not ended and err then error(err, 0) end
end)
task.sleep(0.05)
task.cancel(work)
try(task.wait, work)
print(fs.exists "state.txt")]],
  bell = [[
local ready = task.bell()
task.spawn(function()
  task.sleep(0.05)
  ready:ring()
end)
ready:wait()
print "rung"]],
}
