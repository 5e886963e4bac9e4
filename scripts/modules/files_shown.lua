local clipboard = require "clipboard"
local errors = require "errors"
local event = require "event"
local file_managers = require "file_managers"
local file_windows = require "desktop.file_windows"
local fs = require "fs"
local input = require "input"
local options = require "check.options"
local paths = require "lib.paths"
local deadline = require "lib.deadline"
local screen = require "screen"
local window = require "window"

-- files.reveal, files.folder and files.selected.
local M = {}

local kShown = 3 -- seconds in which a manager that took the call shows something
local kCopied = 2 -- seconds in which it copies

local function windows_by_id()
  local found = {}
  for _, each in ipairs(window.list()) do found[each.id] = each end
  return found
end

-- Returns a window of the manager that was not as it is now, before: new, with another title, in front, or, when `mark`
-- is given, painted since.
local function changed_window(pid, before, mark)
  for _, each in ipairs(window.list()) do
    local old = before[each.id]
    if file_windows.is_one(each, pid) and each.on_screen and (pid == nil or each.pid == pid) then
      local is_new = not old or old.title ~= each.title or not old.on_screen or (each.active and not old.active)
      if is_new or (mark and try(screen.changed, mark, { region = each.bounds })) then return each end
    end
  end
  return nil
end

-- Returns a window that showed the folder all along.
local function window_of_folder(pid, path)
  local folder = paths.split(path)
  for _, each in ipairs(window.list()) do
    local is_manager = file_windows.is_one(each, pid) and each.on_screen and (pid == nil or each.pid == pid)
    if is_manager and try(file_windows.folder, each, pid) == folder then return each end
  end
  return nil
end

local function await_window(pid, before, mark)
  local events <close> = event.listen { kinds = { "window.opened", "window.title_changed", "window.focused" } }
  local found = changed_window(pid, before, mark)
  while not found and events() do found = changed_window(pid, before, mark) end
  return found
end

local function not_shown(program, path)
  local name = program.executable ~= "" and program.executable or "the file manager"
  errors.raise("EFFECT_NOT_SEEN", ("%s took the call and shows nothing of '%s'"):format(name, path),
    { hint = "Look at its windows; it may have asked something.", details = { manager = name, dispatched = true } })
end

-- Returns the path without what says nothing.
local function checked_path(path)
  if type(path) ~= "string" then
    errors.raise("INVALID_ARGUMENT", "files.reveal: path: expected a string, got " .. options.shown(path))
  end
  local _, err = try(fs.stat, path)
  if err and paths.is_absolute(path) and not path:find "%c" then
    errors.raise("FILE_IO_ERROR", ("there is no file '%s'"):format(path),
      { hint = "Give the absolute path of a file or folder that exists.", details = { path = path } })
  end
  return #path > 1 and path:gsub("/+$", "") or path
end

function M.reveal(path, given)
  given = options.check("files.reveal", given, { timeout = "seconds" })
  path = checked_path(path)
  local before, mark = windows_by_id(), try(screen.mark)
  local program = file_managers.show(path, given)
  local pid = program.pid ~= 0 and program.pid or nil
  local function at_last() return changed_window(pid, before, mark) or window_of_folder(pid, path) end
  local found = deadline.run(math.min(given.timeout or kShown, kShown), at_last, await_window, pid, before, mark)
  if not found then not_shown(program, path) end
  return program.executable, found
end

function M.folder(given)
  options.check("files.folder", given, { timeout = "seconds" })
  local shown, pid = file_windows.front()
  return file_windows.folder(shown, pid), shown
end

local function copied_files(shown)
  local events <close> = event.listen { kinds = { "clipboard.changed" } }
  input.press("Ctrl+C", { window = shown.id })
  for _ in events do
    local content = clipboard.read { formats = { "files" } }
    if content.files then return content.files end
  end
end

-- Has the manager copy what is selected, and puts back what could be pasted.
local function through_clipboard(shown)
  local saved = clipboard.save()
  clipboard.clear()
  local ok, result = pcall(function()
    window.focus(shown.id)
    return deadline.run(kCopied, function() return {} end, copied_files, shown)
  end)
  clipboard.write(saved)
  if not ok then error(result, 0) end
  return result
end

function M.selected(given)
  given = options.check("files.selected", given, { timeout = "seconds", through_clipboard = "boolean" })
  local shown, pid = file_windows.front()
  if given.through_clipboard then return through_clipboard(shown), shown end
  local folder = file_windows.folder(shown, pid)
  local files = file_windows.selected(shown, folder)
  if files then return files, shown end
  return errors.raise("UNSUPPORTED", ("'%s' does not mark which files are selected"):format(shown.app_class),
    { hint = "Give through_clipboard = true: the files are copied, and the clipboard is restored." })
end

return M
