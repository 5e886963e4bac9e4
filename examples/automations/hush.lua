-- Mutes the sound while a window is open, such as a call: peekaboo run hush.lua [TITLE]
local audio, notify, window = require "audio", require "notify", require "window"

local title = arg[1] or "Call"
local call = window.wait { title = title, timeout = math.huge }
local _, before = audio.mute()
print("muted for " .. title)
window.wait_gone { id = call.id, timeout = math.huge }
if not before.muted then audio.unmute() end
try(notify.send, title .. " is over", { text = "The sound is on again." })
