local json = require "json"
local trim = require("lib.blanks").trim

local M = {}

-- Whether a client left a value out in one of the ways clients do.
function M.is_unset(value)
  return value == nil or value == "" or value == json.null
end

-- A copy without unset members. Names in `keep` stay when they are empty texts.
function M.without_unset(args, keep)
  local kept = {}
  for key, value in pairs(args or {}) do
    if not M.is_unset(value) or (value == "" and keep and keep[key]) then kept[key] = value end
  end
  return kept
end

local function words(text)
  local list = {}
  for part in text:gmatch("[^,]+") do
    local word = trim(part)
    if word ~= "" then list[#list + 1] = word end
  end
  return list
end

-- A list written as a list, as the JSON text of a list, as "a,b" or as one word. Anything else comes back unchanged.
function M.list(value)
  if type(value) ~= "string" then return value end
  if value:match("^%s*%[") then
    local decoded = try(json.decode, value)
    if type(decoded) == "table" then return json.array(decoded) end
  end
  return json.array(words(value))
end

return M
