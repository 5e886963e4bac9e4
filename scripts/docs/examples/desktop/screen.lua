return {
  displays = [[
for _, display in ipairs(screen.displays()) do
  print(display.id, display.name, display.bounds.width .. "x" .. display.bounds.height)
end]],
  capture = [[
fs.write("everything.png", screen.capture("desktop", { encode = "png" }):encode())
fs.write("small.png", screen.capture("desktop", { max_width = 640, encode = "png" }):encode())
local whole = screen.capture("desktop", { fit = { max_width = 400 }, encode = "png" })
print(whole:encode().size, whole:fit({ max_width = 400 }):encode().size)
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
local corner = { x = 0, y = 0, width = 200, height = 100 }
local picture, err = try(screen.wait_change, corner, { timeout = 0.2 })
if picture then picture:save "changed.png" else print(err.code) end]],
  wait_stable = [[
local region = window.wait({ title = "Editor", timeout = 5 }).bounds
local picture = screen.wait_stable(region, { still = 0.2, timeout = 20 })
print(picture.width, picture.height)]],
  wait_text = [[
local place, err = try(screen.wait_text, "Total amount", { timeout = 3 })
if place then print(place.text, place.bounds.x, place.bounds.y) else print(err.code) end]],
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
