local check = require "check"
local errors = require "errors"
local fs = require "fs"
local json = require "json"

local M = {}

-- The command line's row; see runtime/app/cli/command_rows.hpp.
M.row = {
  order = 12, text = "Find mistakes in Lua scripts without running them",
  options = { { "files", "the scripts", takes = "file", required = true, several = true } },
  ends = [[
Exit statuses:
  0     nothing was found
  17    a file cannot be read (FILE_IO_ERROR)
  26    mistakes were found (SCRIPT_ERROR)
  64    the command line makes no sense (INVALID_ARGUMENT)
]],
}

local kMaxFiles = 10000 -- of one folder

local function counted(count, word)
  return ("%d %s%s"):format(count, word, count == 1 and "" or "s")
end

-- Returns a path, or the Lua files directly in it when it is a folder (not in its subfolders).
local function files_of(path)
  local stat = try(fs.stat, path)
  if not stat or stat.type ~= "directory" then return { path } end
  local files = {}
  for _, name in ipairs(fs.list(path)) do
    if name:find "%.lua$" then files[#files + 1] = path:gsub("/+$", "") .. "/" .. name end
  end
  if #files == 0 or #files > kMaxFiles then
    errors.raise("FILE_IO_ERROR", ("folder %s has %s"):format(path, #files == 0 and "no *.lua files"
      or counted(#files, "*.lua file")), { hint = "Name the files to check." })
  end
  table.sort(files)
  return files
end

-- Lists unreadable files in found.unreadable, so that the others are still checked.
local function attempt(found, path, f)
  local result, err = try(f, path)
  if result then return result end
  err = errors.normalise(err)
  if err.code == "CANCELLED" then error(err, 0) end
  found.unreadable[#found.unreadable + 1] = { file = path, message = err.message, err = err }
  return {}
end

local function look(found, path)
  local mistakes = attempt(found, path, check.file)
  found.wrong = found.wrong + (#mistakes > 0 and 1 or 0)
  for _, each in ipairs(mistakes) do
    found.lines[#found.lines + 1] = ("%s:%d:%d: %s\n"):format(path, each.line, each.column, each.message)
    found.mistakes[#found.mistakes + 1] = { file = path, line = each.line, column = each.column,
      message = each.message }
  end
end

-- Returns SCRIPT_ERROR when there are mistakes, else the error of an unreadable file.
local function failure_of(found)
  local unreadable = {}
  for i, each in ipairs(found.unreadable) do unreadable[i] = each.message end
  local unread = table.concat(unreadable, "; ")
  if #found.mistakes > 0 then
    local text = ("%s in %s"):format(counted(#found.mistakes, "mistake"), counted(found.wrong, "file"))
    return errors.make("SCRIPT_ERROR", unread == "" and text or ("%s; not checked: %s"):format(text, unread),
      { hint = "Correct the lines named." })
  end
  local first = found.unreadable[1]
  return first and errors.make(first.err.code, unread, { hint = first.err.hint, details = first.err.details }) or nil
end

-- `options`: files (paths). A mistake sets the exit status of SCRIPT_ERROR.
function M.run(options)
  local found = { lines = {}, mistakes = {}, unreadable = {}, wrong = 0 }
  for _, path in ipairs(options.files) do
    for _, file in ipairs(attempt(found, path, files_of)) do look(found, file) end
  end
  local unreadable = {}
  for i, each in ipairs(found.unreadable) do unreadable[i] = { file = each.file, message = each.message } end
  return { text = table.concat(found.lines), failure = failure_of(found), told = #unreadable == 0,
    data = { mistakes = json.array(found.mistakes), unreadable = json.array(unreadable) } }
end

return M
