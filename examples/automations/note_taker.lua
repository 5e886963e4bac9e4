-- Starts an editor, types what was copied into it, and quits it again: peekaboo run note_taker.lua [EDITOR]
local app, clipboard, input = require "app", require "clipboard", require "input"

local shown = app.launch(arg[1] or "xterm")
if not shown then return print "it runs without a window" end
local text = clipboard.read().text or "nothing was copied"
input.type(text, { window = shown.id })
print(("typed %d characters into window %d"):format(utf8.len(text), shown.id))
app.quit("PID:" .. shown.pid)
