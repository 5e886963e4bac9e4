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
}
