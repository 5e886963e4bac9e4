-- Asks an AI provider whenever a part of the screen has changed and come to rest:
-- peekaboo run watch_and_ask.lua X Y WIDTH HEIGHT [QUESTION]
local ai, event, screen, time = require "ai", require "event", require "screen", require "time"

local region = { x = tonumber(arg[1]), y = tonumber(arg[2]), width = tonumber(arg[3]), height = tonumber(arg[4]) }
local question = arg[5] or "What does this show? Answer in one sentence."

event.on { "screen.changed", region = region, run = function()
  local picture = screen.wait_stable(region, { still = 0.5, timeout = 60 })
  local answer = ai.ask(picture, question)
  print(time.format "%H:%M:%S", answer.provider .. "/" .. answer.model)
  print(answer.text)
end }
print "watching"
