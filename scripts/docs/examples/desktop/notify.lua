return {
  send = [[
local sent = notify.send("Backup", { text = "All files are copied.", sound = true })
print(sent.service ~= "", sent.id > 0)  --> true  true]],
  close = [[
local sent = notify.send("Rendering", { subtitle = "Part 3", text = "This takes a minute." })
task.sleep(0.1)
notify.close(sent.id)]],
}
