local chunk = require "repl.chunk"
local complete = require "repl.complete"
local console = require "console"
local errors = require "errors"
local help = require "repl.help"
local host = require "host"
local names = require "repl.names"
local strict = require "lib.strict"
local table_text = require "lib.text_table"
local unicode = require "lib.unicode"
local value_text = require "repl.value_text"
local trim = require("lib.blanks").trim

local M = {}

local say = print -- the host's, even if the session redefines the name
local style = {}
local environment = {}
local session -- of names
local most_lines = 5000 -- numbered; then numbering restarts
local most_calls = 8 -- of a traceback
local sources = {} -- the texts typed, by line
local opened = {} -- modules that were used, by name: a look-up takes a millisecond

-- Returns a function that has a text of its own, for words that people type without parentheses.
local function worded(text, call)
  return setmetatable({}, { __tostring = function() return text end, __call = call })
end

local show_help = worded("help() lists what there is.", function(_, ...)
  local text = select("#", ...) == 0 and help.overview() or help.text((...), style.columns, environment)
  say((text:gsub("\n$", "")))
end)

-- Words that people type first to leave.
local leaving = worded("Ctrl-D ends.", function(self) return self end)

-- Keeps a text for tracebacks; returns its first line's number.
local function remember(text)
  if #sources > most_lines then sources = {} end
  local first = #sources + 1
  for line in text:gmatch "([^\n]*)\n" do sources[#sources + 1] = line end
  return first
end

local function look_up(name)
  local value = rawget(_G, name)
  if value == nil then value = opened[name] end
  if value ~= nil or type(name) ~= "string" or name == "_" then return value end
  if help.is_module(name) then
    opened[name] = require(name)
    return opened[name]
  end
  local known = session:all()
  for each in next, _G do known[each] = true end
  return error(strict.missing(name, known), 2)
end

-- Begins a session. `options`: interactive (a person uses a terminal), colour. Returns the greeting.
function M.start(options)
  style = { colour = options.colour, previews = options.interactive, plain = not options.interactive }
  environment = { help = show_help, exit = leaving, quit = leaving }
  session = names.new(environment, look_up)
  sources = {}
  return ("Peekaboo %s, %s. help() tells what there is, Tab completes, Ctrl-D ends.\n"):format(host.version, _VERSION)
end

function M.incomplete(text)
  return chunk.incomplete(text)
end

local function shown(...)
  local parts = {}
  for i = 1, select("#", ...) do parts[i] = value_text.of((select(i, ...)), style) end
  if ... ~= nil then environment._ = ... end
  return table.concat(parts)
end

-- Runs a text and reports the result for `line`. `columns`: the terminal's width, 0 for none.
function M.evaluate(line, text, columns)
  style.columns = columns > 0 and columns or nil
  local run, message = chunk.compile(text, environment, remember(text))
  if not run then error(errors.make("SCRIPT_ERROR", message), 0) end
  console.answer(line, shown(run()))
end

function M.complete(line)
  return complete.candidates(line, session)
end

-- Ends a session: closes its <close> variables. Returns the failures, as whole lines.
function M.finish()
  local texts = {}
  session:close(function(err)
    local plain = type(err) ~= "table" or err.code == nil
    local failure = plain and errors.make("SCRIPT_ERROR", tostring(err)) or errors.normalise(err)
    texts[#texts + 1] = M.failure { code = failure.code, message = failure.message, hint = failure.hint or "",
      details = failure.details, traceback = "" }
  end)
  return table.concat(texts)
end

-- Formats one call of a traceback, with its line if it was typed here.
local function traced(line)
  local number = tonumber(line:match("^" .. chunk.name .. ":(%d+):"))
  local source = number and sources[number]
  if not source then return "  " .. unicode.line(line) end
  return ("  %s:%d: %s"):format(chunk.name, number, unicode.fit(unicode.line(trim(source)), 90))
end

-- Returns the user's part of a traceback, inner calls first.
local function own_lines(traceback)
  local lines = {}
  for line in traceback:gmatch "\n%s+([^\n]+)" do
    if line:find "^scripts/repl/init%.lua:" or #lines == most_calls then break end
    local ours = line:find "^%[C%]" or line:find "^scripts/repl" or line:find "^%(%.%.%."
    if not ours then lines[#lines + 1] = traced(line) end
  end
  return lines
end

-- Formats a failure as whole lines. `failure`: code, message, hint, details, traceback.
function M.failure(failure)
  local plain = failure.code == "SCRIPT_ERROR"
  local row = errors.row(failure.code)
  local message = failure.message
  if message == "" then message = row and row.text or "failed" end
  if not plain then message = ("%s (%s)"):format(message, failure.code) end
  local lines = { table_text.paint("Error: " .. unicode.text(message), "red", style.colour) }
  local details = errors.details_text(failure)
  lines[#lines + 1] = details and unicode.text(details)
  local hint = unicode.text(failure.hint)
  if hint == "" and row and not plain then hint = row.remedy end
  if hint ~= "" then lines[#lines + 1] = hint end
  local calls = own_lines(failure.traceback)
  -- The message names the only line: a typing error needs no traceback.
  if #calls == 1 and message:find("^%w+:%d+: there is no global") then calls = {} end
  for _, line in ipairs(calls) do
    lines[#lines + 1] = table_text.paint(line, "dim", style.colour)
  end
  return table.concat(lines, "\n") .. "\n"
end

return M
