return {
  list = [[
for _, w in ipairs(window.list { on_screen = true }) do
  print(w.id, w.title, ("%dx%d at %d,%d"):format(w.bounds.width, w.bounds.height, w.bounds.x, w.bounds.y))
end]],
  frontmost = [[
local front = window.frontmost()
print(front and front.title or "nothing has the focus")]],
  get = [[
local editor = window.wait { title = "Editor", timeout = 10 }
print(window.get(editor.id).title)
print(select(2, try(window.get, 1)).code)  --> WINDOW_NOT_FOUND]],
  wait = [[
local editor = window.wait { title = "Editor", timeout = 10 }
print(editor.id, editor.bounds.width)
local _, err = try(window.wait, { app = "Editor", title = "Not yet", timeout = 0.1 })
print(err.code)  --> TIMEOUT]],
  wait_gone = [[
local dialog = process.start { "xterm", "-T", "Dialog", "-e", "sleep", "60" }
local shown = window.wait { title = "Dialog" }
dialog:stop()
window.wait_gone { id = shown.id, timeout = 10 }]],
  focus = [[
for _, w in ipairs(window.list()) do
  if w.title == "Editor" then window.focus(w.id, { timeout = 5 }) end
end
print(window.frontmost().title)]],
  place = [[
local editor = window.wait { title = "Editor", timeout = 10 }
local bounds = window.place(editor.id, { x = 60, y = 80, width = 500, height = 300 })
print(bounds.x, bounds.y)
window.place(editor.id, { display = 0 })]],
  limits = [[
local terminal = process.start { "xterm", "-T", "Steps", "-e", "sleep", "60" }
local shown = window.wait { title = "Steps" }
print(window.limits(shown.id).step_width > 1)  --> true
terminal:stop()]],
  minimise = [[
local editor = window.wait { title = "Editor", timeout = 10 }
window.minimise(editor.id)
print(window.get(editor.id).minimised)  --> true
window.restore(editor.id)]],
  maximise = [[
local editor = window.wait { title = "Editor", timeout = 10 }
window.maximise(editor.id)
window.restore(editor.id)]],
  restore = [[
local editor = window.wait { title = "Editor", timeout = 10 }
window.minimise(editor.id)
window.restore(editor.id)
print(window.get(editor.id).minimised)  --> false]],
  close = [[
local dialog = process.start { "xterm", "-T", "Dialog", "-e", "sleep", "60" }
local shown = window.wait { title = "Dialog" }
window.close(shown.id)
dialog:stop()]],
  to_workspace = [[
local editor = window.wait { title = "Editor", timeout = 10 }
window.to_workspace(editor.id, { workspace = 1 })
print(window.get(editor.id).desktop)  --> 1
window.to_workspace(editor.id, { workspace = 0 })]],
}
