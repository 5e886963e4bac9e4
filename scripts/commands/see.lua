local errors = require "errors"
local formats = require "capture.formats"
local fs = require "fs"
local json = require "json"
local paths = require "lib.paths"
local picture_files = require "capture.picture_files"
local saved_marks = require "seeing.saved_marks"
local see = require "tools.ui.see"

-- `peekaboo see`: what can be used or read in a window.
local M = {}

-- The command line's row; see runtime/app/cli/command_rows.hpp.
M.row = {
  order = 3, text = "List what can be used in a window, with a numbered picture", desktop = true, captures = true,
  options = {
    { "app", "as --app of `image`: a name, PID:663, frontmost (default), screen:0" },
    { "--find", "only what has this text, or this role", value = "TEXT" },
    { "--text", "also words read in the picture" },
    { "--max-elements", "how many to list (default 120)", value = "N" },
    { "--path", "where the numbered picture goes; without it none is made", takes = "file", value = "FILE" },
    { "--plain", "the picture without numbers" },
  },
}

local kMostElements = 1000

local function count_of(text)
  if not text then return nil end
  local count = tonumber(text)
  if math.type(count) == "integer" and count >= 1 and count <= kMostElements then return count end
  return errors.raise("INVALID_ARGUMENT",
    ("--max-elements takes a whole number from 1 to %d, not '%s'"):format(kMostElements, text), { usage = true })
end

-- Returns an item as JSON tells it.
local function told(item)
  local states = {}
  for name in pairs(item.states) do states[#states + 1] = name end
  table.sort(states)
  return json.object {
    { "mark", "m" .. item.mark }, { "role", item.role }, { "name", item.name }, { "value", item.value },
    { "bounds", item.bounds }, { "states", json.array(states) }, { "path", item.element and item.element.path },
    { "read_in_picture", item.from_picture },
  }
end

local function save(blob, path)
  local place = { path = paths.resolve(path, fs.home(), fs.current_directory()) }
  local kind = formats.of_extension(select(2, paths.extension(place.path)))
  if kind and kind ~= "png" then blob = require("image").decode(blob):encode { format = kind } end
  return picture_files.store(blob, place)
end

-- `options`: app, find, text, max_elements, path, plain.
function M.run(options)
  local picture = options.path and (options.plain and "plain" or "marked") or "none"
  local seen = see.look { app_target = options.app, find = options.find, text = options.text,
    max_elements = count_of(options.max_elements), picture = picture, max_bytes = 0 }
  saved_marks.save(seen.items, seen.stack)
  local elements = {}
  for i, item in ipairs(seen.items) do elements[i] = told(item) end
  local path = seen.blob and save(seen.blob, options.path)
  local text = seen.text .. "\n"
  for _, warning in ipairs(seen.warnings) do text = text .. warning .. "\n" end
  if path then text = text .. path .. "\n" end
  return { data = { elements = json.array(elements), path = path }, messages = seen.warnings, text = text }
end

return M
