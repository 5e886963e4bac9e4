local trim = require("lib.blanks").trim

-- Reads the signatures of documentation rows, such as "window.list({pid, on_screen}?) -> {window}".
local M = {}

local closing = { ["("] = ")", ["{"] = "}" }

-- The text between the bracket at `start` and its partner, and what follows.
local function inside(text, start)
  local open = text:sub(start, start)
  local from, to = text:find("%b" .. open .. closing[open], start)
  if not from then error("no end of bracket: " .. text, 0) end
  return text:sub(from + 1, to - 1), text:sub(to + 1)
end

-- The parts of a text between the commas that are in no bracket and no quotes.
local function parts_of(text)
  local parts, depth, quoted, from = {}, 0, false, 1
  for i = 1, #text do
    local char = text:sub(i, i)
    if char == '"' then quoted = not quoted end
    if not quoted then
      if closing[char] then depth = depth + 1 elseif char == ")" or char == "}" then depth = depth - 1 end
      if char == "," and depth == 0 then
        parts[#parts + 1] = text:sub(from, i - 1)
        from = i + 1
      end
    end
  end
  if text:find "%S" then parts[#parts + 1] = text:sub(from) end
  for i, part in ipairs(parts) do parts[i] = trim(part) end
  return parts
end

local function is_more(part)
  return part == "..." or part == "…"
end

-- One member of an option table: "name", "name?", "name = kind".
local function option(part)
  local name, mark = part:match "^([%a_][%w_]*)(%??)"
  if not name then return nil end
  return { name = name, optional = mark == "?" }
end

-- A parameter that is a table: of options {options}, or a list of things of one kind {list = their name}.
local function table_parameter(text, optional)
  local options, more = {}, false
  for _, part in ipairs(parts_of(text)) do
    if is_more(part) then more = true else options[#options + 1] = option(part) end
  end
  local single = #options < 2 and not optional and not (options[1] and options[1].optional)
  if not text:find "=" and single then
    return { name = options[1] and options[1].name or "items", list = true, optional = optional }
  end
  return { name = "options", options = options, optional = optional, open = more }
end

local function parameter(part)
  if is_more(part) then return { name = "...", more = true } end
  if part:sub(1, 1) == "{" then
    local text, rest = inside(part, 1)
    return table_parameter(text, rest == "?")
  end
  local name, mark = part:match "^([%a_][%w_]*)(%??)$"
  if not name then error("unreadable parameter: " .. part, 0) end
  return { name = name, optional = mark == "?" }
end

-- {module, name, method (a colon stands before the name), call (its word), params, returns}. Parameters are {name,
-- optional}, {name = "options", options = {{name, optional}}}, {name, list = true}, or {name = "...", more = true}.
-- `returns` is the list of words behind the arrow. Raises a text for a signature that it cannot read.
function M.parse(signature)
  local module, dot, name, rest = signature:match "^([%a_][%w_]*)([.:])([%a_][%w_]*)%s*(.*)$"
  if not module then
    module, dot = "_G", "."
    name, rest = signature:match "^([%a_][%w_]*)%s*(.*)$"
  end
  local text, tail = inside(rest, 1)
  local params = {}
  if rest:sub(1, 1) == "{" then
    params[1] = table_parameter(text, false)
  else
    for i, part in ipairs(parts_of(text)) do params[i] = parameter(part) end
  end
  local returns = tail:match "^%s*%->%s*(.+)$"
  local call = module == "_G" and name or module .. dot .. name
  return { module = module, name = name, method = dot == ":", call = call, params = params,
    returns = returns and parts_of(returns) or {} }
end

-- The parameter that takes options, or nil.
function M.options(parsed)
  for _, param in ipairs(parsed.params) do
    if param.options then return param end
  end
  return nil
end

return M
