local act = require "acting.act"
local arguments = require "lib.arguments"
local budget = require "capture.budget"
local clipboard = require "clipboard"
local errors = require "errors"
local fs = require "fs"
local json = require "json"
local list_text = require "desktop.list_text"
local tool = require "tool"
local unicode = require "lib.unicode"
local writing = require "acting.clipboard"

-- `clipboard`: what can be pasted.
local M = { seen_only = true }

local kMostRead = 100000 -- bytes of a text in an answer

local function refuse(field, message, hint)
  errors.raise("INVALID_ARGUMENT", message, { hint = hint, details = { field = field } })
end

-- Returns the kind of a content, by what is most useful in it.
local function kind_of(content)
  if content.text then return "text" end
  if content.image then return "image" end
  if content.files then return "files" end
  return #content.formats > 0 and "other" or "none"
end

local get = { what = "read the clipboard", effect = "none", repeatable = true }

-- Returns a picture as a block of an answer, within its limits.
local function block_of(picture)
  local limits = budget.limits {}
  local view = budget.view(picture, limits, { kind = "png", changeable = true, count = 1 })
  budget.share({ view }, limits, kMostRead)
  return tool.image(view.blob)
end

local function facts_of(content)
  local facts = { { "contentType", kind_of(content) } }
  if content.text then facts[#facts + 1] = { "text", unicode.cut(content.text, kMostRead) } end
  if content.files then facts[#facts + 1] = { "files", json.array(content.files) } end
  if content.image then
    facts[#facts + 1] = { "image", ("%dx%d"):format(content.image.width, content.image.height) }
  end
  if #(content.text or "") > kMostRead then
    facts[#facts + 1] = { "left out", ("all but the first %d bytes of the text"):format(kMostRead) }
  end
  return facts
end

function get.run(plan)
  local content = clipboard.read()
  if content.image then plan.content = { block_of(content.image) } end
  plan.line = #content.formats == 0 and "it is empty" or "it has " .. table.concat(content.formats, ", ")
  return facts_of(content)
end

-- Returns the arguments that put back what could be pasted before.
local function way_back(was)
  if not was then return nil end
  return was.text and { { "action", "set" }, { "text", was.text } } or { { "action", "clear" } }
end

local function replace(plan, format, write)
  plan.back = way_back(writing.replace(format, write))
end

local set = { repeatable = true }

-- Raises INVALID_ARGUMENT for files that nobody could paste.
local function check_there(files)
  for _, path in ipairs(files) do
    if path:sub(1, 1) == "/" and not fs.exists(path) then
      refuse("files", ("files: '%s' does not exist"):format(unicode.line(path)), "Give paths of files that are there.")
    end
  end
end

function set.check(args)
  if args.text and args.files then refuse("files", "text and files were both given", "Give one of them.") end
  if not args.text and not args.files then refuse("text", "text: missing for set", "Give text, or files.") end
  if args.files and #args.files == 0 then refuse("files", "files: no path given", "To empty it, use clear.") end
  check_there(args.files or {})
end

function set.what(args)
  if args.files then return ("copy %s to the clipboard"):format(list_text.plural(#args.files, "file")) end
  return ("copy %s to the clipboard"):format(list_text.plural(unicode.length(args.text), "character"))
end

function set.run(plan)
  local args = plan.args
  local format = args.files and "files" or "text"
  replace(plan, format, function() clipboard.write { text = args.text, files = args.files } end)
  plan.line = format .. " can be pasted"
end

local clear = { what = "empty the clipboard", repeatable = true }

function clear.run(plan)
  replace(plan, nil, clipboard.clear)
  plan.line = "it is empty"
end

local actions = { get = get, set = set, clear = clear }

-- An empty text is a text.
function M.normalise(args)
  local kept = arguments.without_unset(args, { text = args.action == "set" })
  kept.files = arguments.list(kept.files)
  return kept
end

function M.plan(args)
  local action = actions[args.action]
  if action.check then action.check(args) end
  local what = type(action.what) == "function" and action.what(args) or action.what
  return { what = what, how = "program", args = args, action = action, effect = action.effect,
    repeatable = action.repeatable }
end

function M.perform(plan)
  local run = plan.action.run
  return run(plan)
end

-- What was written has been read back.
function M.seen(plan) return "seen", { plan.line } end

function M.undo(plan)
  return plan.back and { tool = "clipboard", arguments = plan.back } or nil
end

act.tool(M)

return M
