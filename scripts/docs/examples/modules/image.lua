return {
  decode = [[
fs.write("shot.png", screen.capture("desktop"):encode())
local picture = image.decode(fs.read "shot.png")
print(picture.width, picture.height)]],
  sniff = [[
fs.write("shot.jpg", screen.capture("desktop"):encode { format = "jpg" })
print(image.sniff(fs.read("shot.jpg", { head = 16 })))  --> jpeg]],
}
