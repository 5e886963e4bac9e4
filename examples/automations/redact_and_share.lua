-- Blackens what looks secret in a window's picture: peekaboo run redact_and_share.lua TITLE [URL]
-- The picture is sent to the URL, or saved as TITLE.png.
local http, screen, window = require "http", require "screen", require "window"

local title, url = arg[1] or "Terminal", arg[2]
local secret = { "%d%d%d%d%d%d", "@", "[Pp]assword" }

local function is_secret(text)
  for _, pattern in ipairs(secret) do
    if text:find(pattern) then return true end
  end
  return false
end

local picture = screen.capture("window", { id = window.wait({ title = title, timeout = 10 }).id })
local boxes = {}
for _, word in ipairs(picture:text().words) do
  if is_secret(word.text) then boxes[#boxes + 1] = word.bounds end
end
local safe = #boxes > 0 and picture:mask(boxes) or picture
print(#boxes .. " words were blackened")
if url then
  print(http.post(url, { body = safe:encode(), headers = { ["content-type"] = "image/png" } }).status)
else
  print(safe:save(title .. ".png"))
end
