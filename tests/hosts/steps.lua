-- A tool whose answer comes at the moment of a progress report, after others that the client has seen.
local task, tool = require "task", require "tool"

tool.register {
  name = "steps", description = "Counts to 8.",
  run = function(_, call)
    for done = 1, 8 do
      call:progress(done, 8, "step " .. done)
      task.sleep(done == 8 and 0.021 or 0.03)
    end
    return { content = { tool.text "Counted to 8." } }
  end,
}
