local app = require "app"
local app_resolve = require "desktop.app_resolve"
local deadline = require "lib.deadline"
local json = require "json"
local pages = require "lib.pages"
local read = require "acting.read"
local unicode = require "lib.unicode"

-- `list_windows`: windows with the places of their frames.
local M = {}

local kLongest = 500 -- characters of a title

local page = pages.new()

-- Returns the record of a window. A window that the policy excludes has no title.
local function row(window, name)
  local frame = window.frame
  return json.object {
    { "title", unicode.fit(unicode.line(window.title or ""), kLongest) }, { "appName", unicode.line(name) },
    { "position", frame and json.object { { "x", frame.x }, { "y", frame.y } } },
    { "size", frame and json.object { { "width", frame.width }, { "height", frame.height } } },
    { "id", window.id }, { "focused", window.active or nil }, { "minimized", window.minimised or nil },
  }
end

local function rows_of_all()
  local apps, windows = app.list { windows = true }
  local names, rows = {}, {}
  for _, each in ipairs(apps) do
    for _, id in ipairs(each.windows) do names[id] = each.name end
  end
  for i, each in ipairs(windows) do rows[i] = row(each, names[each.id] or each.app_class or "") end
  return rows
end

local function rows_of(name)
  local found, rows = app_resolve.find(name), {}
  for i, each in ipairs(found.windows) do rows[i] = row(each, found.owners[each.id].name) end
  return rows
end

function M.read(args, call)
  local list, next_cursor = page(args, call, function()
    return deadline.desktop("listing windows", function()
      if args.appName then return rows_of(args.appName) end
      return rows_of_all()
    end)
  end)
  return list, { next_cursor = next_cursor }
end

read.tool(M)

return M
