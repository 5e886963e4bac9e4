local control = require "control"
local deadline = require "lib.deadline"
local errors = require "errors"
local json = require "json"
local log_text = require "automation.log_text"
local table_of = require "lib.text_table"
local time = require "time"
local unicode = require "lib.unicode"

-- The words after `peekaboo daemon`, which are requests to the running daemon.
local M = {}

-- The command line's row; see runtime/app/cli/command_rows.hpp.
M.row = {
  order = 9, text = "Run every automation of the configuration folder, or ask the daemon that does",
  options = {
    { "what", "status, reload or logs of the one that runs; nothing: be it", one_of = { "status", "reload", "logs" } },
    { "name", "with reload and logs: only this automation" },
    { "--follow", "with logs: go on with what comes" },
    { "--lines", "with logs: begin with so many lines (default: 50)", value = "N" },
  },
  ends = [[
Exit statuses:
  0     done
  17    no daemon runs; or one does already (FILE_IO_ERROR)
  20    there is no such automation (INVALID_ARGUMENT)
  23    the daemon does not answer (TIMEOUT)
  26    reload: an automation is broken, or has failed meanwhile (SCRIPT_ERROR)
  64    the command line makes no sense (INVALID_ARGUMENT)
]],
}

local kPatience = 10 -- seconds for an answer
local kDefaultLines, kMaxLines = 50, 2000

local function usage(message, hint)
  errors.raise("INVALID_ARGUMENT", message, { usage = true, hint = hint })
end

local function next_answer(connection)
  local answer = connection:receive()
  if answer and answer.error then
    errors.raise(answer.error.code, answer.error.message, { hint = answer.error.hint })
  end
  return answer
end

-- Returns the first answer to a request, and the connection for more.
local function ask(request)
  local connection = control.connect()
  connection:send(request)
  local answer = deadline.run(kPatience, function()
    errors.raise("TIMEOUT", "daemon does not answer",
      { hint = ("A script may hold it: its log names which. `kill %d` ends it."):format(connection.pid) })
  end, next_answer, connection)
  return answer, connection
end

local marks = { failed = "red", waiting = "green", running = "green" }

local function table_text(rows, options)
  local cells = {}
  for i, row in ipairs(rows) do
    local remark = row.problem and "new text is broken: " .. row.problem or row.reason or ""
    if row.state == "failed" then remark = row.reason or row.problem or "" end
    cells[i] = { unicode.line(row.name), row.state, time.format("%Y-%m-%d %H:%M:%S", row.since),
      tostring(row.starts), row.triggers and ("%d"):format(row.triggers.live) or "",
      row.triggers and ("%d"):format(row.triggers.fired) or "", unicode.line(remark) }
  end
  local titles = { { "NAME", shrink = true }, { "STATE" }, { "SINCE" }, { "STARTS", right = true },
    { "TRIGGERS", right = true }, { "FIRED", right = true }, { "REMARK", shrink = true } }
  return table_of.render(titles, cells, { colour = options.colour, columns = options.columns,
    mark = function(r) return marks[rows[r].state] end })
end

local function when(moment)
  return moment and time.format("%Y-%m-%d %H:%M:%S", moment) or ""
end

local function state_of(trigger)
  if not trigger.live then return "ended" end
  return trigger.running and "running" or "waiting"
end

