-- Tells when the battery runs low: peekaboo run battery_watch.lua [PERCENT [SECONDS]]
local notify, power, task = require "notify", require "power", require "task"

local low, pause = tonumber(arg[1] or 20), tonumber(arg[2] or 60)
local battery = power.battery()
while battery.present and (battery.charging or battery.percentage > low) do
  task.sleep(pause)
  battery = power.battery()
end
if not battery.present then error("this machine has no battery", 0) end
notify.send("Battery low", { text = ("%.0f %% are left."):format(battery.percentage), sound = true })
print(("%.0f %%"):format(battery.percentage))
