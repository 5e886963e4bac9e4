return {
  output = [[
local output = audio.output()
print(output.title, ("%.0f %%"):format(output.percent), output.muted)]],
  set_volume = [[
local now, before = audio.set_volume(30)
print(("%.0f %%"):format(now.percent))  --> 30 %
audio.set_volume(math.min(before.percent, 100))]],
  mute = [[
local now = audio.mute()
print(now.muted)  --> true]],
  unmute = [[
audio.mute()
task.sleep(0.1)
print(audio.unmute().muted)  --> false]],
}
