local deadline = require "lib.deadline"
local element_states = require "desktop.element_states"
local errors = require "errors"
local file_managers = require "file_managers"
local fs = require "fs"
local paths = require "lib.paths"
local task = require "task"
local ui = require "ui"
local window = require "window"

-- Windows of file managers: which is in front, which folder it shows, and which files are selected in it.
local M = {}

local kTold = 2 -- seconds in which a manager tells of a window that is open
local kLook = 0.03 -- seconds between two looks: it sends no signal of each change
local kLooks, kBetween = 8, 0.15 -- looks at the elements of a window, which may just be opening; seconds between them

-- Classes of file managers, in lower case.
local managers = {}
for _, name in ipairs {
  "caja", "dolphin", "doublecmd", "krusader", "nautilus", "nemo", "org.gnome.nautilus",
  "org.kde.dolphin", "org.kde.krusader", "pcmanfm", "pcmanfm-qt", "spacefm", "thunar",
} do managers[name] = true end

-- Windows that show no folder.
local others = { desktop = true, dock = true, dialog = true, splash = true, utility = true }

-- Returns the process of the file manager that programs call; nil when none runs.
function M.process()
  local program = try(file_managers.program)
  return program and program.pid ~= 0 and program.pid or nil
end

-- Returns whether a window is one of a file manager. `pid`: of the one that programs call, or nil.
function M.is_one(candidate, pid)
  if others[candidate.type] then return false end
  if pid and candidate.pid == pid then return true end
  return managers[candidate.app_class:lower()] or managers[candidate.app_instance:lower()] or false
end

-- Returns the front window of a file manager, or raises WINDOW_NOT_FOUND.
function M.front()
  local pid = M.process()
  for _, each in ipairs(window.list()) do
    if M.is_one(each, pid) and not each.minimised and not each.excluded then return each, pid end
  end
  return errors.raise("WINDOW_NOT_FOUND", "no window of a file manager is open",
    { hint = "Open a folder first, such as with reveal_in_finder (`files.reveal`)." })
end

local function none_yet() return nil, true end

local function is_folder(path)
  local found = try(fs.stat, path)
  return found ~= nil and found.type == "directory"
end

local function base_name(path)
  local _, name = paths.split(path)
  return name == "" and "/" or name
end

-- Returns the only folder, or the only one that the title names. Those that are gone do not count.
local function only_folder(folders, title)
  local all, named = {}, {}
  for _, folder in ipairs(folders) do
    if is_folder(folder) then
      all[#all + 1] = folder
      if base_name(folder) == title then named[#named + 1] = folder end
    end
  end
  if #named == 1 then return named[1] end
  return #all == 1 and all[1] or nil
end

-- Returns the folder that the manager tells of a window; nil, and whether it may tell one soon: what it tells lags
-- behind its windows.
local function told_folder(shown)
  local opened, object = file_managers.windows(shown.id)
  local folders = {}
  for _, each in ipairs(opened or {}) do
    if object == "" or each.object == object then table.move(each.folders, 1, #each.folders, #folders + 1, folders) end
  end
  return only_folder(folders, shown.title), #folders == 0 and opened ~= nil and object ~= ""
end

local function awaited_folder(shown)
  local folder, soon = told_folder(shown)
  while soon do
    task.sleep(kLook)
    folder, soon = told_folder(shown)
  end
  return folder
end

-- Returns the path that a field for places holds.
local function typed_folder(elements)
  for _, each in ipairs(elements) do
    local text = each.value
    if type(text) == "string" and text:sub(1, 1) == "/" and is_folder(text) then
      return #text > 1 and text:gsub("/+$", "") or text
    end
  end
  return nil
end

-- Returns the elements beside the one at a place in a tree, in order.
local function siblings(elements, place)
  local depth, first, found = elements[place].depth, place, {}
  while first > 1 and elements[first - 1].depth >= depth do first = first - 1 end
  for i = first, #elements do
    if elements[i].depth < depth then break end
    if elements[i].depth == depth then found[#found + 1] = elements[i] end
  end
  return found
end

-- Returns the path that a row of buttons spells, one for each folder from "/" on, in either direction. The one that is
-- pressed is the folder that is shown: those below it were visited before.
local function spelled(buttons)
  local from, to, step = 1, #buttons, 1
  if buttons[1].name ~= "/" then from, to, step = #buttons, 1, -1 end
  if buttons[from].name ~= "/" then return nil end
  local path = ""
  for i = from, to, step do
    if buttons[i].name ~= "/" then path = path .. "/" .. buttons[i].name end
    if element_states.has(buttons[i], "checked") then break end
  end
  return path == "" and "/" or path
end

local function pressed_folder(elements)
  for place, each in ipairs(elements) do
    if each.name == "/" then
      local path = spelled(siblings(elements, place))
      if path and is_folder(path) then return path end
    end
  end
  return nil
end

local function title_folder(shown)
  local title = shown.title
  return title:sub(1, 1) == "/" and is_folder(title) and title or nil
end

local function elements_of(shown)
  return ui.tree({ window = shown.id }).elements
end

local function folder_of_elements(shown)
  local elements = elements_of(shown)
  return typed_folder(elements) or pressed_folder(elements)
end

local function awaited_elements(shown)
  for look = 1, kLooks do
    local folder = folder_of_elements(shown)
    if folder then return folder end
    if look < kLooks then task.sleep(kBetween) end
  end
  return nil
end

-- Returns the folder that a window shows. `pid`: of the manager that programs call, or nil. Raises UNSUPPORTED.
function M.folder(shown, pid)
  local folder, loads
  if pid == shown.pid then folder, loads = deadline.run(kTold, none_yet, awaited_folder, shown) end
  folder = folder or title_folder(shown)
  if folder then return folder end
  local err
  folder, err = try(awaited_elements, shown)
  if folder then return folder end
  if err and err.code ~= "UNSUPPORTED" then error(err, 0) end
  return errors.raise("UNSUPPORTED", ("'%s' does not tell which folder it shows"):format(shown.app_class),
    { hint = loads and "Try again once its folder has loaded."
      or "Have it show the place as a text or a row of buttons, or use Nautilus." })
end

-- Returns the first of an element's own name and those of what is in it that is a file of a folder.
local function file_at(elements, place, folder)
  local depth = elements[place].depth
  for i = place, #elements do
    if i > place and elements[i].depth <= depth then break end
    local name = elements[i].name
    if name ~= "" and not name:find "/" and try(fs.stat, paths.join(folder, name)) then
      return paths.join(folder, name)
    end
  end
  return nil
end

local function is_empty(folder)
  local names = try(fs.list, folder)
  return names ~= nil and #names == 0
end

-- Returns the files of a folder that a window marks as selected, nil when it marks none and cannot be seen to mark any.
function M.selected(shown, folder)
  local elements = elements_of(shown)
  local files, seen, marks = {}, {}, false
  for place, each in ipairs(elements) do
    local is_selected = element_states.has(each, "selected")
    if is_selected or element_states.has(each, "selectable") then
      local path = file_at(elements, place, folder)
      marks = marks or path ~= nil
      if is_selected and path and not seen[path] then
        seen[path] = true
        files[#files + 1] = path
      end
    end
  end
  if marks or is_empty(folder) then return files end
  return nil
end

return M
