return {
  now = [[
print(time.format("%Y-%m-%d", time.now() - 86400))]],
  clock = [[
local started = time.clock()
screen.capture "desktop"
print(("%.1f ms"):format((time.clock() - started) * 1000))]],
  format = [[
print(time.format "%Y-%m-%d %H:%M:%S")]],
  after = [[
time.after(0.1, print, "a moment later")
local never = time.after(60, print, "not this one")
task.cancel(never)]],
  at = [[
local alarm = time.at("23:59:59", function() print "the day ends" end)
task.cancel(alarm) -- without this the script lives until then]],
  reach = [[
local soon = time.format("%H:%M:%S", time.now() + 1)
print(time.reach(soon) <= time.now() + 1)]],
  every = [[
for count in time.every(0.05) do
  print(count, #window.list())
  if count == 3 then break end
end]],
}
