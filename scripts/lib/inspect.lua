local host = require "host"
local unicode = require "lib.unicode"

-- Formats any value as Lua code for people: bounded, whatever it contains; runs no metamethod except __tostring.
local M = {}

local most_keys = 5000 -- of one table, examined
local most_fields = 60 -- of one table, shown
local most_parts = 2000 -- of one value in all
local deepest = 4
local widest = 100 -- columns of a table in one line
local longest = 10000 -- bytes of one string

-- Fields shown first, in this order; the others follow by name.
local leading = {
  "id", "index", "name", "pid", "app_class", "title", "type", "bounds", "active", "on_screen", "minimised", "text",
}
local place = {}
for i, name in ipairs(leading) do place[name] = i end

local function before(a, b)
  local first, second = place[a] or math.huge, place[b] or math.huge
  if first ~= second then return first < second end
  if type(a) == type(b) and (type(a) == "number" or type(a) == "string") then return a < b end
  return type(a) == "number" and type(b) ~= "number" or type(a) ~= "number" and type(b) ~= "number"
    and tostring(a) < tostring(b)
end

-- Returns the keys of a table in order, the items of a list first.
function M.sorted_keys(value)
  local keys = {}
  for key in next, value do
    if #keys == most_keys then break end
    keys[#keys + 1] = key
  end
  table.sort(keys, before)
  return keys
end

function M.is_list(value)
  local count = 0
  for _ in next, value do count = count + 1 end
  return count == rawlen(value)
end

function M.number_text(n)
  return math.type(n) == "float" and n == math.floor(n) and math.abs(n) < 1e15 and ("%.1f"):format(n) or tostring(n)
end

local function string_text(text)
  local cut = unicode.cut(text, longest)
  local quoted = ("%q"):format(cut):gsub("\\\n", "\\n"):gsub("\\9", "\\t"):gsub("\\13", "\\r")
  return unicode.line(quoted) .. (#cut < #text and "…" or "")
end

function M.is_rectangle(value)
  for key, number in next, value do
    if place[key] ~= nil or type(number) ~= "number" then return false end
  end
  for _, key in ipairs { "x", "y", "width", "height" } do
    if type(rawget(value, key)) ~= "number" then return false end
  end
  return true
end

local function rectangle_text(r)
  return ("%sx%s%+d%+d"):format(M.number_text(r.width), M.number_text(r.height), math.floor(r.x), math.floor(r.y))
end

function M.is_image(value)
  local found = type(value) == "userdata" and host.methods(value)
  return found and found.module == "image"
end

function M.has_text_of_its_own(value)
  local meta = getmetatable(value)
  return type(meta) == "table" and meta.__tostring ~= nil
end

-- Returns a picture in one line.
function M.image_text(image)
  local origin = image.origin or { x = 0, y = 0 }
  local text = ("image %d x %d at %d, %d"):format(image.width, image.height, origin.x, origin.y)
  if image.scale and image.scale ~= 1 then text = text .. (", scale %.3g"):format(image.scale) end
  return image.method and image.method ~= "" and text .. ", by " .. image.method or text
end

-- Returns in one line a value that is not a table with parts to show; nil for such a table.
local function leaf(value)
  if type(value) == "string" then return string_text(value) end
  if type(value) == "number" then return M.number_text(value) end
  if M.is_image(value) then return M.image_text(value) end
  if type(value) ~= "table" or M.has_text_of_its_own(value) then return unicode.line(tostring(value)) end
  if next(value) == nil then return "{}" end
  return M.is_rectangle(value) and rectangle_text(value) or nil
end

-- Formats the parts of a table by write(value). `around`: the enclosing tables, and the number of parts so far.
local function parts_of(value, around, write)
  local parts, list = {}, M.is_list(value)
  for _, key in ipairs(M.sorted_keys(value)) do
    around.parts = around.parts + 1
    if #parts == most_fields or around.parts > most_parts then
      parts[#parts + 1] = "..."
      break
    end
    local text = write(rawget(value, key))
    parts[#parts + 1] = list and text or M.key_text(key) .. " = " .. text
  end
  return parts
end

local function inline(value, depth, around)
  local text = leaf(value)
  if text then return text end
  if around[value] or depth >= deepest then return "{...}" end
  around[value] = true
  local parts = parts_of(value, around, function(part) return inline(part, depth + 1, around) end)
  around[value] = nil
  return "{" .. table.concat(parts, ", ") .. "}"
end

-- Formats any value in one line. `depth`: number of enclosing tables, at most 4.
function M.inline(value, depth)
  return inline(value, depth or 0, { parts = 0 })
end

function M.key_text(key)
  if type(key) == "string" and key:find "^[%a_][%w_]*$" then return key end
  return "[" .. M.inline(key) .. "]"
end

local function block(value, depth, around)
  if around[value] or depth >= deepest then return leaf(value) or "{...}" end
  local line = inline(value, depth, { parts = most_parts - widest }) -- more do not fit into a line
  if leaf(value) or unicode.width(line) + 2 * depth <= widest then return line end
  around[value] = true
  local indent = ("  "):rep(depth + 1)
  local parts = parts_of(value, around, function(part) return block(part, depth + 1, around) end)
  around[value] = nil
  return "{\n" .. indent .. table.concat(parts, ",\n" .. indent) .. ",\n" .. ("  "):rep(depth) .. "}"
end

-- Formats any value: a short table in one line, a longer one with one field per line.
function M.text(value)
  return block(value, 0, { parts = 0 })
end

-- Formats a value for print: a string unchanged, a table with its contents.
function M.printed(value)
  local is_plain = type(value) == "table" and not M.has_text_of_its_own(value)
  return is_plain and M.text(value) or value
end

return M
