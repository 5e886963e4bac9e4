return {
  [":stop"] = [[
local trigger
trigger = event.on { "timer", every = 0.01, run = function(count)
  if count == 3 then trigger:stop() end
end }
task.sleep(0.2)
print(trigger)  --> trigger: timer, stopped, fired 3, …]],
}
