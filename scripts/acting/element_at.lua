local app_resolve = require "desktop.app_resolve"
local candidates = require "acting.candidates"
local errors = require "errors"
local roles = require "seeing.roles"
local subject = require "acting.subject"
local target = require "desktop.target"
local ui_elements = require "ui_elements"
local unicode = require "lib.unicode"

-- The element that an application's name and a path mean.
local M = {}

local kMostNamed = 12 -- elements in a message

-- Returns an application's name as ui.tree takes it: processes of one name are told apart by their windows.
function M.app(name)
  if target.process_id(name) then return name end
  local found = app_resolve.find(name)
  return ("PID:%d"):format(found.applications[1].pid), found
end

-- Returns the beginnings of a path, the shortest first: at each / outside of quotes.
local function beginnings(path)
  local list, quoted, at = {}, false, 1
  while at <= #path do
    local char = path:sub(at, at)
    if char == "\\" then at = at + 1 end
    if char == '"' then quoted = not quoted end
    if char == "/" and not quoted then list[#list + 1] = path:sub(1, at - 1) end
    at = at + 1
  end
  return list
end

local function last_step(path)
  local before = beginnings(path)
  return #before > 0 and path:sub(#before[#before] + 2) or path
end

-- Returns whether an element only holds others and says nothing.
function M.is_wrapper(element)
  return element.depth > 1 and element.name == "" and (element.value or "") == "" and roles.wrapper[element.role]
end

-- Returns the elements in the one at a path, or the windows of a program. What is in a wrapper counts as in what holds
-- that.
local function children_of(tree, path)
  local found, base, level = {}, path == nil and 0 or nil, nil
  for _, each in ipairs(tree.elements) do
    if base and each.depth <= base then break end
    if level and each.depth < level then level = each.depth end
    if base and each.depth <= (level or base + 1) then
      if M.is_wrapper(each) then level = each.depth + 1 else found[#found + 1] = each end
    end
    if not base and each.path == path then base = each.depth end
  end
  return found
end

-- Raises ELEMENT_NOT_FOUND with what is there at the step that failed.
local function missing(app, path)
  local last
  for _, part in ipairs(beginnings(path)) do
    local element = try(ui_elements.find, { path = part, app = app })
    if not element then break end
    last = element.path
  end
  local tree = ui_elements.tree { app = app }
  local names = {}
  for _, each in ipairs(children_of(tree, last)) do
    if #names < kMostNamed then names[#names + 1] = last_step(each.path) end
  end
  errors.raise("ELEMENT_NOT_FOUND", ("no element has the path %s; in %s there are: %s"):format(path, last or app,
    #names > 0 and unicode.line(table.concat(names, ", ")) or "none"),
    { hint = "get_ui_elements shows the paths.", details = { field = "elementPath", available = names } })
end

-- Returns the element at a path of an application, as ui.find does. Raises ELEMENT_NOT_FOUND and AMBIGUOUS_ELEMENT.
function M.find(name, path)
  local app = M.app(name)
  return ui_elements.find { path = path, app = app } or missing(app, path)
end

local toggles = { ["check box"] = true, ["radio button"] = true, switch = true, ["toggle button"] = true,
  ["check menu item"] = true, ["radio menu item"] = true }

-- Returns whether an element is on or off rather than having a text.
function M.is_toggle(element)
  return toggles[element.role] == true
end

-- Returns it as the subject of an act.
function M.subject(name, path)
  return subject.of_item(candidates.item(M.find(name, path)), "elementPath")
end

return M
