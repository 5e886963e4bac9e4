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

function M.application(app)
  local bundle = app.bundle_id and app.bundle_id ~= "" and (" (%s)"):format(unicode.line(app.bundle_id)) or ""
  return ("%s%s - PID: %d"):format(unicode.line(app.app_name), bundle, app.pid)
end

function M.applications(list)
  local text = "Found " .. M.plural(#list, "running application")
  if #list > 0 then text = text .. ":\n\n" end
  for i, app in ipairs(list) do
    text = text .. ("%d. %s%s - Windows: %d\n")
      :format(i, M.application(app), app.is_active and " [ACTIVE]" or "", app.window_count)
  end
  return text
end

-- `applications` has the front-most one first; further ones share its name.
function M.windows(list, applications)
  local text = ("Found %s for application: %s"):format(M.plural(#list, "window"), M.application(applications[1]))
  for i = 2, #applications do text = text .. (", PID: %d"):format(applications[i].pid) end
  if #list > 0 then text = text .. "\n\nWindows:\n" end
  for i, window in ipairs(list) do
    text = text .. ('%d. "%s"'):format(i, window.window_title)
    if window.window_id then text = text .. (" [ID: %d]"):format(window.window_id) end
    if window.is_on_screen ~= nil then text = text .. (window.is_on_screen and " [ON-SCREEN]" or " [OFF-SCREEN]") end
    if window.bounds then text = text .. " " .. M.rectangle(window.bounds) end
    text = text .. "\n"
  end
  return text
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
