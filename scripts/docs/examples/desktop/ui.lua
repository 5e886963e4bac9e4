return {
  tree = [[
local front = window.frontmost()
local seen = try(ui.tree, { window = front.id })
for _, element in ipairs(seen and seen.elements or {}) do
  print(("  "):rep(element.depth - 1) .. element.role, element.name)
end]],
  find = [[
local button, err = try(ui.find, { app = "Editor", role = "button", name = "Save" })
if button then print(button.path, button.bounds and button.bounds.x) else print(err and err.code) end]],
  read = [[
local field = try(ui.find, { app = "Editor", role = "text" })
if field then print(ui.read(field).value) end]],
  wait = [[
local button, err = try(ui.wait, { app = "Editor", role = "button", name = "Save", state = "sensitive", timeout = 1 })
if button then ui.press(button) else print(err and err.message) end]],
  press = [[
local button = try(ui.find, { app = "Editor", role = "button", name = "Save" })
local action, answered = try(ui.press, button)
if action and not answered then print "a dialog may be open" end]],
  focus = [[
local field = try(ui.find, { app = "Editor", role = "text" })
if field then ui.focus(field) end]],
  scroll_to = [[
local last = try(ui.find, { app = "Browser", role = "link", name = "Imprint" })
if last then print(try(ui.scroll_to, last)) end]],
  select = [[
local row = try(ui.find, { app = "Editor", role = "list item", name = "Draft" })
if row then ui.select(row, { add = true }) end]],
  set_value = [[
local field = try(ui.find, { app = "Editor", role = "spin button", name = "Copies" })
if field then print(ui.set_value(field, 3).value) end]],
}
