local errors = require "errors"
local unicode = require "lib.unicode"

local M = {}

-- Bytes: most file systems allow 255; ten are reserved for temporary suffixes.
M.longest_name = 245

function M.expand(path, home)
  if path == "~" then return home end
  if path:sub(1, 2) == "~/" then return home .. path:sub(2) end
  return path
end

function M.is_absolute(path)
  return path:sub(1, 1) == "/"
end

function M.split(path)
  local parent, name = path:match("^(.*)/([^/]*)$")
  if not parent then return "", path end
  return parent == "" and "/" or parent, name
end

function M.join(directory, name)
  if directory == "" then return name end
  local base = directory:gsub("/+$", "")
  return base .. "/" .. name
end

-- Returns the stem and the extension (without dot, in lower case; nil if missing) of a path's last component.
function M.extension(path)
  local parent, name = M.split(path)
  local stem, extension = name:match("^(.+)%.([^.]+)$")
  if not stem then return path, nil end
  local base = parent == "" and stem or M.join(parent, stem)
  return base, extension:lower()
end

function M.with_extension(path, extension)
  local base = M.extension(path)
  return base .. "." .. extension
end

-- Returns whether a path means a directory. `existing` is the type of the existing entry: "directory", "file", "other"
-- or nil.
function M.is_directory(path, existing)
  if existing then return existing == "directory" end
  if path:sub(-1) == "/" then return true end
  local _, name = M.split(path)
  if name == "." or name == ".." then return true end
  local _, extension = M.extension(path)
  return extension == nil
end

-- Makes a path absolute. Without `base` (over MCP), raises for a relative path.
function M.resolve(path, home, base)
  if path:find("\0", 1, true) then
    errors.raise("INVALID_ARGUMENT", "path contains a zero byte")
  end
  local full = M.expand(path, home)
  if M.is_absolute(full) then return full end
  if not base then
    errors.raise("INVALID_ARGUMENT", ("path '%s' is not absolute"):format(path),
      { hint = "Begin it with / or ~/." })
  end
  local _, stop = full:find("^%./+")
  while stop do
    full = full:sub(stop + 1)
    _, stop = full:find("^%./+")
  end
  if full == "." or full == "" then return M.join(base, "") end
  return M.join(base, full)
end

-- Turns a text from a window or application into part of a file name: keeps letters, digits, "-", "_" and ".".
function M.safe_name(text)
  local name = unicode.line(text):gsub("\u{FFFD}", "_")
  name = name:gsub("\xE2\x80[\x8B-\x8F]", ""):gsub("\xEF\xBB\xBF", "")
  name = name:gsub("[^%w%-_.\x80-\xFF]+", "_"):gsub("_+", "_")
  name = name:gsub("^[._%-]+", ""):gsub("[._%-]+$", "")
  return name ~= "" and name or "unnamed"
end

-- Returns `stem` .. `suffix`, with the stem cut so that the whole stays within the longest name.
function M.fit(stem, suffix)
  local room = M.longest_name - #suffix
  if #stem <= room then return stem .. suffix end
  local cut = room > 0 and unicode.cut(stem, room) or ""
  return (cut ~= "" and cut or "f") .. suffix
end

-- Returns the generated name of one picture in two parts, of which only the first is cut when it is too long.
-- `subject`: kind "picture" (of anything), "display", "frontmost", "title" or "window", with index, app and title where
-- they apply.
function M.generated(subject, stamp)
  if subject.kind == "picture" then return "image", "_" .. stamp end
  if subject.kind == "display" then return "screen", ("_%d_%s"):format(subject.index + 1, stamp) end
  local app = M.safe_name(subject.app)
  if subject.kind == "frontmost" then return "frontmost_" .. app, "_" .. stamp end
  if subject.kind == "title" then
    return app .. "_" .. M.safe_name(unicode.first(subject.title, 20)), "_" .. stamp
  end
  return app, ("_window_%d_%s"):format(subject.index, stamp)
end

-- Decides where to save one picture: {path, generated = whether the name is ours and must not replace a file}.
-- `request`: base (absolute path), directory (bool), several (bool), subject, stamp, extension, prefix?, renamed? (the
-- base differs from the caller's path).
function M.place(request)
  local stem, suffix = M.generated(request.subject, request.stamp)
  local ending = "." .. request.extension
  if request.directory then
    local name = M.fit((request.prefix or "") .. stem, suffix .. ending)
    return { path = M.join(request.base, name), generated = true }
  end
  if not request.several then return { path = request.base, generated = request.renamed or false } end
  local parent, base_name = M.split((M.extension(request.base)))
  if request.subject.kind == "display" then
    return { path = M.join(parent, M.fit(base_name, suffix .. ending)), generated = true }
  end
  local tail = "_" .. M.fit(stem, suffix)
  if #tail + #ending > M.longest_name - 20 then tail = "_" .. unicode.cut(stem, 80) .. suffix end
  return { path = M.join(parent, M.fit(base_name, tail .. ending)), generated = true }
end

-- Adds a counter before the extension, for names that are taken.
function M.numbered(path, number)
  local base, extension = M.extension(path)
  local parent, name = M.split(base)
  -- A path without an extension would mean a folder.
  return M.join(parent, M.fit(name, ("_%d.%s"):format(number, extension or "png")))
end

return M
