local locals = require "repl.locals"

local M = {}

M.name = "prompt"

-- Messages name the line of the session: as many empty lines stand before the text.
local function compile(text, environment, line)
  return load(("\n"):rep(line - 1) .. text, "=" .. M.name, "t", environment)
end

local function at_the_end(message)
  return message ~= nil and message:sub(-5) == "<eof>"
end

local function same(...)
  return ...
end

-- An expression as the argument of a call. The bracket stands in its last line, which errors then name; a comment there
-- would hide it.
local function as_argument(text)
  local expression = text:match "^(.-)%s*$"
  local break_line = expression:match "[^\n]*$":find("--", 1, true) and "\n" or ""
  return "return (...)(" .. expression .. break_line .. ")"
end

-- A text as a function: an expression gives its values, a statement none. `line`: of the session, where the text
-- begins. Else nil, the message, and whether more lines may still make sense of it.
function M.compile(text, environment, line)
  local chunk, expression_message = compile("return " .. text, environment, line)
  if chunk then
    -- Not as a tail call, which tracebacks would not show.
    local expression = compile(as_argument(text), environment, line)
    return expression and function() return expression(same) end or chunk
  end
  local plain, message = compile(text, environment, line)
  if plain then return compile(locals.rewrite(text), environment, line) or plain end
  return nil, message, at_the_end(message) or at_the_end(expression_message)
end

-- Whether a text needs more lines before it means anything.
function M.incomplete(text)
  local _, _, more = M.compile(text, {}, 1)
  return more == true
end

return M
