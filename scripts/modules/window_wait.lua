local errors = require "errors"
local event = require "event"
local filter = require "desktop.window_filter"
local options = require "check.options"
local deadline = require "lib.deadline"
local window = require "window"

local M = {}

local function found(fits)
  for _, each in ipairs(window.list()) do
    if fits(each) then return each end
  end
  return nil
end

local function checked(what, given, kinds)
  options.check(what, given, kinds)
  if not (given and (given.app or given.title or given.id)) then
    errors.raise("INVALID_ARGUMENT", what .. ": neither app nor title given",
      { hint = "Give {app = …}, {title = …} or both." })
  end
  return given
end

-- Listens before it looks, so that it misses no change in between.
local function wait(fits)
  local events <close> = event.listen { kinds = { "window.opened", "window.title_changed" } }
  local there = found(fits)
  if there then return there end
  for happened in events do
    if fits(happened.window) then return happened.window end
  end
end

function M.wait(given)
  checked("window.wait", given, { app = "text", title = "text", timeout = "seconds" })
  return deadline.wait(given.timeout, filter.text(given), wait, filter.new(given, true))
end

local function wait_gone(fits, by_title)
  local kinds = { "window.closed" }
  if by_title then kinds[2] = "window.title_changed" end
  local events <close> = event.listen { kinds = kinds, titles = by_title }
  local there = found(fits)
  while there do
    local happened = events()
    if not happened then return end
    if happened.window.id == there.id then there = found(fits) end
  end
end

function M.wait_gone(given)
  checked("window.wait_gone", given, { app = "text", title = "text", id = "id", timeout = "seconds" })
  local what = filter.text(given) .. " to be gone"
  deadline.wait(given.timeout, what, wait_gone, filter.new(given), given.title ~= nil)
end

function M.get(id)
  if not options.fits("id", id) then
    require("check.wrong_argument").refuse_option("window.get", "id", id,
      "window.get: id: expected the id of a window, got " .. options.shown(id),
      type(id) == "table" and "Write window.get(w.id)." or "Ids are those that window.list() gives.")
  end
  return found(function(each) return each.id == id end)
    or errors.raise("WINDOW_NOT_FOUND", ("there is no window %d"):format(id),
      { hint = "It may be closed; window.list() shows those that are there.", details = { reason = "gone" } })
end

return M
