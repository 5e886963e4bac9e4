-- Tools that a server under test has besides its own.
local task = require "task"
local tool = require "tool"

local runs = { started = 0, finished = 0, ended = 0 }

local function text(words)
  return { content = { { type = "text", text = words } } }
end

tool.register {
  name = "slow", description = "Takes its time",
  params = { { "seconds", "number", "how long" }, { "steps", "integer", "progress reports", optional = true } },
  run = function(args, call)
    runs.started = runs.started + 1
    local _ <close> = setmetatable({}, { __close = function() runs.ended = runs.ended + 1 end })
    for step = 1, args.steps or 1 do
      call:progress(step, args.steps or 1, "step " .. step)
      call:log("info", "step " .. step)
      task.sleep(args.seconds / (args.steps or 1))
    end
    runs.finished = runs.finished + 1
    return text "slow is done"
  end,
}

tool.register {
  name = "runs", description = "How often slow was started, finished, and ended in any way",
  run = function() return text(("%d %d %d"):format(runs.started, runs.finished, runs.ended)) end,
}

tool.register {
  name = "echo", description = "Says it again",
  params = { { "text", "string", "what to say" } },
  run = function(args) return text(args.text) end,
}

tool.register {
  name = "touch", description = "Changes the list of tools",
  run = function()
    tool.remove "fleeting"
    tool.register { name = "fleeting", description = "Comes and goes", run = function() return text "here" end }
    return text "touched"
  end,
}
