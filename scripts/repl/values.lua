local app = require "app"
local fs = require "fs"
local help = require "repl.help"
local screen = require "screen"
local window = require "window"

-- Candidates for arguments and options offered by Tab: paths, names of modules, ids.
local M = {}

local names_of_paths = { path = true, folder = true, cwd = true, to = true }

-- Returns whether a string typed for the parameter or option `name` (nil: unknown) is a path.
function M.is_path(name, typed)
  return names_of_paths[name] ~= nil or typed:find "^~?/" ~= nil or typed:find "^%.%.?/" ~= nil
end

local function expanded(folder)
  if folder == "" then return "." end
  return folder:sub(1, 2) == "~/" and fs.home() .. folder:sub(2) or folder
end

-- Returns the paths that begin with `typed`; folders end with a slash.
function M.paths(typed)
  local folder, name = typed:match "^(.*/)([^/]*)$"
  folder, name = folder or "", name or typed
  local place = expanded(folder)
  local found = {}
  for _, each in ipairs(try(fs.list, place) or {}) do
    local is_shown = each:sub(1, #name) == name and (each:sub(1, 1) ~= "." or name:sub(1, 1) == ".")
    local status = is_shown and (try(fs.stat, place .. "/" .. each) or {})
    if is_shown then found[#found + 1] = folder .. each .. (status.type == "directory" and "/" or "") end
  end
  return found
end

-- Returns the candidates for `require`: the modules, and the scripts of the working directory.
function M.modules()
  local names = table.move(help.modules(), 1, #help.modules(), 1, {})
  for _, each in ipairs(try(fs.list, ".") or {}) do names[#names + 1] = each:match "^([%w_]+)%.lua$" end
  return names
end

local function collect(found, rows, field)
  for _, row in ipairs(rows or {}) do found[#found + 1] = tostring(row[field]) end
end

-- Returns the existing ids for the option `key`: "id" of windows, or of displays if `subject` says so; "pid". Nil for
-- other options.
function M.ids(key, subject)
  local found = {}
  if key == "pid" then
    collect(found, try(app.list), "pid")
  elseif key == "id" and subject == "display" then
    collect(found, try(screen.displays), "id")
  elseif key == "id" then
    collect(found, try(window.list), "id")
  else
    return nil
  end
  return found
end

return M
