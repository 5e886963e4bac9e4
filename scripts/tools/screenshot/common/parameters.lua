local arguments = require "lib.arguments"
local errors = require "errors"
local kinds = require "tools.screenshot.common.kinds"

-- The arguments that the screenshot tools share.
local M = {}

M.format = { "format", kinds.names, "Default: by the extension of 'savePath', else png.", optional = true }
M.quality = { "quality", "number", "Of jpeg (default 90) and webp (lossless without).", optional = true, minimum = 1,
  maximum = 100 }
M.save_path = { "savePath", "string", "File to write. Without it the picture is in the answer.", optional = true }
M.masking = { "enablePIIMasking", "boolean", "Fills personal data and secrets that can be read in the picture.",
  optional = true, default = false }

local function invalid(name, message)
  errors.raise("INVALID_ARGUMENT", ("%s: %s"):format(name, message), { details = { field = name } })
end

-- Returns the number of an argument; nil when it is not given. Raises INVALID_ARGUMENT with the field for one beyond
-- `least` and `most`.
function M.number(args, name, least, most)
  local number = args[name]
  if number == nil then return nil end
  if number < least then invalid(name, ("expected at least %d, received %.17g"):format(least, number)) end
  if number > most then invalid(name, ("expected at most %d, received %.17g"):format(most, number)) end
  if number ~= number then invalid(name, "expected a number, received nan") end
  return number
end

-- Returns the number of an argument as M.number() does. Raises INVALID_ARGUMENT unless it is a whole number.
function M.whole(args, name, least, most)
  local given = args[name]
  if given == nil or math.tointeger(given) then return math.tointeger(M.number(args, name, least, most)) end
  return invalid(name, ("expected a whole number, received %.17g"):format(given))
end

-- Returns the arguments in the form that the schema checks: an empty text is no argument, a number is an id, and the
-- case of a format is of no account. Raises UNSUPPORTED_FORMAT.
function M.normalise(args)
  args = arguments.without_unset(args)
  for _, name in ipairs { "display", "windowId" } do
    args[name] = math.type(args[name]) == "integer" and tostring(args[name]) or args[name]
  end
  if type(args.format) == "string" then args.format = kinds.read(args.format) end
  return args
end

return M