-- Lists the triggers of all automations, or "" when there is none.
local function triggers_text(rows, options)
  local cells, failed = {}, {}
  for _, row in ipairs(rows) do
    for _, each in ipairs(row.triggers and row.triggers.list or {}) do
      cells[#cells + 1] = { unicode.line(row.name), each.kind, unicode.line(each.about or ""), state_of(each),
        tostring(each.fired), tostring(each.failed), when(each.last), when(each.next),
        unicode.line(each.problem or "") }
      failed[#cells] = each.failed > 0 or each.problem ~= nil
    end
  end
  if #cells == 0 then return "" end
  local titles = { { "TRIGGER OF", shrink = true }, { "KIND" }, { "OPTIONS", shrink = true }, { "STATE" },
    { "FIRED", right = true }, { "FAILED", right = true }, { "LAST" }, { "NEXT" }, { "PROBLEM", shrink = true } }
  return "\n" .. table_of.render(titles, cells, { colour = options.colour, columns = options.columns,
    mark = function(r) return failed[r] and "red" or nil end })
end

-- Quotes a path for a shell.
local function quoted(path)
  if not path:find "[^%w/._-]" then return path end
  return "'" .. unicode.line(path):gsub("'", [['\'']]) .. "'"
end

local actions = {}

function actions.status(options)
  local answer = ask { command = "status" }
  local head = ("Process %d, Peekaboo %s, since %s\n%s: %d automations\n"):format(answer.pid, answer.version,
    time.format("%Y-%m-%d %H:%M:%S", answer.since), unicode.line(answer.folder), #answer.automations)
  if answer.folder_exists == false then
    head = head .. ("There is no such folder yet. Make it, and put *.lua files into it: mkdir -p %s\n")
      :format(quoted(answer.folder))
  elseif #answer.automations == 0 then
    head = head .. "Every *.lua file that is put there is run.\n"
  else
    head = head .. "\n" .. table_text(answer.automations, options) .. triggers_text(answer.automations, options)
  end
  return { data = answer, text = head }
end

function actions.reload(options)
  local answer = ask { command = "reload", name = options.name }
  local broken = {}
  for _, row in ipairs(answer.automations) do
    if row.problem or row.state == "failed" then broken[#broken + 1] = row.name end
  end
  local failure = #broken > 0
    and errors.make("SCRIPT_ERROR", "broken: " .. table.concat(broken, ", ")) or nil
  return { data = answer, text = table_text(answer.automations, options), failure = failure, told = true }
end

local function lines_wanted(options)
  if not options.lines then return kDefaultLines end
  local count = tonumber(options.lines)
  if math.type(count) == "integer" and count >= 0 and count <= kMaxLines then return count end
  return usage(("--lines takes a whole number from 0 to %d, not '%s'"):format(kMaxLines, options.lines))
end

-- Adds the requested lines of an answer, unchanged or formatted for people.
local function add_lines(texts, answer, options)
  if answer.lost > 0 and not options.json_output then texts[#texts + 1] = ("… %d lines\n"):format(answer.lost) end
  for _, line in ipairs(answer.lines) do
    local row = log_text.read(line)
    local wanted = row and (options.name == nil or row.script == options.name)
    if wanted then texts[#texts + 1] = options.json_output and line .. "\n" or row.text end
  end
end

function actions.logs(options)
  local count = lines_wanted(options)
  -- The lines of one automation are selected here, from all lines.
  local lines = options.name and kMaxLines or count
  local request = { command = "logs", name = options.name, lines = lines, follow = options.follow }
  local answer, connection = ask(request)
  if not options.follow then
    local texts = {}
    while answer do
      add_lines(texts, answer, options)
      answer = next_answer(connection)
    end
    texts = table.move(texts, math.max(1, #texts - count + 1), #texts, 1, {})
    if not options.json_output then return { text = table.concat(texts) } end
    for i, text in ipairs(texts) do texts[i] = json.decode(text) end
    return { data = { lines = json.array(texts) } }
  end
  while answer do
    local texts = {}
    add_lines(texts, answer, options)
    if not control.say(table.concat(texts)) then return { text = "", data = {} } end
    answer = next_answer(connection)
  end
  return { text = "The daemon has ended.\n", data = { ended = true } }
end

-- `options`: what ("status", "reload", "logs"), name?, follow?, lines?, colour, columns.
function M.run(options)
  if options.what ~= "logs" and (options.follow or options.lines) then
    usage "--follow and --lines go with `daemon logs` only"
  end
  if options.what == "status" and options.name then usage "`daemon status` takes no name" end
  return actions[options.what](options)
end

return M
