local errors = require "errors"

-- What came of following a path in menus; see native/lua/bridge/menu_records.hpp.
local M = {}

local kMostShown = 25 -- names in a message

local function shown(names, left_out)
  local list = table.move(names, 1, math.min(#names, kMostShown), 1, {})
  local more = #names - #list + left_out
  local text = "'" .. table.concat(list, "', '") .. "'"
  return more > 0 and ("%s and %d more"):format(text, more) or text
end

local function holder_of(search)
  if search.failed_at == 1 then return "the menu" end
  return ("'%s'"):format(table.concat(search.names, " > ", 1, search.failed_at - 1))
end

local function missing(search)
  local name, holder = search.names[search.failed_at], holder_of(search)
  local details = { available = search.available, level = search.failed_at }
  if #search.available == 0 then
    errors.raise("ELEMENT_NOT_FOUND", ("'%s' is not there: %s has no items"):format(name, holder),
      { hint = "Name an item that is there; the menus may have changed.", details = details })
  end
  local unread = search.unread or 0
  if unread > 0 then
    errors.raise("ELEMENT_NOT_FOUND",
      ("%s has no item '%s' among its first %d"):format(holder, name, #search.available + search.left_out - unread), {
        hint = ("There: %s. %d of them were not read: open the menu, and click the item."):format(
          shown(search.available, search.left_out), unread), details = details,
      })
  end
  errors.raise("ELEMENT_NOT_FOUND", ("%s has no item '%s'"):format(holder, name),
    { hint = ("There: %s."):format(shown(search.available, search.left_out)), details = details })
end

-- Returns the item at the end of the path. Raises ELEMENT_NOT_FOUND with what there is at the level that failed,
-- AMBIGUOUS_ELEMENT when several fit.
function M.item(search)
  if search.item then return search.item end
  if search.alike > 1 then
    errors.raise("AMBIGUOUS_ELEMENT", ("%s has %d items that '%s' may mean"):format(holder_of(search), search.alike,
      search.names[search.failed_at]),
      { hint = ("Write the name letter by letter. There: %s."):format(shown(search.available, search.left_out)),
        details = { available = search.available, level = search.failed_at } })
  end
  return missing(search)
end

-- Returns a tree, unless it is a search for its top that found none: then raises as M.item().
function M.tree(tree)
  if tree.items then return tree end
  return M.item(tree)
end

-- Returns the item, if it can be chosen. Raises also UNSUPPORTED for one that cannot.
function M.choosable(search)
  local item = M.item(search)
  if item.enabled and not item.has_submenu then return item end
  local name = table.concat(search.names, " > ")
  if item.has_submenu then
    errors.raise("UNSUPPORTED", ("'%s' opens a menu and does nothing else"):format(name),
      { hint = "Add the name of an item in it.", details = { reason = "has a submenu", dispatched = false } })
  end
  return errors.raise("UNSUPPORTED", ("'%s' is disabled"):format(name),
    { hint = "Do first what the program needs for it.", details = { reason = "disabled", dispatched = false } })
end

-- Returns the item that was chosen, and whether its program had answered. Raises as M.choosable().
function M.chosen(search)
  if search.chosen then return search.item, search.answered end
  return M.choosable(search)
end

return M
