return {
  list = [[
for _, w in ipairs(window.list { on_screen = true }) do
  print(w.id, w.title, ("%dx%d at %d,%d"):format(w.bounds.width, w.bounds.height, w.bounds.x, w.bounds.y))
end]],
  frontmost = [[
local front = window.frontmost()
print(front and front.title or "nothing has the focus")]],
  focus = [[
for _, w in ipairs(window.list()) do
  if w.title == "Editor" then window.focus(w.id, { timeout = 5 }) end
end
print(window.frontmost().title)]],
}
