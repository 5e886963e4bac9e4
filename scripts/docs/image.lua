return {
  decode = [[
fs.write("shot.png", screen.capture("desktop"):encode())
local picture = image.decode(fs.read "shot.png")
print(picture.width, picture.height)]],
  sniff = [[
fs.write("shot.jpg", screen.capture("desktop"):encode { format = "jpg" })
print(image.sniff(fs.read("shot.jpg", { head = 16 })))  --> jpeg]],
  [":encode"] = [[
local picture = screen.capture "desktop"
fs.write("good.jpg", picture:encode { format = "jpg", quality = 80 })
print(picture:encode().size, picture:encode({ small = true }).size, "bytes of PNG")]],
  [":crop"] = [[
local picture = screen.capture "desktop"
local part = picture:crop { x = 100, y = 50, width = 320, height = 200 }
print(part.origin.x, part.origin.y)  -- where on the desktop the part is]],
  [":fit"] = [[
local half = screen.capture("desktop"):fit { scale = 0.5, max_width = 800 }
-- The desktop pixel under the picture's pixel 10, 20:
print(half.origin.x + 10 / half.scale, half.origin.y + 20 / half.scale)]],
  [":release"] = [[
for _ = 1, 3 do
  local picture = screen.capture "desktop"
  print(picture.width)
  picture:release()
end]],
}
