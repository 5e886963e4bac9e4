return {
  type = [[
local editor = window.wait { title = "Editor", timeout = 10 }
window.focus(editor.id)
input.type("Grüße, 漢字\n", { window = editor.id })]],
  press = [[
local editor = window.wait { title = "Editor", timeout = 10 }
window.focus(editor.id)
input.press("Return", { window = editor.id })
input.press("Shift+Tab", { window = editor.id, count = 2 })
print(select(2, try(input.press, "Crtl+S")).code)  --> INVALID_ARGUMENT]],
  press_symbol = [[
local editor = window.wait { title = "Editor", timeout = 10 }
window.focus(editor.id)
input.press_symbol(0xFF0D, { window = editor.id })  -- Return]],
  click = [[
local editor = window.wait { title = "Editor", timeout = 10 }
window.focus(editor.id)
input.click({ x = 40, y = 30 }, { window = editor.id })
input.click({ x = 40, y = 30 }, { window = editor.id, count = 2, modifiers = { "shift" } })]],
  move = [[
input.move { x = 200, y = 100 }
print(input.pointer().x)  --> 200]],
  drag = [[
local editor = window.wait { title = "Editor", timeout = 10 }
window.focus(editor.id)
input.drag { from = { x = 20, y = 20 }, to = { x = 120, y = 20 }, window = editor.id }]],
  scroll = [[
local editor = window.wait { title = "Editor", timeout = 10 }
window.focus(editor.id)
input.scroll({ x = 40, y = 30 }, { down = 3, window = editor.id })]],
  press_button = [[
input.move { x = 200, y = 100 }
input.press_button { x = 200, y = 100 }
input.move { x = 260, y = 100 }
input.release_button { x = 260, y = 100 }]],
  release_button = [[
input.press_button { x = 200, y = 100 }
input.release_button { x = 240, y = 120 }
print(select(2, try(input.release_button, { x = 240, y = 120 })).code)  --> INTERRUPTED]],
  pointer = [[
input.move { x = 200, y = 100 }
local place = input.pointer()
print(place.x, place.y)]],
  release = [[
input.release()]],
}
