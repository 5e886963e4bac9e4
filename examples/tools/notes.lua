-- A notebook for an AI client: a tool that writes, a resource that is read, a prompt that begins the talk.
-- Save it as ~/.config/peekaboo/tools/notes.lua; a running server offers it at once.
-- `peekaboo api tool`, `resource`, `prompt` and `call` tell what each word means.
local fs = require "fs"
local prompt = require "prompt"
local resource = require "resource"
local time = require "time"
local tool = require "tool"

-- A file for each note: calls run side by side, so that a common file could lose what two of them write.
local folder = fs.home() .. "/notes"

local function names()
  return fs.exists(folder) and fs.list(folder) or {}
end

local function notes()
  local lines = {}
  for i, name in ipairs(names()) do lines[i] = fs.read(folder .. "/" .. name):bytes() end
  return table.concat(lines, "\n")
end

tool.register {
  name = "add_note",
  title = "Add a note",
  description = "Adds a line to the notes. A long one is kept only if the person agrees.",
  params = {
    { "text", "string", "The note, one line.", max_length = 2000, pattern = "^[^\\n]+$" },
    { "mood", { "plain", "urgent" }, "How it is marked.", optional = true },
  },
  result = { { "count", "integer", "How many notes there are now." } },
  run = function(args, call)
    -- Asking comes before any effect: with some clients the handler is run again with the answer.
    if #args.text > 200 then
      local answer = call:ask { keep = { elicit = "Keep a note of " .. #args.text .. " characters?" } }
      if answer.keep.action ~= "accept" then
        return { content = { tool.text "Not kept." }, structured = { count = 0 }, is_error = true }
      end
    end
    call:progress(1, 2, "writing")
    local mark = args.mood == "urgent" and "! " or ""
    fs.make_directory(folder)
    fs.write(("%s/%.6f"):format(folder, time.now()), mark .. args.text, { replace = false })
    resource.updated "notes://all"
    local count = #names()
    return { content = { tool.text("Noted, " .. count .. " in all.") }, structured = { count = count } }
  end,
}

resource.register {
  uri = "notes://all", name = "notes", title = "All notes", media_type = "text/plain", read = notes,
}

prompt.register {
  name = "plan_from_notes",
  description = "Makes a plan of the notes.",
  arguments = { { "day", "For which day.", optional = true } },
  run = function(args)
    return "Read the resource notes://all and make a plan for " .. (args.day or "today") .. " of it."
  end,
}
