local app_match = require "desktop.app_match"
local env = require "env"
local errors = require "errors"
local did_you_mean = require "lib.did_you_mean"
local exec_line = require "desktop.exec_line"
local fs = require "fs"
local unicode = require "lib.unicode"

-- The installed applications that can be started: desktop entries.
local M = {}

local kMostFiles = 4096
local kLargest = 65536 -- bytes
local kTerminal = "x-terminal-emulator"

-- Returns the folders of entries, the first of which win (XDG Base Directory Specification).
local function folders()
  local home = env.get("XDG_DATA_HOME", "")
  if home == "" then home = fs.home() .. "/.local/share" end
  local dirs = env.get("XDG_DATA_DIRS", "")
  if dirs == "" then dirs = "/usr/local/share:/usr/share" end
  local list = {}
  for folder in (home .. ":" .. dirs):gmatch "[^:]+" do
    if folder:sub(1, 1) == "/" then list[#list + 1] = folder .. "/applications" end
  end
  return list
end

local function key_lines(text)
  local group = ("\n" .. text):match "\n%[Desktop Entry%][ \t]*\r?\n(.*)"
  if not group then return function() return nil end end
  group = ("\n" .. group):match "^(.-)\n%["  or group
  return group:gmatch "([%w%-]+%[?[^%]=\n]*%]?)[ \t]*=[ \t]*([^\r\n]*)"
end

-- Parses the text of an entry. Returns {name, bundle_id, executable, names, generic_names, exec (nil: the session bus
-- starts it), icon, folder, terminal, file, windows, pid}, which app_match takes; nil for one that cannot be started.
function M.parse(id, text, file)
  local keys, names, generic = {}, {}, {}
  for key, value in key_lines(text) do
    keys[key] = keys[key] or value
    if key:find "^Name%f[%[%z]" then names[#names + 1] = exec_line.unescaped(value) end
    if key:find "^GenericName%f[%[%z]" then generic[#generic + 1] = exec_line.unescaped(value) end
  end
  if keys.Type ~= "Application" or not keys.Name or keys.Hidden == "true" then return nil end
  if not keys.Exec and keys.DBusActivatable ~= "true" then return nil end
  local program = keys.Exec and keys.Exec:match '^"?([^"%s]+)' or ""
  return {
    name = exec_line.unescaped(keys.Name), bundle_id = id, executable = program:match "[^/]*$", names = names,
    generic_names = generic, exec = keys.Exec, icon = keys.Icon, folder = keys.Path, file = file,
    terminal = keys.Terminal == "true", shown = keys.NoDisplay ~= "true", windows = {}, active = false,
  }
end

local function read(folder, name)
  local file = folder .. "/" .. name
  local text = try(function() return fs.read(file, { limit = kLargest }):bytes() end)
  return text and M.parse(name:gsub("%.desktop$", ""), text, file)
end

-- Returns the entries, each with a number of its own as pid; those that menus show come first.
local function all()
  local shown, hidden, known, count = {}, {}, {}, 0
  for _, folder in ipairs(folders()) do
    for _, name in ipairs(try(fs.list, folder) or {}) do
      if name:find "%.desktop$" and not known[name] and count < kMostFiles then
        known[name], count = true, count + 1
        local entry = read(folder, name)
        if entry then
          entry.pid = count
          table.insert(entry.shown and shown or hidden, entry)
        end
      end
    end
  end
  return shown, hidden
end

local function missing(name, entries)
  local names = {}
  for _, entry in ipairs(entries) do
    table.move({ entry.name, entry.bundle_id, entry.executable }, 1, 3, #names + 1, names)
  end
  errors.raise("APP_NOT_FOUND", ("no installed application is called '%s'"):format(name),
    { hint = did_you_mean.sentence(name, names) or "Give the name that the menu of applications shows.",
      details = { field = "name" } })
end

-- Entries have no process, so that their ids tell them apart.
local function ambiguous(name, entries)
  local candidates, labels = {}, {}
  for i, entry in ipairs(entries) do
    candidates[i] = { name = entry.name, bundle_id = entry.bundle_id }
    labels[i] = ("%s (%s)"):format(unicode.line(entry.name), entry.bundle_id)
  end
  errors.raise("AMBIGUOUS_APP_IDENTIFIER", ("several installed applications fit '%s'"):format(name), {
    hint = "Give the desktop id of one, which is in parentheses.",
    details = { text = "Candidates: " .. table.concat(labels, ", "), candidates = candidates, field = "name" },
  })
end

-- The ways in which a name is exact, best first: several entries may start one program with other arguments.
local exact = {
  function(entry, wanted) return unicode.lower(entry.bundle_id) == wanted end,
  function(entry, wanted) return unicode.lower(entry.bundle_id):match "[^.]*$" == wanted end,
  function(entry, wanted) return unicode.lower(entry.name) == wanted end,
}

-- Returns the only entry that is named exactly, or nil.
local function named(name, entries)
  local wanted = unicode.lower(name):gsub("%.desktop$", "")
  for _, is_it in ipairs(exact) do
    local found, several
    for _, entry in ipairs(entries) do
      if is_it(entry, wanted) then found, several = found or entry, found ~= nil end
    end
    if found and not several then return found end
  end
  return nil
end

-- Returns the entry that a name means: by its id, the last part of that, its name, or else as applications are named.
-- Raises APP_NOT_FOUND and AMBIGUOUS_APP_IDENTIFIER.
function M.find(name)
  name = app_match.check(name)
  local shown, hidden = all()
  for _, entries in ipairs { shown, hidden } do
    local only = named(name, entries)
    if only then return only end
    local found = app_match.fitting(name, entries)
    if #found > 0 then return app_match.is_one(found) and found[1] or ambiguous(name, found) end
  end
  return missing(name, shown)
end

-- Returns the program and arguments that start an entry. Raises UNSUPPORTED for a line that cannot be read.
function M.command(entry)
  local words = exec_line.words(entry.exec, entry)
  if not words then
    errors.raise("UNSUPPORTED", ("desktop entry %s has a command that cannot be read"):format(entry.bundle_id),
      { hint = "Start the program another way." })
  end
  if entry.terminal then table.move({ kTerminal, "-e" }, 1, 2, 1, table.move(words, 1, #words, 3)) end
  return words
end

return M
