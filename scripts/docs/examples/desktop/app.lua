return {
  launch = [[
local shown = app.launch "xterm"
print(shown.title)
app.quit("PID:" .. shown.pid)]],
  quit = [[
local shown = app.launch "xterm"
app.quit("PID:" .. shown.pid)
print(window.list({ pid = shown.pid })[1])  --> nil]],
  list = [[
for _, each in ipairs(app.list()) do print(each.name, each.pid, each.window_count .. " windows") end]],
}
