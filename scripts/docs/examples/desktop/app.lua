return {
  list = [[
for _, each in ipairs(app.list()) do print(each.name, each.pid, each.window_count .. " windows") end]],
}
