-- Finds the position of an unfinished string at the end of a line of Lua: which argument or option of which call it is.
local M = {}

local kLongest = 4096 -- bytes of a line that are examined

-- Returns the name right before a bracket or a string, such as "window.list" or "shot:encode"; nil when there is none.
local function name_at_end(text)
  local name = text:match "([%a_][%w_%.:]*)%s*$"
  return name and not name:find "^%.*:" and name or nil
end

-- Returns the brackets open at the line's end, the innermost last: {bracket, before (preceding text), commas, segment
-- (since the last comma)}.
local function open_brackets(line)
  local stack = { { bracket = "", before = "", commas = 0, from = 1 } }
  local quote, i = nil, 1
  while i <= #line do
    local char, top = line:sub(i, i), stack[#stack]
    if quote then
      if char == "\\" then i = i + 1 elseif char == quote then quote = nil end
    elseif char == '"' or char == "'" then
      quote = char
    elseif char == "(" or char == "{" then
      stack[#stack + 1] = { bracket = char, before = line:sub(top.from, i - 1), commas = 0, from = i + 1 }
    elseif (char == ")" or char == "}") and #stack > 1 then
      stack[#stack] = nil
    elseif char == "," or char == ";" then
      top.commas, top.from = top.commas + 1, i + 1
    end
    i = i + 1
  end
  stack[#stack].segment = line:sub(stack[#stack].from)
  return stack
end

local function is_blank(text)
  return not text:find "%S"
end

local function key_of(segment)
  return segment:match "^%s*([%a_][%w_]*)%s*=%s*$"
end

-- Returns the contents of a bracket: {call} for "(", {call, argument, table = true} for a table that is an argument,
-- {call, argument, key} for a list that is an option; nil for anything else. `outer`: the contents of the bracket
-- around it.
local function held(bracket, around, outer)
  local name = name_at_end(bracket.before)
  if bracket.bracket == "(" then return name and { call = name } or nil end
  if name then return { call = name, argument = 1, table = true } end
  if outer and is_blank(bracket.before) and not outer.table then
    return { call = outer.call, argument = around.commas + 1, table = true }
  end
  local key = key_of(bracket.before)
  if outer and outer.table and key then return { call = outer.call, argument = outer.argument, key = key } end
  return key and { key = key } or nil
end

-- Returns {call?, argument?, key?, item?} for a string that begins after `before`: the call's name, its argument, its
-- option, or the position in a table without a name. Nil outside a call.
function M.of(before)
  local stack = open_brackets(before:sub(-kLongest))
  local meaning
  for i = 2, #stack do meaning = held(stack[i], stack[i - 1], meaning) end
  local top = stack[#stack]
  local key = top.bracket == "{" and key_of(top.segment)
  if key then
    local known = meaning and meaning.table and meaning or {}
    return { call = known.call, argument = known.argument, key = key }
  end
  if meaning and is_blank(top.segment) then
    local place = top.commas + 1
    if meaning.key then return { call = meaning.call, argument = meaning.argument, key = meaning.key, item = place } end
    if meaning.table then return { call = meaning.call, argument = meaning.argument, item = place } end
    return { call = meaning.call, argument = place }
  end
  local name = name_at_end(top.segment)
  return name and { call = name, argument = 1 } or nil
end

return M
