local locals = require "repl.locals"

local M = {}

M.name = "prompt"

-- Adds empty lines before the text, so that messages name the line of the session.
local function compile(text, environment, line)
  return load(("\n"):rep(line - 1) .. text, "=" .. M.name, "t", environment)
end

local function at_the_end(message)
  return message ~= nil and message:sub(-5) == "<eof>"
end

local function same(...)
  return ...
end

-- Makes an expression the argument of a call. The bracket is added to its last line, which errors then name; a comment
-- there would hide it.
local function as_argument(text)
  local expression = text:match "^(.-)%s*$"
  local break_line = expression:match "[^\n]*$":find("--", 1, true) and "\n" or ""
  return "return (...)(" .. expression .. break_line .. ")"
end

-- Compiles a text: an expression returns its values, a statement none. `line`: where the text begins in the session. On
-- failure returns nil, the message, and whether more lines might complete it.
function M.compile(text, environment, line)
  local chunk, expression_message = compile("return " .. text, environment, line)
  if chunk then
    -- Not a tail call, which tracebacks would omit.
    local expression = compile(as_argument(text), environment, line)
    return expression and function() return expression(same) end or chunk
  end
  local plain, message = compile(text, environment, line)
  if plain then return compile(locals.rewrite(text), environment, line) or plain end
  return nil, message, at_the_end(message) or at_the_end(expression_message)
end

-- Returns whether a text is incomplete and needs more lines.
function M.incomplete(text)
  local _, _, more = M.compile(text, {}, 1)
  return more == true
end

return M
