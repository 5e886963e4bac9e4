local errors = require "errors"
local unicode = require "lib.unicode"
local trim = require("lib.blanks").trim

local M = {}

-- Returns in which part of a list a window stands. Compositors list open menus among the windows.
local function rank(window)
  if window.type == "popup_menu" then return 3 end
  return window.on_screen and 1 or 2
end

-- Sorts front to back, windows on screen first, so that an index means the same window in every list.
function M.arrange(windows)
  local ordered = {}
  for wanted = 1, 3 do
    for _, window in ipairs(windows) do
      if rank(window) == wanted then ordered[#ordered + 1] = window end
    end
  end
  return ordered
end

function M.title(window)
  if window.excluded then return "(excluded by the policy)" end
  return window.title ~= nil and window.title ~= "" and unicode.line(window.title) or "Untitled"
end

local function none(app_name)
  errors.raise("WINDOW_NOT_FOUND",
    ("The '%s' process is running, but no capturable windows were found."):format(app_name),
    { hint = "Its windows may be minimised or on another workspace (capture_focus 'foreground', or the tool "
        .. "activate_app, brings them back), or wholly beyond the edges of the screen.",
      details = { reason = "no windows" } })
end

-- Matches a title exactly, then ignoring case, then as a part.
local title_rules = {
  function(title, wanted) return title == wanted end,
  function(title, wanted) return unicode.lower(title) == unicode.lower(wanted) end,
  function(title, wanted) return unicode.lower(title):find(unicode.lower(wanted), 1, true) ~= nil end,
}

-- An excluded window has no title, so that none can be guessed.
-- Applies the first rule that matches any window. Returns the front-most match, its index, and the number of matches.
local function find_title(windows, wanted)
  for _, fits in ipairs(title_rules) do
    local window, place, count = nil, nil, 0
    for index, each in ipairs(windows) do
      if not each.excluded and fits(each.title or "", wanted) then
        count = count + 1
        if not window then window, place = each, index - 1 end
      end
    end
    if window then return window, place, count end
  end
end

-- Returns the window that a title means, its index, and a sentence for the reader when several windows match.
function M.by_title(windows, wanted, app_name)
  if #windows == 0 then none(app_name) end
  local window, index, count = find_title(windows, wanted)
  if not window then window, index, count = find_title(windows, trim(wanted)) end
  if window then
    local note = count > 1 and ('%d windows of \'%s\' fit the title "%s"; the front-most was taken, "%s".')
      :format(count, app_name, unicode.line(wanted), M.title(window)) or nil
    return window, index, note
  end
  local titles, quoted = {}, {}
  for _, candidate in ipairs(windows) do
    if not candidate.excluded then
      titles[#titles + 1] = M.title(candidate)
      quoted[#quoted + 1] = '"' .. titles[#titles] .. '"'
    end
  end
  local available = "Available titles: " .. table.concat(quoted, ", ")
  errors.raise("WINDOW_NOT_FOUND",
    ("no window of '%s' has a title containing '%s'"):format(app_name, wanted), {
      hint = wanted:find("://", 1, true) and "Window titles rarely show 'http://'; leave it out." or nil,
      details = { reason = "no such title", available = titles, text = available },
    })
end

function M.by_index(windows, index, app_name)
  if #windows == 0 then none(app_name) end
  local window = windows[index + 1]
  if window then return window, index end
  errors.raise("WINDOW_NOT_FOUND", ("Invalid window index: %d."):format(index), {
    hint = ("'%s' has %d window%s; valid indexes are 0 to %d."):format(app_name, #windows,
      #windows == 1 and "" or "s", #windows - 1),
    details = { reason = "no such index", window_count = #windows },
  })
end

-- Returns the windows on screen, with their indexes; without excluded ones unless there are no others.
function M.visible(windows, app_name)
  local shown, excluded = {}, {}
  for index, window in ipairs(windows) do
    local list = window.excluded and excluded or shown
    if window.on_screen then list[#list + 1] = { window = window, index = index - 1 } end
  end
  if #shown == 0 then shown = excluded end
  if #shown == 0 then none(app_name) end
  return shown
end

return M
