return {
  items = [[
for _, icon in ipairs(try(tray.items) or {}) do print(icon.description, icon.process) end]],
  click = [[
local came = try(tray.click, "nm-applet")
if came == "menu" then print(#tray.menu("nm-applet").items) end]],
  menu = [[
local menus = try(tray.menu, "nm-applet", { depth = 1 })
for _, item in ipairs(menus and menus.items or {}) do print(item.name, item.enabled) end]],
  find = [[
local item = try(tray.find, "nm-applet", "Enable Networking")
if item then print(item.checked) end]],
  choose = [[
local item, err = try(tray.choose, "nm-applet", "Enable Networking")
print(item and item.name or err and err.code)]],
}
