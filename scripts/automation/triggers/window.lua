local event = require "event"
local filter = require "desktop.window_filter"

local M = {}

local options = { app = { "text", "Of window kinds: as in window.wait." },
  title = { "text", "Of window kinds: part of the title." } }

-- `keeps_titles`: the events do not report new titles, so that the titles must be kept up to date.
local function window_kind(kind, keeps_titles, subject, told)
  return { options = options, subject = subject, subject_type = "window", told = told, open = function(given)
    local fits = filter.new(given)
    local kinds = { kind }
    -- The application of a closed window can no longer be asked for.
    local learns = kind == "window.closed" and given.app ~= nil
    if learns then kinds[2] = "window.opened" end
    local events = event.listen { kinds = kinds, titles = keeps_titles and given.title ~= nil }
    if learns then
      for _, window in ipairs(try(require("window").list) or {}) do filter.learn(window) end
    end
    return function()
      for happened in events do
        if happened.kind ~= kind then
          filter.learn(happened.window)
        elseif fits(happened.window) then
          return happened.window, happened
        end
      end
      return nil
    end, events
  end }
end

M["window.opened"] = window_kind("window.opened", false, "the window", "A window is there. Its program may not have "
  .. "painted it yet: `screen.wait_stable(w.bounds)` waits until it has.")
M["window.closed"] = window_kind("window.closed", true, "the window as it last was", "A window is gone.")
M["window.focused"] = window_kind("window.focused", true, "the window", "A window has come to have the focus.")
M["window.title_changed"] =
  window_kind("window.title_changed", false, "the window", "A window has another title, which fits.")
M["window.moved"] = window_kind("window.moved", true, "the window",
  "A window has another place or size; many moves may be told as one.")

return M
