local stop_switch = require "stop_switch"

local M = {}

-- The command line's row; see runtime/app/cli/command_rows.hpp.
M.row = {
  order = 11, text = "Stop every running Peekaboo of this user from looking and acting, at once",
  ends = [[
Captures, lists of windows, keys and clicks are refused from now on, those under
way too, in every process: servers, scripts, the daemon. `peekaboo resume` lets
them go on; no tool and no script can.
]],
}

function M.run()
  stop_switch.set()
  return { text = "Stopped. `peekaboo resume` lets captures and acts go on.\n", data = { stopped = true } }
end

return M
