return {
  items = [[
local front = window.frontmost()
local menus = try(menu.items, { window = front.id, depth = 2 })
for _, item in ipairs(menus and menus.items or {}) do
  print(("  "):rep(item.depth - 1) .. item.name, item.shortcut or "")
end]],
  find = [[
local item, err = try(menu.find, "View > Line Numbers", { app = "Editor" })
if item then print(item.checked) else print(err and err.code) end]],
  choose = [[
local item, answered = try(menu.choose, "File > Save As...", { app = "Editor" })
if item and not answered then print "a dialog may be open" end]],
}
