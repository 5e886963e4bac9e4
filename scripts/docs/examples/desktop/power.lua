return {
  battery = [[
local battery = power.battery()
if battery.present and not battery.charging and battery.percentage < 20 then print "plug it in" end]],
  machine = [[
local machine = power.machine()
print(machine.system, ("%.1f GB"):format(machine.memory / 2 ^ 30))]],
}
