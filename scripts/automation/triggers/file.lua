local fs = require "fs"
local paths = require "lib.paths"

local M = {}

local function is_folder(path)
  local status = try(fs.stat, path)
  return status ~= nil and status.type == "directory"
end

-- Returns the folder to watch for a path, and the only relevant name in it (nil: all).
local function watched(path)
  if is_folder(path) then return path end
  local folder, name = path:match "^(.*)/([^/]+)$"
  if not folder then return ".", path end
  return folder == "" and "/" or folder, name
end

local function open(options)
  local written = paths.expand(options.path, fs.home())
  local path = #written > 1 and written:gsub("/+$", "") or written
  local folder, name = watched(path)
  local changes = fs.watch(folder)
  local waiting = {}
  -- The awaited path is a folder: from now on, its contents count.
  local function enter()
    folder, name, changes = path, nil, fs.watch(path)
    for _, each in ipairs(try(fs.list, path) or {}) do waiting[#waiting + 1] = path .. "/" .. each end
  end
  local function take(each)
    if each == "" then
      waiting[#waiting + 1] = path
    elseif not name then
      waiting[#waiting + 1] = (folder == "/" and "" or folder) .. "/" .. each
    elseif each == name then
      waiting[#waiting + 1] = path
      if is_folder(path) then enter() end
    end
  end
  return function()
    while #waiting == 0 do
      for _, each in ipairs(changes() or {}) do take(each) end
    end
    local changed = table.remove(waiting, 1)
    return changed, { path = changed }
  end
end

M["file.changed"] = {
  options = { path = { "text", "Of \"file.changed\": a file, or a folder for whatever is in it." } },
  required = "path", subject = "the path of what changed",
  told = "The file, or anything right inside of the folder, was made, written, renamed or removed. A program that "
    .. "writes in several pieces is told of several times, and the first time its file may not be whole.",
  open = open,
}

return M
