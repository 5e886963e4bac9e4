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
