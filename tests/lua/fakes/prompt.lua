-- Returns a world with a prompt that was started: `type(text, columns)` gives what is shown of a line.
local worlds = require "fakes.world"

local function started(options)
  local world = worlds.fresh()
  world.repl = require "repl"
  world.greeting = world.repl.start(options or {})
  local line = 0
  function world.type(text, columns)
    line = line + 1
    world.repl.evaluate(line, text .. "\n", columns or 0)
    return world.shown[line]
  end
  return world
end

return started
