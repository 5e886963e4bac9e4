local errors = require "errors"
local menus = require "menus"
local options = require "check.options"
local paths = require "desktop.menu_search"
local subject_of = require("ui_elements").subject_of

-- menu.items, menu.find and menu.choose: from a name to windows, and from a path to the item that it means.
local M = {}

local function check_path(what, path)
  if type(path) == "string" then return path end
  return errors.raise("INVALID_ARGUMENT", ("%s: path: expected a string, got %s"):format(what, options.shown(path)))
end

function M.items(given)
  given = options.check("menu.items", given, { app = "text", window = "id", path = "text", depth = "number",
    max_items = "number", timeout = "seconds" })
  local pid, windows = subject_of("menu.items", given)
  return paths.tree(menus.tree(pid, { windows = windows, path = given.path, depth = given.depth,
    max_items = given.max_items, timeout = given.timeout }))
end

local function searched(what, run, path, given)
  path = check_path(what, path)
  given = options.check(what, given, { app = "text", window = "id", timeout = "seconds" })
  local pid, windows = subject_of(what, given)
  return run(pid, path, { windows = windows, timeout = given.timeout })
end

function M.find(path, given)
  return paths.item(searched("menu.find", menus.find, path, given))
end

function M.choose(path, given)
  return paths.chosen(searched("menu.choose", menus.choose, path, given))
end

return M
