-- Holds what the functions give on this desktop to the fields and types of the reference.
local ai, app, desktop, env, fs = require "ai", require "app", require "desktop", require "env", require "fs"
local http, log, process, records = require "http", require "log", require "process", require "reference_records"
local screen, text, window = require "screen", require "text", require "window"

local count = 0
local check

local function fits(value, kind, where)
  local plain, optional = kind:match "^(.-)(%??)$"
  if value == nil then return assert(optional == "?" or plain == "any", where .. " is nil") end
  if plain == "any" then return true end
  local element = plain:match "^(.*)%[%]$"
  if element then
    for i, each in ipairs(value) do fits(each, element, ("%s[%d]"):format(where, i)) end
    return true
  end
  if plain == "integer" then return assert(math.type(value) == "integer", where .. " is no integer") end
  if plain:find '^"' then
    return assert(plain:find('"' .. value .. '"', 1, true), where .. " is " .. tostring(value))
  end
  if plain:find "^table" then return assert(type(value) == "table", where .. " is no table") end
  if records.rows[plain] then return check(value, plain, where) end
  return assert(type(value) == plain, ("%s is a %s, not a %s"):format(where, type(value), plain))
end

-- A record has the fields that are told, of their types, and no others.
function check(value, name, where)
  local known = {}
  for _, field in ipairs(records.rows[name]) do
    known[field[1]] = true
    fits(value[field[1]], field[2], where .. "." .. field[1])
  end
  for key in pairs(type(value) == "table" and value or {}) do
    assert(known[key], ("%s.%s is not told"):format(where, key))
  end
  count = count + 1
end

local function check_all(list, name)
  assert(#list > 0, "no " .. name)
  for _, each in ipairs(list) do check(each, name, name) end
end

check_all(screen.displays(), "display")
check_all(window.list(), "window")
check_all(app.list(), "app")
local picture = screen.capture "desktop"
check(picture, "image", "image")
check(picture:encode(), "blob", "blob")
check_all(text.read(picture), "word")
check(desktop.status(), "desktop_status", "desktop_status")
check(process.run { "true" }, "output", "output")
check(process.start({ "true" }):wait(), "exit", "exit")
check(fs.stat "/bin/sh", "stat", "stat")
check(http.get(env.get "SERVER" .. "/builds.json"), "reply", "reply")
check(http.get(env.get "SERVER" .. "/builds.json", { to = "builds.json" }), "reply", "file")
check(ai.ask(picture, "What is there?"), "answer", "answer")
check_all(ai.providers(), "provider")
check(log.status(), "log_status", "log_status")
print(count .. " records fit")
