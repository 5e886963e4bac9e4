-- Masks personal data in a window's picture: peekaboo run redact_and_share.lua TITLE [URL]
-- The picture is sent to the URL, or saved as TITLE.png.
local http, screen, window = require "http", require "screen", require "window"

local title, url = arg[1] or "Terminal", arg[2]
local picture = screen.capture("window", { id = window.wait({ title = title, timeout = 10 }).id, mask_pii = true })
print(#picture.masked.parts .. " places were masked")
if url then
  print(http.post(url, { body = picture:encode(), headers = { ["content-type"] = "image/png" } }).status)
else
  print(picture:save(title .. ".png"))
end
