-- Records which lines of the scripts run in this interpreter, for tests/coverage/report.py. Only tests switch it on.
local M = {}

local ran = {} -- source -> line -> true

local function on_line(_, line)
  local source = debug.getinfo(2, "S").source
  local lines = ran[source]
  if not lines then
    lines = {}
    ran[source] = lines
  end
  lines[line] = true
end

-- Starts recording, in coroutines that are created later too.
function M.start()
  local create = coroutine.create
  function coroutine.create(...) -- luacheck: ignore 122
    local thread = create(...)
    debug.sethook(thread, on_line, "l")
    return thread
  end
  debug.sethook(on_line, "l")
end

-- Writes a file for each script into the folder: a byte for each line, 1 where it ran.
function M.write(folder)
  debug.sethook()
  for source, lines in pairs(ran) do
    local name = source:match "^@.*(scripts/.*%.lua)$"
    if name then
      local last, bytes = 0, {}
      for line in pairs(lines) do last = math.max(last, line) end
      for line = 0, last do bytes[#bytes + 1] = lines[line] and "\1" or "\0" end
      local file = assert(io.open(("%s/lua#%s.lines"):format(folder, (name:gsub("/", "#"))), "wb"))
      file:write(table.concat(bytes))
      file:close()
    end
  end
end

return M
