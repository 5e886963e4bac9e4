local errors = require "errors"
local icons = require "tray_icons"
local options = require "check.options"
local paths = require "desktop.menu_search"
local unicode = require "lib.unicode"

-- The functions of tray: from the name of an icon to the one that is meant.
local M = {}

local kMostShown = 25

function M.items(given)
  given = options.check("tray.items", given, { timeout = "seconds" })
  return icons.items { timeout = given.timeout }
end

local function names_of(item)
  return { item.id, item.description, item.title, item.name, item.process }
end

-- Returns those that a test accepts for one of their names.
local function fitting(items, accepts)
  local found = {}
  for _, item in ipairs(items) do
    for _, name in ipairs(names_of(item)) do
      if name ~= "" and accepts(name) then
        found[#found + 1] = item
        break
      end
    end
  end
  return found
end

local function told(items)
  local names = {}
  for i = 1, math.min(#items, kMostShown) do names[i] = ("'%s' (%s)"):format(items[i].description, items[i].process) end
  return table.concat(names, ", ")
end

local function descriptions(items)
  local list = {}
  for i, item in ipairs(items) do list[i] = item.description end
  return list
end

-- Returns the icon that a name means: exactly, else without letter case, else as a part of one. Raises
-- ELEMENT_NOT_FOUND with those there are, AMBIGUOUS_ELEMENT when several fit.
function M.one(identifier, items)
  local small = unicode.lower(identifier)
  local found = fitting(items, function(name) return name == identifier end)
  if #found == 0 then found = fitting(items, function(name) return unicode.lower(name) == small end) end
  if #found == 0 then
    found = fitting(items, function(name) return unicode.lower(name):find(small, 1, true) ~= nil end)
  end
  if #found == 1 then return found[1] end
  if #found > 1 then
    errors.raise("AMBIGUOUS_ELEMENT", ("%d icons of the tray fit '%s'"):format(#found, identifier),
      { hint = ("Name one of them: %s."):format(told(found)), details = { candidates = descriptions(found) } })
  end
  return errors.raise("ELEMENT_NOT_FOUND", ("no icon of the tray is called '%s'"):format(identifier), {
    hint = #items > 0 and ("There: %s."):format(told(items)) or "No icon is there; start its program.",
    details = { available = descriptions(items) },
  })
end

local function id_of(what, identifier, timeout)
  if type(identifier) ~= "string" or identifier == "" then
    errors.raise("INVALID_ARGUMENT",
      ("%s: identifier: expected a name, got %s"):format(what, options.shown(identifier)))
  end
  return M.one(identifier, icons.items { timeout = timeout }).id
end

function M.click(identifier, given)
  given = options.check("tray.click", given, { timeout = "seconds" })
  return icons.click(id_of("tray.click", identifier, given.timeout), { timeout = given.timeout })
end

function M.menu(identifier, given)
  given = options.check("tray.menu", given,
    { path = "text", depth = "number", max_items = "number", timeout = "seconds" })
  return paths.tree(icons.tree(id_of("tray.menu", identifier, given.timeout), given))
end

local function check_path(what, path)
  if type(path) == "string" then return path end
  return errors.raise("INVALID_ARGUMENT", ("%s: path: expected a string, got %s"):format(what, options.shown(path)))
end

function M.find(identifier, path, given)
  given = options.check("tray.find", given, { timeout = "seconds" })
  check_path("tray.find", path)
  local id = id_of("tray.find", identifier, given.timeout)
  return paths.item(icons.find(id, path, { timeout = given.timeout }))
end

function M.choose(identifier, path, given)
  given = options.check("tray.choose", given, { timeout = "seconds" })
  check_path("tray.choose", path)
  local id = id_of("tray.choose", identifier, given.timeout)
  return paths.chosen(icons.choose(id, path, { timeout = given.timeout }))
end

return M
