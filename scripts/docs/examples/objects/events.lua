return {
  close = [[
local events = event.listen { kinds = { "window.focused" } }
events:close()
print(events())  --> nil]],
}
