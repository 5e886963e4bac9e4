local choices = require "acting.choosing.choices"
local element_wait = require "acting.element_wait"
local enabled = require "acting.enabled"
local errors = require "errors"
local lines = require "seeing.lines"
local look = require "seeing.look"
local subject = require "acting.subject"
local target = require "desktop.target"
local time = require "time"

-- Items of menus and lists that are offered now, by name.
local M = {}

local kLook = 5 -- seconds that one look may take
local kOpening = 3 -- seconds for a menu or list to open
local kMostShown = 12

local function set(names)
  local roles = {}
  for name in names:gmatch "[^,]+" do roles[name] = true end
  return roles
end

M.menu_roles = set "menu,menu item,check menu item,radio menu item,tearoff menu item,button,push button menu"
M.list_roles = set("menu item,list item,tree item,table cell,check menu item,radio menu item,option,page tab,"
  .. "radio button")

-- Java's lists hold labels.
local function is_offered(item, roles)
  return item.name ~= "" and (roles[item.role] or roles == M.list_roles and item.states.selectable) or false
end

-- Returns the items of the roles that a window, and the menus open in its program, show now, without the elements whose
-- ids are in the set `apart` (optional).
function M.shown(app_target, roles, apart)
  local options = { focus = "background", deadline = time.clock() + kLook, debug = {}, warnings = {} }
  local seen = look.look(target.parse(app_target or "frontmost"), options, { elements_only = true })
  local found = {}
  for _, item in ipairs(seen.items) do
    local is_apart = apart and item.element and apart[item.element.id]
    if is_offered(item, roles) and not is_apart then found[#found + 1] = item end
  end
  return found
end

local function named(items, name)
  for _, item in ipairs(items) do
    if choices.plain(item.name) == choices.plain(name) then return item end
  end
  return nil
end

local function missing(name, items)
  local names = {}
  for i = 1, math.min(#items, kMostShown) do names[i] = lines.name(items[i]) end
  local is_path = name:find("/", 2, true)
  errors.raise("ELEMENT_NOT_FOUND", ("'%s' is not offered"):format(name), {
    hint = is_path and "Write > between the names of a path." or #names > 0 and "Choose one of these." or nil,
    details = #names > 0 and { available = names } or nil,
  })
end

-- Returns the item or element of a list that has the name. Raises ELEMENT_NOT_FOUND with those that there are.
function M.pick(items, name)
  return named(items, name) or missing(name, items)
end

-- Returns the item that has the name now. Raises ELEMENT_NOT_FOUND with those that there are.
function M.find(name, app_target, roles)
  return subject.of_item(M.pick(M.shown(app_target, roles), name))
end

M.buttons = set "button,push button menu"

-- Returns the ids of the elements of the roles that are shown now, as a set: they are in no menu that is opened later.
function M.ids(app_target, roles)
  local ids = {}
  for _, item in ipairs(M.shown(app_target, roles)) do
    if item.element then ids[item.element.id] = true end
  end
  return ids
end

-- Waits until an item of that name is offered, as after its menu was opened, and can be chosen. `apart`: the ids of
-- elements that are not meant, as a set. Raises also UNSUPPORTED for one that is disabled.
function M.await_enabled(name, app_target, roles, apart)
  local last = {}
  local item = element_wait.within(kOpening, function()
    last = M.shown(app_target, roles, apart)
    local found = named(last, name)
    return found ~= nil, found
  end)
  local found = item and subject.of_item(item) or missing(name, last)
  enabled.check(found)
  return found
end

return M
