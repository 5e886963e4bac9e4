local acting = require "acting.act"
local answer = require "acting.answer"
local error_text = require "lib.error_text"
local errors = require "errors"
local json = require "json"
local registry = require "registry"
local saved_marks = require "seeing.saved_marks"
local tools = require "tools"

-- `peekaboo do TOOL`: a tool that acts, or reads what others act on, with its parameters as options.
local M = {}

-- The command line's row; see runtime/app/cli/command_rows.hpp.
M.row = {
  order = 4, text = "Click, type, scroll, choose: act on a window", desktop = true, tools = true,
}

local function option_of(name)
  return "--" .. name:gsub("_", "-"):gsub("%u", function(letter) return "-" .. letter:lower() end)
end

local function refuse(row, parameter, text, expected)
  errors.raise("INVALID_ARGUMENT",
    ("`do %s`: %s takes %s, not '%s'"):format(row.name, option_of(parameter[1]), expected, text),
    { usage = true, details = { field = parameter[1] } })
end

-- Returns an error with options in the place of the parameters that it names, and tools in that of functions.
local function for_options(row, err)
  err = errors.normalise(err)
  err.hint = error_text.for_tools(err.hint)
  if err.code ~= "INVALID_ARGUMENT" then return err end
  local options = {}
  for _, parameter in ipairs(row.params) do options[parameter[1]] = option_of(parameter[1]) end
  local message = err.message:gsub("^Invalid arguments for [%w_]+: ", "")
  if message:find "^neither " then
    err.message = message:gsub("[%w_]+", options)
  else
    err.message = message:gsub("^([%w_]+):", function(name) return options[name] and options[name] .. ":" end)
  end
  return err
end

-- Returns a record whose numbers were given in the order of its rows: "0,0,640,480".
local function record_of(row, parameter, given)
  local record, at = {}, 0
  for number in (given .. ","):gmatch "%s*([^,]-)%s*," do
    at = at + 1
    local member = parameter[2][at]
    record[member and member[1] or at] = tonumber(number) or refuse(row, parameter, given, "numbers with commas")
  end
  if at ~= #parameter[2] then refuse(row, parameter, given, ("%d numbers"):format(#parameter[2])) end
  return record
end

-- Returns the value of an option as its parameter has it.
local function value_of(row, parameter, given)
  local kind = parameter[2]
  if type(kind) == "table" and kind.list then return require("lib.arguments").list(given) end
  if type(kind) == "table" and type(kind[1]) == "table" then return record_of(row, parameter, given) end
  if kind == "boolean" and type(given) == "string" then return given == "true" end
  if kind ~= "integer" and kind ~= "number" then return given end
  local number = tonumber(given)
  if not number or number ~= number then refuse(row, parameter, given, "a number") end
  if kind == "number" then return number end
  return math.tointeger(number) or refuse(row, parameter, given, "a whole number")
end

local function arguments_of(row, options)
  local args = {}
  for _, parameter in ipairs(row.params) do
    local given = options[parameter[1]]
    if given ~= nil then args[parameter[1]] = value_of(row, parameter, given) end
  end
  return args
end

-- Returns the handler of a tool and the arguments that it takes.
local function prepared(row, domain, args)
  registry.check(row.name, args)
  saved_marks.load()
  local handler = require(("tools.%s.%s"):format(domain, row.name))
  return handler, handler.normalise(args)
end

local function word(value)
  local text = type(value) == "table" and table.concat(value, ",") or tostring(value)
  return text:find "^[%w_./:,=-]+$" and text or "'" .. text:gsub("'", "'\\''") .. "'"
end

-- Returns a call as a line for the shell.
local function command_text(call)
  local words = { "peekaboo do " .. call.tool }
  for _, argument in ipairs(call.arguments) do
    words[#words + 1] = option_of(argument[1]) .. " " .. word(argument[2])
  end
  return table.concat(words, " ")
end

local function read_text(value, more)
  local text = type(value) == "string" and value or json.encode(value, 2)
  if more.omitted then text = ("%s\n%d more are left out."):format(text, more.omitted) end
  return text .. (more.next_cursor and "\nThere is more: give --limit.\n" or "\n")
end

-- Runs a tool, and returns what the command answers.
local function result_of(row, handler, args)
  if handler.read then
    local value, more = handler.read(args)
    -- A picture cannot be printed.
    if more and more.content then
      errors.raise("INVALID_ARGUMENT", ("`do %s`: --file-path is missing"):format(row.name), { usage = true })
    end
    return { data = value, text = read_text(value, more or {}) }
  end
  local outcome = acting.perform(handler, args, row.effect)
  return { data = answer.record(outcome), text = answer.text(outcome, command_text) .. "\n" }
end

-- `options`: `tool`, and the parameters of the tool by name.
function M.run(options)
  local row, domain = tools.find(options.tool)
  tools.start(row.name)
  local result, err = try(function() return result_of(row, prepared(row, domain, arguments_of(row, options))) end)
  if err then error(for_options(row, err), 0) end
  return result
end

return M
