local act = require "acting.act"
local arguments = require "lib.arguments"
local clipboard = require "clipboard"
local list_text = require "desktop.list_text"
local unicode = require "lib.unicode"
local writing = require "acting.clipboard"

-- `set_clipboard`: a text that can be pasted.
local M = { seen_only = true }

-- An empty text is a text.
function M.normalise(args)
  return arguments.without_unset(args, { text = true })
end

function M.plan(args)
  return { what = ("copy %s to the clipboard"):format(list_text.plural(unicode.length(args.text), "character")),
    how = "program", text = args.text, repeatable = true }
end

function M.perform(plan)
  plan.was = writing.replace("text", function() clipboard.write { text = plan.text } end)
end

-- What was written has been read back.
function M.seen() return "seen", { "the text can be pasted" } end

function M.undo(plan)
  return plan.was and { tool = "set_clipboard", arguments = { { "text", plan.was.text or "" } } } or nil
end

act.tool(M)

return M
