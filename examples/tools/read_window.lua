-- A tool that reads the text of a window, for AI clients that do without pictures.
-- Save it as ~/.config/peekaboo/tools/read_window.lua.
local screen, tool, window = require "screen", require "tool", require "window"

tool.register {
  name = "read_window",
  title = "Read a window",
  description = "Reads the text that a window shows. Faster and smaller than a picture of it.",
  params = { { "title", "string", "Part of the window's title.", min_length = 1, max_length = 200 } },
  result = {
    { "text", "string", "What was read, a line each." },
    { "confidence", "number", "The least sure line's, 0 to 100." },
  },
  read_only = true,
  run = function(args, call)
    call:progress(0, 2, "looking for the window")
    local found = window.wait { title = args.title, timeout = 3 }
    call:progress(1, 2, "reading it")
    local reading = screen.capture("window", { id = found.id }):text()
    local least = 100
    for _, line in ipairs(reading.lines) do least = math.min(least, line.confidence) end
    return { content = { tool.text(reading.text) }, structured = { text = reading.text, confidence = least } }
  end,
}
