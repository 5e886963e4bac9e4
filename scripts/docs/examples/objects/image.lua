return {
  encode = [[
local picture = screen.capture "desktop"
fs.write("good.jpg", picture:encode { format = "jpg", quality = 80 })
fs.write("same.webp", picture:encode { format = "webp" })  -- without a quality nothing is lost
print(picture:encode().size, picture:encode({ small = true }).size, "bytes of PNG")]],
  base64 = [[
local text = screen.capture("frontmost"):base64 { format = "jpg" }
local url = "data:image/jpeg;base64," .. text
print(#url)]],
  save = [[
local shot = screen.capture("desktop")
print(shot:save "desktop.png")  -- the whole path
print(shot:save("shots/", { format = "jpg", quality = 80 }))  -- a name of its own in that folder]],
  crop = [[
local picture = screen.capture "desktop"
local part = picture:crop { x = 100, y = 50, width = 320, height = 200 }
print(part.origin.x, part.origin.y)  -- where on the desktop the part is]],
  fit = [[
local half = screen.capture("desktop"):fit { scale = 0.5, max_width = 800 }
-- The desktop pixel under the picture's pixel 10, 20:
print(half.origin.x + 10 / half.scale, half.origin.y + 20 / half.scale)]],
  mask = [[
local shot = screen.capture("desktop")
local safe = shot:mask({ { x = 0, y = 0, width = 200, height = 30 } }, { color = { red = 255 } })
print(safe:pixel(10, 10).red)  -- 255]],
  mask_pii = [[
local safe = screen.capture("frontmost"):mask_pii { kinds = { "emails", "keys" } }
print(safe.masked.counts.emails, "addresses")
for _, part in ipairs(safe.masked.parts) do print(part.kind, part.bounds.x, part.bounds.y) end]],
  outline = [[
local shot = screen.capture("frontmost")
local words = shot:text().words
local bounds, numbers = {}, {}
for i, word in ipairs(words) do bounds[i], numbers[i] = word.bounds, i end
shot:outline(bounds, { color = { green = 255 }, width = 2 }):save "words.png"
shot:outline(bounds, { width = 2, numbers = numbers }):save "numbered.png"
shot:outline { x = 10, y = 10, width = 100, height = 40 }:save "corner.png"]],
  compare = [[
local before, after = screen.capture("desktop"), screen.capture("desktop")
local clock = { x = 0, y = 0, width = 100, height = 20 }
local found = before:compare(after, { tolerance = 8, ignore = { clock } })
print(found.equal, found.changed_pixels, found.ratio)]],
  diff = [[
local before, after = screen.capture("desktop"), screen.capture("desktop")
for _, rect in ipairs(before:diff(after)) do
  print(rect.x, rect.y, rect.width, rect.height)
end]],
  pixel = [[
local color = screen.capture("desktop"):pixel(0, 0)
print(color.red, color.green, color.blue)]],
  find = [[
local shot = screen.capture("desktop")
local button = shot:crop { x = 10, y = 10, width = 40, height = 20 }
local place = shot:find(button)
print(place.x, place.y)
print(#shot:find(button, { all = true, tolerance = 4 }))]],
  text = [[
local shot = screen.capture("desktop")
local found = shot:text { region = { x = 0, y = 0, width = 400, height = 200 } }
for _, line in ipairs(found.lines) do print(line.bounds.x, line.bounds.y, line.text) end]],
  share = [[
local picture = screen.capture("desktop")
local other = picture:share()
picture:release()
print(other.width)
other:release()
]],
  release = [[
for _ = 1, 3 do
  local picture = screen.capture "desktop"
  print(picture.width)
  picture:release()
end]],
}
