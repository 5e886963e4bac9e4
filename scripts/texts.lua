local unicode = require "unicode"

local M = {}

function M.plural(count, word)
  return ("%d %s%s"):format(count, word, count == 1 and "" or "s")
end

function M.rectangle(bounds)
  return ("[%d,%d %d×%d]"):format(bounds.x, bounds.y, bounds.width, bounds.height)
end

-- The first block of an image result. `request`: shots (count), files (saved_files), hide_files, analysis (nil,
-- "succeeded", "failed/skipped").
function M.captured(request)
  local files = request.hide_files and {} or request.files
  local text = "Captured " .. M.plural(request.shots, "image")
  if #files == 1 then
    text = text .. "\nImage saved to: " .. files[1].path
  elseif #files > 1 then
    text = text .. ("\n%d images saved:"):format(#files)
    for i, file in ipairs(files) do text = text .. ("\n%d. %s (%s)"):format(i, file.path, file.item_label) end
  end
  if request.analysis then text = text .. "\nAnalysis " .. request.analysis .. "." end
  return text
end

local function name_of(shot)
  return shot.title and '"' .. shot.title .. '"' or shot.label
end

local function sorted(list)
  table.sort(list)
  return table.concat(list, " and ")
end

local function names(set)
  local list = {}
  for name in pairs(set) do list[#list + 1] = name end
  return sorted(list)
end

local function larger(arguments)
  local list = {}
  for _, argument in pairs(arguments) do list[#list + 1] = "'" .. argument .. "'" end
  return ("a larger %s (0: no limit)"):format(sorted(list))
end

-- How to find a picture's point on the screen.
function M.map(map)
  local divisor = map.scale ~= 1 and (" / %.9g"):format(map.scale) or ""
  return ("Screen x = %d + image x%s, screen y = %d + image y%s."):format(map.origin.x, divisor, map.origin.y, divisor)
end

local function region_sentence(name, area, region)
  local text = ("%s shows the region %s"):format(name, M.rectangle(area))
  if area.x == region.x and area.y == region.y and area.width == region.width and area.height == region.height then
    return text .. "."
  end
  return ("%s, the part of %s that lies inside the target."):format(text, M.rectangle(region))
end

local function change_sentence(name, area, map, view)
  local changes = {}
  if map.scale ~= 1 then
    changes[1] = ("scaled down from %d×%d to %d×%d pixels (scale %.9g)")
      :format(area.width, area.height, map.width, map.height, map.scale)
  end
  if view and view.recipe.words then changes[#changes + 1] = view.recipe.words end
  local reason = view and next(view.limited_by) and " to fit " .. names(view.limited_by) or ""
  return ("%s is %s%s."):format(name, table.concat(changes, " and "), reason)
end

-- What was done to a picture and how it maps back to the screen; nil when it is just what the screen shows. `region`:
-- what the call asked for, or nil. `for_files`: the picture is a file, not part of an answer.
function M.shown(shot, region, for_files)
  local view = shot.view and shot.view.blob and shot.view or nil
  local map, name = view and view.map or shot.map, name_of(shot)
  local limited = view and next(view.limited_by) ~= nil
  if not region and map.scale == 1 and not limited then return nil end
  local sentences = {}
  if region then
    sentences[1] = region_sentence(name, shot.area, region)
    name = "It"
  end
  if map.scale ~= 1 or limited then sentences[#sentences + 1] = change_sentence(name, shot.area, map, view) end
  sentences[#sentences + 1] = M.map(map)
  if limited and not for_files then
    local size = ("%d×%d"):format(view.full.width, view.full.height)
    sentences[#sentences + 1] = shot.path and ("The saved file has all %s pixels."):format(size)
      or ("For all %s pixels give 'path', or %s."):format(size, larger(view.limited_by))
  end
  return table.concat(sentences, " ")
end

-- Which of several pictures in an answer this is: what says so elsewhere are its metadata.
function M.numbered(index, shot)
  local whose = shot.title and (" (%s)"):format(shot.label) or ""
  return ("Picture %d: %s%s."):format(index, name_of(shot), whose)
end

-- A picture for which a limit of bytes cannot be met: its name, and the argument that the caller can give.
function M.too_large(shot, name, argument)
  local view = shot.view
  return ("%s takes %d bytes (as base64) even at %d×%d pixels, and %s leaves it %d. Give %s."):format(
    name_of(shot), view.bytes, view.map.width, view.map.height, name, view.room, larger { argument })
end

function M.application(app)
  local bundle = app.bundle_id and app.bundle_id ~= "" and (" (%s)"):format(unicode.line(app.bundle_id)) or ""
  return ("%s%s - PID: %d"):format(unicode.line(app.app_name), bundle, app.pid)
end

function M.applications(list)
  local lines = { "Found " .. M.plural(#list, "running application") .. (#list > 0 and ":\n\n" or "") }
  for i, app in ipairs(list) do
    lines[#lines + 1] = ("%d. %s%s - Windows: %d\n")
      :format(i, M.application(app), app.is_active and " [ACTIVE]" or "", app.window_count)
  end
  return table.concat(lines)
end

local function window_line(place, window)
  local id = window.window_id and (" [ID: %d]"):format(window.window_id) or ""
  local shown = ""
  if window.is_on_screen ~= nil then shown = window.is_on_screen and " [ON-SCREEN]" or " [OFF-SCREEN]" end
  local where = window.bounds and " " .. M.rectangle(window.bounds) or ""
  return ('%d. "%s"%s%s%s\n'):format(place, window.window_title, id, shown, where)
end

-- `applications` has the front-most one first; further ones share its name.
function M.windows(list, applications)
  local lines = { ("Found %s for application: %s"):format(M.plural(#list, "window"), M.application(applications[1])) }
  for i = 2, #applications do lines[i] = (", PID: %d"):format(applications[i].pid) end
  if #list > 0 then lines[#lines + 1] = "\n\nWindows:\n" end
  for i, window in ipairs(list) do lines[#lines + 1] = window_line(i, window) end
  return table.concat(lines)
end

function M.screen(display)
  local scale = display.scale and display.scale ~= 1 and (" [SCALE %g]"):format(display.scale) or ""
  return ('screen:%d "%s" %s%s%s'):format(display.index, unicode.line(display.name), M.rectangle(display.bounds),
    display.primary and " [PRIMARY]" or "", scale)
end

function M.screens(list)
  local text = "Found " .. M.plural(#list, "screen")
  if #list > 0 then text = text .. ":\n\n" end
  for i, display in ipairs(list) do text = text .. ("%d. %s\n"):format(i, M.screen(display)) end
  return text
end

return M
