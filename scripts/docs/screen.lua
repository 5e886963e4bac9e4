return {
  displays = [[
for _, display in ipairs(screen.displays()) do
  print(display.id, display.name, display.bounds.width .. "x" .. display.bounds.height)
end]],
  capture = [[
fs.write("everything.png", screen.capture("desktop", { encode = "png" }):encode())
local corner = screen.capture("display", { id = 0, region = { x = 0, y = 0, width = 200, height = 100 } })
print(corner.width, corner.height)
for _, w in ipairs(window.list { on_screen = true }) do
  local picture, err = try(screen.capture, "window", { id = w.id })
  print(w.title, picture and picture.method or err.code)
end]],
  matches = [[
local before = screen.capture("desktop", { fingerprint = true })
print(screen.matches("desktop", { fingerprint = before.fingerprint }))]],
  wait_change = [[
local area = { x = 0, y = 0, width = 400, height = 300 }
local changed, err = try(screen.wait_change, area, { timeout = 0.3 })
if changed then changed:save "changed.png" else print(err.code) end]],
  wait_stable = [[
local calm = screen.wait_stable({ x = 0, y = 0, width = 100, height = 100 }, { still = 0.3, timeout = 20 })
print(calm.width, calm.height)]],
  mark = [[
local moment = screen.mark()
local before = screen.capture "desktop"
print(before.width, screen.changed(moment, { region = before.origin }))]],
  changed = [[
local area = { x = 0, y = 0, width = 300, height = 200 }
local moment = screen.mark()
task.sleep(0.1)
if screen.changed(moment, { region = area }) then print "something was painted there" end]],
}
