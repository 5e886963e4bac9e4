-- A picture of the screen every few seconds, but only when it has changed:
-- peekaboo run timelapse.lua [SECONDS [FOLDER [COUNT]]]
local screen, time = require "screen", require "time"

local seconds, folder, most = tonumber(arg[1] or "10"), arg[2] or "timelapse", tonumber(arg[3] or "1000")
local saved, last = 0, nil

for _ in time.every(seconds) do
  if not last or not screen.matches("desktop", { fingerprint = last }) then
    local picture = screen.capture("desktop", { fingerprint = true })
    saved, last = saved + 1, picture.fingerprint
    print(picture:fit({ max_width = 1280 }):save(("%s/%05d.jpg"):format(folder, saved)))
    picture:release()
  end
  if saved == most then break end
end
