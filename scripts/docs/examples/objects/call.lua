return {
  progress = [[
-- In a tool's run(args, call):
for done = 1, 3 do call:progress(done, 3, "window " .. done) end]],
  log = [[
call:log("info", call.client.name .. " asked")]],
  ask = [[
local answer = call:ask {
  who = { elicit = "Who are you?", schema = { type = "object", properties = { name = { type = "string" } } } },
}
if answer.who.action == "accept" then print(answer.who.content.name) end]],
  require = [[
call:require "elicitation"]],
}
