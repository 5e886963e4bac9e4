local json = require "json"
local time = require "time"
local unicode = require "lib.unicode"

-- Converts lines of the log (JSON) to text for people.
local M = {}

local known = { level = true, time = true, pid = true, msg = true, script = true, traceback = true }

local function fields_of(line)
  local names, parts = {}, {}
  for name in pairs(line) do
    if not known[name] then names[#names + 1] = name end
  end
  table.sort(names)
  for _, name in ipairs(names) do
    local value = line[name]
    local text = type(value) == "string" and value or json.encode(value)
    parts[#parts + 1] = name .. "=" .. unicode.line(text)
  end
  return #parts > 0 and "  (" .. table.concat(parts, ", ") .. ")" or ""
end

-- Returns a line as {text = "19:04:12 clock: message  (field=value)\n", script}; a traceback follows on further lines.
-- Returns nil for anything that is not a line of the log.
function M.read(text)
  local line = try(json.decode, text)
  if type(line) ~= "table" or type(line.msg) ~= "string" then return nil end
  local script = type(line.script) == "string" and line.script or nil
  local loud = (line.level == "warn" or line.level == "error" or line.level == "fatal") and line.level .. ": " or ""
  local out = ("%s %s%s%s%s\n"):format(time.format("%H:%M:%S", (tonumber(line.time) or 0) // 1000),
    script and unicode.line(script) .. ": " or "", loud, unicode.line(line.msg), fields_of(line))
  if type(line.traceback) == "string" then
    for row in line.traceback:gmatch "[^\n]+" do out = out .. "    " .. unicode.line(row) .. "\n" end
  end
  return { text = out, script = script }
end

local marks = { info = "INFO: ", warn = "WARN: ", error = "ERROR: ", fatal = "ERROR: " }

-- Returns a line as a text of `debug_logs`: "WARN: message  (field=value)"; lines for developers have no prefix.
function M.entry(text)
  local line = try(json.decode, text)
  if type(line) ~= "table" then return nil end
  return (marks[line.level] or "") .. unicode.line(line.msg) .. fields_of(line)
end

return M
