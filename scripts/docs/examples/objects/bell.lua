return {
  ring = [[
local bell = task.bell()
task.spawn(function() bell:ring() end)
bell:wait()]],
  wait = [[
local bell = task.bell()
local waiting = task.spawn(function()
  bell:wait()
  print "it rang"
end)
bell:ring()
task.wait(waiting)]],
}
