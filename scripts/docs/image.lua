-- One example for each function of `image` and each method of an image; tests run them.
return {
  decode = [[
local file = fs.temporary_directory() .. "/decode-example.png"
screen.capture("desktop"):save(file)
local picture = image.decode(fs.read(file))
print(picture.width, picture.height)
fs.remove(file)]],
  sniff = [[
local blob = screen.capture("frontmost"):encode { format = "jpg" }
print(image.sniff(blob)) -- jpeg]],
  [":encode"] = [[
local blob = screen.capture("frontmost"):encode { format = "jpg", quality = 80 }
print(blob.media_type, blob.size)]],
  [":base64"] = [[
local text = screen.capture("frontmost"):base64()
local url = "data:image/png;base64," .. text
print(#url)]],
  [":save"] = [[
local path = screen.capture("desktop"):save(fs.temporary_directory() .. "/save-example.jpg", { quality = 80 })
print(path)
fs.remove(path)]],
  [":crop"] = [[
local shot = screen.capture("desktop")
local corner = shot:crop { x = 0, y = 0, width = 100, height = 50 }
print(corner.width, corner.height)]],
  [":fit"] = [[
local small = screen.capture("desktop"):fit { max_width = 640 }
print(small.width, small.scale)]],
  [":mask"] = [[
local shot = screen.capture("desktop")
local safe = shot:mask({ { x = 0, y = 0, width = 200, height = 30 } }, { color = { red = 255 } })
print(safe:pixel(10, 10).red) -- 255]],
  [":compare"] = [[
local before, after = screen.capture("desktop"), screen.capture("desktop")
local clock = { x = 0, y = 0, width = 100, height = 20 }
local found = before:compare(after, { tolerance = 8, ignore = { clock } })
print(found.equal, found.changed_pixels, found.ratio)]],
  [":diff"] = [[
local before, after = screen.capture("desktop"), screen.capture("desktop")
for _, rect in ipairs(before:diff(after)) do
  print(rect.x, rect.y, rect.width, rect.height)
end]],
  [":pixel"] = [[
local color = screen.capture("desktop"):pixel(0, 0)
print(color.red, color.green, color.blue)]],
  [":find"] = [[
local shot = screen.capture("desktop")
local button = shot:crop { x = 10, y = 10, width = 40, height = 20 }
local place = shot:find(button)
print(place.x, place.y)
for _, each in ipairs(shot:find(button, { all = true, tolerance = 4 })) do print(each.x, each.y) end]],
  [":text"] = [[
local shot = screen.capture("desktop")
local found = shot:text { region = { x = 0, y = 0, width = 400, height = 200 } }
for _, line in ipairs(found.lines) do print(line.bounds.x, line.bounds.y, line.text) end]],
  [":release"] = [[
local shot = screen.capture("desktop")
print(shot.width)
shot:release() -- many megabytes, now instead of some time later]],
}
