return {
  on = [[
local trigger = event.on { "window.opened", app = "Zoom", run = function(w)
  log.info("a window has opened", { title = w.title })
end }
local ticks
ticks = event.on { "timer", every = 0.05, run = function(count)
  print(count, trigger.fired, trigger.failed)
  if count == 2 then
    ticks:stop()
    trigger:stop()
  end
end }]],
  listen = [[
local events <close> = event.listen { kinds = { "window.focused", "window.title_changed" } }
local happened = try(task.timeout, 0.2, function() return events() end)
print(happened and happened.window.title or "nothing has happened")]],
  signals = [[
local hangups = event.signals "SIGHUP"
local name = try(task.timeout, 0.1, function() return hangups() end)
print(name or "none came")]],
  [":close"] = [[
local events = event.listen { kinds = { "display.changed" } }
time.after(0.05, function() events:close() end)
for happened in events do print(#happened.displays) end
print "closed"]],
}
