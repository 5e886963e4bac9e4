local fs = require "fs"
local json = require "json"
local log = require "log"
local marks = require "seeing.marks"
local own_files = require "own_files"

-- The marks of the last `peekaboo see`, for the next command: a file of mode 0600 in the runtime folder.
local M = {}

local kFile = "marks.json"
local kVersion = 1
local kLargest = 8000000 -- bytes
local kOwnerOnly = 0x180 -- permissions, octal 600

local function path()
  return own_files.runtime_folder() .. "/" .. kFile
end

-- Returns the part of an element's id that is the same in each process of ours: without the word for role and name.
function M.object_of(id)
  return (id:gsub("^(%x+%-%x+%-%x+%-)%x+%-", "%1"))
end

local function rectangle(bounds)
  if not bounds then return nil end
  return json.object { { "x", bounds.x }, { "y", bounds.y }, { "width", bounds.width }, { "height", bounds.height } }
end

local function told(item)
  local element = item.element
  return json.object {
    { "mark", item.mark }, { "role", item.role }, { "name", element and element.name or item.name },
    { "window", item.window },
    { "bounds", rectangle(item.bounds) }, { "from_picture", item.from_picture },
    { "menu", rectangle(item.menu) },
    { "pid", element and element.pid }, { "path", element and element.path },
    { "object", element and M.object_of(element.id) },
  }
end

local function told_window(each)
  return json.object { { "id", each.id }, { "on_screen", each.on_screen }, { "bounds", rectangle(each.bounds) } }
end

-- Leaves marked items of one look for the next command. A folder that cannot be written only means that they are not
-- there.
function M.save(items, stack)
  local rows, windows = {}, {}
  for i, item in ipairs(items) do rows[i] = told(item) end
  for i, each in ipairs(stack) do windows[i] = told_window(each) end
  local document = json.encode(json.object { { "version", kVersion }, { "marks", json.array(rows) },
    { "windows", json.array(windows) } })
  local done, err = pcall(function()
    fs.write(path(), document, { mode = kOwnerOnly, lasting = false, replace = true })
  end)
  if not done then log.warn("the marks could not be left for the next command", { reason = tostring(err) }) end
end

-- Returns whether an element is the one that a mark of another process was given to.
function M.is_same(element, item)
  return element.role == item.role and element.name == item.name and M.object_of(element.id) == item.saved.object
end

-- Makes the marks known that the last `peekaboo see` left, if there are any.
function M.load()
  local document = try(function()
    local file = path()
    return fs.exists(file) and json.decode(fs.read(file, { limit = kLargest }):bytes())
  end)
  if type(document) ~= "table" or document.version ~= kVersion then return end
  for _, row in ipairs(document.marks) do
    row.stack, row.states = document.windows, {}
    if row.path then row.saved = { path = row.path, object = row.object, pid = row.pid } end
    marks.restore(row)
  end
end

return M
