return {
  on = [[
local seen = event.on { "window.opened", app = "xterm", when_running = "queue",
  run = function(w, what) print("opened", w.title, what.time) end }
local beat = event.on { "timer", every = 0.05, run = function(count) print("beat", count) end }
event.on { "file.changed", path = "orders.csv", run = function(path) print(path .. " was saved") end }:stop()
task.sleep(0.2)
print(beat.fired, beat.failed, seen.live)
beat:stop() -- without stop the script lives on, until Ctrl-C
seen:stop()]],
  list = [[
event.on { "timer", every = 0.05, run = function() end }
for _, trigger in ipairs(event.list()) do
  print(trigger.kind, trigger.fired)
  trigger:stop()
end]],
  listen = [[
local events <close> = event.listen { kinds = { "window.opened", "window.closed" } }
task.spawn(function()
  task.sleep(0.2)
  events:close()
end)
for happened in events do print(happened.kind, happened.window.title) end]],
  signals = [[
local waiting = task.spawn(function()
  for name in event.signals "SIGUSR1" do print(name) end
end)
task.sleep(0.05)
task.cancel(waiting)]],
}
