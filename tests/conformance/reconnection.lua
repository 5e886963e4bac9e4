-- For the suite's polling scenario: a call that lasts longer than the server keeps a reply stream open (--poll-after).
local task = require "task"
local tool = require "tool"

tool.register {
  name = "test_reconnection", description = "Answers after a while, when the client has come back for it",
  run = function()
    task.sleep(1)
    return { content = { { type = "text", text = "Reconnection test completed" } } }
  end,
}
