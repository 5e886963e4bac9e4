-- Splits Lua text that the compiler accepts into tokens.
local M = {}

local keywords = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat return then true until
  while]]):gmatch "%S+" do
  keywords[word] = true
end

local operators = {}
for word in ([[... << >> // == ~= <= >= :: .. + - * / % ^ # & ~ | < > = ( ) { } [ ] ; : , .]]):gmatch "%S+" do
  operators[word] = true
end

-- Returns the end of the long bracket at `at` and its contents; nil if there is none.
local function long_bracket(text, at)
  local level = text:match("^%[(=*)%[", at)
  if not level then return nil end
  local from = at + #level + 2
  local first, last = text:find("]" .. level .. "]", from, true)
  return last, text:sub(from, first - 1)
end

-- Returns the end of the quoted string at `at` and its contents. The contents are nil if there are escapes, because no
-- name that is looked up has any.
local function short_text(text, at)
  local quote = text:sub(at, at)
  local i, plain = at + 1, true
  while text:sub(i, i) ~= quote do
    if text:sub(i, i) == "\\" then
      plain = false
      i = i + 1
    end
    i = i + 1
  end
  return i, plain and text:sub(at + 1, i - 1) or nil
end

local function number_end(text, at)
  local _, last = text:find("^0[xX][%x%.]*", at)
  if last then
    local _, exponent = text:find("^[pP][+-]?%d+", last + 1)
    return exponent or last
  end
  _, last = text:find("^[%d%.]+", at)
  local _, exponent = text:find("^[eE][+-]?%d+", last + 1)
  return exponent or last
end

-- Returns the end of the comment at `at`.
local function comment_end(text, at)
  local last = long_bracket(text, at + 2)
  return last or (text:find("\n", at, true) or #text + 1) - 1
end

local function operator_at(text, at)
  for size = 3, 1, -1 do
    local word = text:sub(at, at + size - 1)
    if operators[word] then return word end
  end
  return error("not a token: " .. text:sub(at, at + 10), 0)
end

-- Returns the token at `at`: its kind ("name", "keyword", "number", "string", "operator"), its end and its text.
local function token_at(text, at)
  local char = text:sub(at, at)
  local name = text:match("^[%a_][%w_]*", at)
  if name then return keywords[name] and "keyword" or "name", at + #name - 1, name end
  if char:find "%d" or text:find("^%.%d", at) then return "number", number_end(text, at), nil end
  if char == '"' or char == "'" then
    local last, value = short_text(text, at)
    return "string", last, value
  end
  local last, value = long_bracket(text, at)
  if last then return "string", last, value end
  local operator = operator_at(text, at)
  return "operator", at + #operator - 1, operator
end

-- Returns the tokens of a text: {kind, text, number, line, column, first, last}. `column` counts bytes of the line from
-- 1; `first` and `last` count bytes of the whole text from 1. The last token has the kind "end".
function M.list(text)
  local tokens, at, line, line_start = {}, 1, 1, 1
  local function count_lines(from, to)
    local found = text:find("\n", from, true)
    while found and found <= to do
      line, line_start = line + 1, found + 1
      found = text:find("\n", found + 1, true)
    end
  end
  while true do
    local next_at = text:find("%S", at)
    count_lines(at, (next_at or #text + 1) - 1)
    if not next_at then break end
    if text:sub(next_at, next_at + 1) == "--" then
      local last = comment_end(text, next_at)
      count_lines(next_at, last)
      at = last + 1
    else
      local kind, last, value = token_at(text, next_at)
      tokens[#tokens + 1] = { kind = kind, text = value, line = line, column = next_at - line_start + 1,
        first = next_at, last = last, number = kind == "number" and tonumber(text:sub(next_at, last)) or nil }
      count_lines(next_at, last)
      at = last + 1
    end
  end
  tokens[#tokens + 1] = { kind = "end", line = line, column = 1, first = #text + 1, last = #text }
  return tokens
end

return M
