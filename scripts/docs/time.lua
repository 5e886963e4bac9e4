return {
  now = [[
print(time.format("%Y-%m-%d", time.now() - 86400))]],
  clock = [[
local started = time.clock()
screen.capture "desktop"
print(("%.1f ms"):format((time.clock() - started) * 1000))]],
  format = [[
print(time.format "%Y-%m-%d %H:%M:%S")]],
  every = [[
for count in time.every(0.05) do
  print(count, #window.list())
  if count == 3 then break end
end]],
}
