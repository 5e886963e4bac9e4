return {
  bytes = [[
local png = screen.capture("desktop"):encode()
print(png.size, png.media_type, png:bytes():sub(2, 4))  -- … image/png  PNG]],
  typed = [[
fs.write("page.html", "<h1>hello</h1>")
print(fs.read("page.html"):typed("text/html").media_type)]],
  data_url = [[
local shot = screen.capture("desktop"):fit { max_width = 100 }
print(#json.encode { image = shot:encode():data_url() })]],
}
