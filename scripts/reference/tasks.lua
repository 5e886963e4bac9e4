-- Common tasks and the functions for them: the index at the head of scripts/docs/LUA_API_REFERENCE.md.
local M = {}

M.rows = {
  { "take a picture of the screen, a monitor or a window", "screen.capture", "image:save" },
  { "find a window, or wait for one", "window.list", "window.get", "window.wait", "window.frontmost" },
  { "bring a window to the front", "window.focus" },
  { "move, resize, minimise or close a window", "window.place", "window.minimise", "window.restore", "window.close" },
  { "type a text, press keys", "input.type", "input.press" },
  { "copy and paste", "clipboard.read", "clipboard.write" },
  { "click, drag, scroll", "input.click", "input.drag", "input.scroll" },
  { "wait until a window is gone", "window.wait_gone" },
  { "wait for a text on the screen", "screen.wait_text" },
  { "wait until the screen changes, or stands still", "screen.wait_change", "screen.wait_stable" },
  { "read the text in a picture", "image:text" },
  { "find a picture in a picture", "image:find" },
  { "see what differs between two pictures", "image:compare", "image:diff" },
  { "mark places in a picture", "image:outline" },
  { "hide a part of a picture, cut it, make it smaller", "image:mask", "image:crop", "image:fit" },
  { "ask a model about a picture", "ai.ask" },
  { "do something whenever something happens", "event.on", "event.list" },
  { "do something at a time of day, or again and again", "event.on", "time.at", "time.every" },
  { "press a key to start something", "event.on" },
  { "run a program and read what it prints", "process.run", "process.start" },
  { "start a program that stays", "process.launch" },
  { "read and write files", "fs.read", "fs.write", "fs.append", "fs.glob" },
  { "copy, rename or remove files", "fs.copy", "fs.rename", "fs.remove" },
  { "ask a web server", "http.get", "http.post", "http.open" },
  { "do several things at once", "task.all", "task.spawn", "task.race" },
  { "give up after some time", "task.timeout" },
  { "go on after an error", "try" },
  { "end with an exit status", "os.exit" },
  { "give AI clients a tool", "tool.register" },
}

return M
