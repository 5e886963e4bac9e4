local stop_switch = require "stop_switch"

local M = {}

-- The command line's row; see runtime/app/cli/command_rows.hpp.
M.row = { order = 12, text = "Let what `peekaboo stop` has stopped go on" }

function M.run()
  local was_stopped = stop_switch.is_set()
  stop_switch.clear()
  return {
    text = was_stopped and "Captures and acts go on.\n" or "Nothing was stopped.\n",
    data = { stopped = false, was_stopped = was_stopped },
  }
end

return M
