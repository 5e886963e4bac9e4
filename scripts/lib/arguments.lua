local json = require "json"
local trim = require("lib.blanks").trim

local M = {}

-- Returns whether a client omitted a value, in one of the ways that clients do.
function M.is_unset(value)
  return value == nil or value == "" or value == json.null
end

-- Returns a copy without unset members. Names in `keep` stay when they are empty strings.
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

-- Reads a list given as a list, as the JSON text of a list, as "a,b" or as one word. Returns anything else unchanged.
function M.list(value)
  if type(value) ~= "string" then return value end
  if value:match("^%s*%[") then
    local decoded = try(json.decode, value)
    if type(decoded) == "table" then return json.array(decoded) end
  end
  return json.array(words(value))
end

return M
