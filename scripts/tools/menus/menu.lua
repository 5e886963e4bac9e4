local act = require "acting.act"
local dialogs = require "desktop.dialogs"
local enabled = require "acting.enabled"
local errors = require "errors"
local input = require "input_press"
local menu_subject = require "acting.menu_subject"
local menus = require "menus"
local offered = require "acting.choosing.offered"
local pointing = require "acting.pointing"
local rectangle = require "lib.rectangle"
local subject = require "acting.subject"
local trim = require("lib.blanks").trim
local unicode = require "lib.unicode"
local window = require "window"

-- `menu`: an item of the menus of a window.
local M = {}

local kDeepest = 8

-- Returns the names of a path such as "File > Save As...".
local function names_of(path)
  local names = {}
  for part in path:gmatch "[^>]+" do
    local name = trim(part)
    if name ~= "" then names[#names + 1] = name end
  end
  if #names > 0 and #names <= kDeepest then return names end
  return errors.raise("INVALID_ARGUMENT", ("menuPath: 1 to %d names with > between expected"):format(kDeepest),
    { hint = "For example 'File > Save As...'.", details = { field = "menuPath" } })
end

-- Returns whose menus are meant, as acting/menu_subject.lua does; nil when the window is of no program that is known.
local function subject_of(args, deadline)
  local shown = subject.window(args, deadline) or window.frontmost()
  return shown and (shown.pid or 0) > 0 and { pid = shown.pid, windows = { shown.id }, window = shown } or nil
end

-- Returns the plan to choose an item that the program tells, whose menu stays closed; nil when it tells no such menu,
-- and for a path that ends with a menu, which is to be opened.
local function by_name(args, names, deadline)
  local of = subject_of(args, deadline)
  local path = table.concat(names, " > ")
  local search = of and try(menus.find, of.pid, path, { windows = of.windows })
  if not search or not search.item and search.failed_at == 1 then return nil end
  if search.item and search.item.has_submenu then return nil end
  return menu_subject.choosing(of, path, search)
end

local function titled(each)
  return ('window %d "%s"'):format(each.id, unicode.line(each.title or ""))
end

-- Raises a failure again, with the dialog that keeps the window from being used as its reason.
local function failed(err, shown)
  err = errors.normalise(err)
  local is_about_items = err.code == "ELEMENT_NOT_FOUND" or err.code == "UNSUPPORTED"
  local dialog, behind = nil, nil
  if is_about_items and shown then dialog, behind = dialogs.before(shown) end
  if not dialog then error(err, 0) end
  err.message = ("%s: %s is a dialog%s"):format(err.message, titled(dialog),
    behind and " that keeps " .. titled(behind) .. " from being used" or "")
  err.hint = "Answer or close the dialog first, by `see` and `click`; then choose the item."
  err.details = type(err.details) == "table" and err.details or {}
  err.details.dialog = dialog.id
  error(err, 0)
end

-- Finds the item, or else the first menu, so that a plan is refused when there is none, or it is disabled.
local function plan_of(args, deadline)
  local names = names_of(args.menuPath)
  local plan = by_name(args, names, deadline)
  if plan then return plan end
  local first = offered.find(names[1], args.app_target, offered.menu_roles)
  enabled.check(first)
  local by_action = not first.place
  return {
    what = ("choose %s from the menus, beginning with"):format(table.concat(names, " > ")), subject = first,
    window = first.window, place = not by_action and pointing.place(first) or nil,
    how = by_action and "action" or "pointer", names = names, app_target = args.app_target,
    chosen = #names > 1 and names[#names] or nil, opens = true,
  }
end

function M.plan(args, deadline)
  local plan, err = try(plan_of, args, deadline)
  return plan or failed(err, try(function() return subject.window(args, deadline) or window.frontmost() end))
end

-- Returns whether an item is told to be where the menu is that holds it. Java counts from there.
local function is_misplaced(found, holder)
  local own, around = found.item and found.item.bounds, holder and holder.item and holder.item.bounds
  return own ~= nil and around ~= nil and rectangle.common(own, around) ~= nil
end

-- Clicks an item that is shown: a menu that was opened by its own action may have neither grab nor keyboard, and Escape
-- would not close it. `holder`: what was opened before it.
local function open(found, holder)
  if is_misplaced(found, holder) and pointing.press(found) then return end
  pointing.choose(found)
end

-- Closes the menus that were opened, when an item is missing or disabled.
local function close(plan, opened)
  if opened > 0 then try(input.press, "Escape", { count = opened, window = plan.window and plan.window.id }) end
end

-- A menu that is open has a grab, and its window is not in the list, so that the place alone is aimed at.
local function free(found)
  found.window = nil
  return found
end

-- Opens each menu as a person does, for programs that do not tell what is in them.
local function by_pointer(plan)
  local front = window.frontmost()
  if plan.window and not (front and front.id == plan.window.id) then window.focus(plan.window.id) end
  -- A tool bar has buttons of the same names, which are there before the menu is.
  local apart = offered.ids(plan.app_target, offered.buttons)
  open(plan.subject)
  local last = plan.subject
  for i = 2, #plan.names do
    local found, err = try(offered.await_enabled, plan.names[i], plan.app_target, offered.menu_roles, apart)
    if not found then
      close(plan, i - 1)
      err = errors.normalise(err)
      err.details = err.details or {}
      err.details.dispatched = false
      failed(err, plan.window)
    end
    open(free(found), last)
    last = found
  end
end

function M.perform(plan)
  if plan.of then return menu_subject.choose(plan) end
  return by_pointer(plan)
end

act.tool(M)

return M
