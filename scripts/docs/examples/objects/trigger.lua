return {
  stop = [[
local trigger
trigger = event.on { "timer", every = 0.02, run = function(count)
  print(count)
  if count == 3 then trigger:stop() end
end }]],
}
