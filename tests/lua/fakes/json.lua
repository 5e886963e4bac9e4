-- A small JSON module with the interface of the host's, for tests that run under plain Lua.
local M = {}

M.null = setmetatable({}, { __name = "null", __tostring = function() return "null" end })

local list_mark, order_of = {}, setmetatable({}, { __mode = "k" })

function M.array(t)
  return setmetatable(t, list_mark)
end

function M.object(pairs_list)
  local object, order = {}, {}
  for _, pair in ipairs(pairs_list) do
    object[pair[1]] = pair[2]
    if pair[2] ~= nil then order[#order + 1] = pair[1] end
  end
  order_of[object] = order
  return object
end

function M.is_list(t)
  return getmetatable(t) == list_mark or (#t > 0)
end

local function sorted_keys(t)
  local keys = {}
  for key in pairs(t) do
    assert(type(key) == "string", "a record has a key that is no text: " .. tostring(key))
    keys[#keys + 1] = key
  end
  table.sort(keys)
  return keys
end

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function quote(text)
  return '"' .. text:gsub('[%c"\\]', function(c) return escapes[c] or ("\\u%04x"):format(c:byte()) end) .. '"'
end

function M.encode(value)
  if value == M.null or value == nil then return "null" end
  if type(value) == "string" then return quote(value) end
  if type(value) ~= "table" then
    assert(type(value) == "number" or type(value) == "boolean", "cannot encode a " .. type(value))
    return math.tointeger(value) and ("%d"):format(value) or tostring(value)
  end
  local parts = {}
  if M.is_list(value) then
    for i, item in ipairs(value) do parts[i] = M.encode(item) end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  for i, key in ipairs(order_of[value] or sorted_keys(value)) do
    parts[i] = quote(key) .. ":" .. M.encode(value[key])
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

local read

local function skip(text, at)
  return text:find("[^ \t\r\n]", at) or #text + 1
end

local function read_text(text, at)
  local out, position = {}, at + 1
  while true do
    local char = text:sub(position, position)
    if char == "" then error("the text does not end") end
    if char == '"' then return table.concat(out), position + 1 end
    if char == "\\" then
      local kind = text:sub(position + 1, position + 1)
      if kind == "u" then
        out[#out + 1] = utf8.char(tonumber(text:sub(position + 2, position + 5), 16))
        position = position + 6
      else
        out[#out + 1] = ({ n = "\n", t = "\t", r = "\r" })[kind] or kind
        position = position + 2
      end
    else
      out[#out + 1], position = char, position + 1
    end
  end
end

local function read_members(text, at, close, one)
  at = skip(text, at + 1)
  if text:sub(at, at) == close then return at + 1 end
  while true do
    at = skip(text, one(at))
    local char = text:sub(at, at)
    if char == close then return at + 1 end
    if char ~= "," then error("bad JSON at byte " .. at) end
    at = skip(text, at + 1)
  end
end

function read(text, at)
  at = skip(text, at)
  local char = text:sub(at, at)
  if char == '"' then return read_text(text, at) end
  if char == "[" then
    local list = M.array {}
    return list, read_members(text, at, "]", function(position)
      list[#list + 1], position = read(text, position)
      return position
    end)
  end
  if char == "{" then
    local record = {}
    return record, read_members(text, at, "}", function(position)
      local key
      key, position = read_text(text, position)
      position = skip(text, position)
      if text:sub(position, position) ~= ":" then error("bad JSON at byte " .. position) end
      record[key], position = read(text, position + 1)
      return position
    end)
  end
  for word, value in pairs { ["true"] = true, ["false"] = false, null = M.null } do
    if text:sub(at, at + #word - 1) == word then return value, at + #word end
  end
  local number = text:match("^-?%d+%.?%d*[eE]?[+-]?%d*", at)
  if not number then error("bad JSON at byte " .. at) end
  return math.tointeger(tonumber(number)) or tonumber(number), at + #number
end

function M.decode(text)
  local value, at = read(text, 1)
  if skip(text, at) <= #text then error("bad JSON at byte " .. at) end
  return value
end

return M
