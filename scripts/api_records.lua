-- The shapes of what the API gives and takes: records by name, each a list of {field, type, meaning}. Types are those
-- of the editor's annotations; "T[]" is a list, "T?" may be nil.
local M = {}

M.order = {
  "rectangle", "display", "window", "app", "image", "word", "desktop_status", "capability", "blob", "task", "timer",
  "exit", "output", "process", "stat", "watch", "reply", "answer", "provider", "block", "result", "call", "client",
  "row", "error", "log_status",
}

-- Those that have fields besides the ones that are told.
M.open = { block = true, result = true, error = true, row = true, client = true }

M.about = {
  rectangle = "A part of the desktop, or of a picture.",
  display = "A monitor.",
  window = "A top-level window at the moment when it was asked for; it does not follow the window.",
  app = "A process with windows.",
  image = "A picture. It cannot be changed: its methods give new ones.",
  word = "A word that was read in a picture.",
  desktop_status = "What a desktop is and can do.",
  capability = "Whether one operation works here.",
  blob = "Bytes that Lua does not hold itself: a file's, an encoded picture's.",
  task = "A task, for `task.wait` and `task.cancel`. It has no members.",
  timer = "What `for … in` calls. It has no members.",
  exit = "How a program has ended.",
  output = "How a program has ended, and what it wrote.",
  process = "A program that runs. A `local p <close>` variable ends it.",
  stat = "What a path stands for.",
  watch = "What `for … in` calls; each round gives a list of names. It has no members.",
  reply = "An HTTP answer.",
  answer = "What an AI provider said.",
  provider = "A configured AI provider.",
  block = "A part of a tool's result, made by `tool.text`, `tool.image`, `tool.link` or `tool.resource_link`.",
  result = "What a tool's `run` returns.",
  call = "The second argument of a tool's `run`, the last of a resource's `read` and of a prompt's `run`.",
  client = "Who calls a tool.",
  row = "A parameter of a tool: a list of name, type and description, with these fields.",
  error = "What is raised. `tostring(err)` gives \"CODE: message\". Errors of Lua itself are plain texts.",
  log_status = "Where the log goes.",
}

M.rows = {
  rectangle = {
    { "x", "integer", "Left edge. May be negative on the desktop." },
    { "y", "integer", "Upper edge." },
    { "width", "integer", "" },
    { "height", "integer", "" },
  },
  display = {
    { "id", "integer", "Counted from 0, the primary first; for `screen.capture(\"display\", {id = …})`." },
    { "name", "string", "The connector, such as \"HDMI-1\"." },
    { "bounds", "rectangle", "Physical pixels of the desktop." },
    { "scale", "number", "Physical pixels for each logical one; 1 on X11." },
    { "primary", "boolean", "" },
  },
  window = {
    { "id", "integer", "The display server's number, for `screen.capture(\"window\", {id = …})` and `window.focus`." },
    { "pid", "integer", "The process, 0 when the server cannot tell." },
    { "title", "string", "May be empty." },
    { "app_class", "string", "WM_CLASS, class part, such as \"XTerm\"." },
    { "app_instance", "string", "WM_CLASS, instance part, such as \"xterm\"." },
    { "type", "string", "\"normal\", \"dialog\", \"dock\" …" },
    { "bounds", "rectangle", "Without the frame; physical pixels of the desktop." },
    { "frame", "rectangle", "With the window manager's frame." },
    { "desktop", "integer", "The workspace from 0; -1: on all of them, or not known." },
    { "on_screen", "boolean", "Not minimised, on the current workspace, and meeting a display. May be covered." },
    { "minimised", "boolean", "" },
    { "active", "boolean", "Has the focus." },
  },
  app = {
    { "name", "string", "Of the desktop entry, else WM_CLASS, else the executable." },
    { "bundle_id", "string", "The desktop entry's id; \"\" when none fits." },
    { "executable", "string", "The program's file name; \"\" when it cannot be read." },
    { "pid", "integer", "" },
    { "active", "boolean", "One of its windows has the focus." },
    { "window_count", "integer", "Windows on the screen." },
  },
  image = {
    { "width", "integer", "Pixels." },
    { "height", "integer", "Pixels." },
    { "origin", "rectangle", "The desktop rectangle that it shows." },
    { "scale", "number", "Picture pixels for each desktop pixel: desktop x = origin.x + picture x / scale." },
    { "method", "string", "How the pixels were had: \"root\", \"window\", \"pixmap\", \"redirect\" …" },
  },
  word = {
    { "text", "string", "" },
    { "line", "integer", "Words of one line have the same number; they come in reading order." },
    { "confidence", "number", "0 to 100." },
    { "bounds", "rectangle", "In the picture's own pixels." },
  },
  desktop_status = {
    { "name", "string", "The backend, such as \"x11\"." },
    { "description", "string", "How it was found." },
    { "capabilities", "capability[]", "" },
  },
  capability = {
    { "operation", "string", "\"displays\", \"windows\", \"activate\", \"capture.display\", \"capture.window\" …" },
    { "available", "boolean", "" },
    { "detail", "string", "How it works, or why it does not." },
    { "remedy", "string", "What would help; \"\" when it works." },
  },
  blob = {
    { "size", "integer", "Bytes." },
    { "media_type", "string", "Such as \"image/png\"." },
  },
  task = {}, timer = {}, watch = {}, process = {},
  exit = {
    { "status", "integer", "The exit status." },
    { "signal", "integer", "The number of the signal that ended it, or 0." },
  },
  output = {
    { "status", "integer", "The exit status." },
    { "signal", "integer", "The number of the signal that ended it, or 0." },
    { "stdout", "string", "" },
    { "stderr", "string", "" },
  },
  stat = {
    { "type", '"file"|"directory"|"other"', "" },
    { "size", "integer", "Bytes." },
    { "modified", "number", "Seconds since 1970-01-01 UTC." },
    { "executable", "boolean", "A file that we may run." },
  },
  reply = {
    { "status", "integer", "The HTTP status; 404 is an answer, not an error." },
    { "headers", "table<string, string>", "Names in lower case." },
    { "body", "string", "" },
    { "json", "any", "The body decoded; nil unless its content type is JSON." },
  },
  answer = {
    { "text", "string", "The answer; for several images, one after another with an empty line between." },
    { "texts", "string[]", "One answer for each image." },
    { "provider", "string", "Who answered, such as \"ocr\"." },
    { "model", "string", "Its model." },
    { "notes", "string[]", "About how it came to be, such as that a picture was scaled down." },
    { "seconds", "number", "How long it took." },
  },
  provider = {
    { "name", "string", "As in PEEKABOO_AI_PROVIDERS." },
    { "model", "string", "" },
    { "available", "boolean", "Whether it can be asked now." },
    { "reason", "string?", "Why not." },
    { "remedy", "string?", "What would help." },
  },
  block = {
    { "type", '"text"|"image"|"resource_link"', "" },
  },
  result = {
    { "content", "block[]", "What the client shows its model." },
    { "structured", "table?", "The members that `result` of the tool names." },
    { "is_error", "boolean?", "The call has failed." },
    { "meta", "table?", "MCP's `_meta`." },
  },
  call = {
    { "client", "client", "Who calls." },
    { "cancelled", "boolean", "Whether the call was cancelled." },
    { "caller", '"mcp"|"command line"', "" },
  },
  client = {
    { "name", "string", "" },
    { "version", "string", "" },
    { "capabilities", "table", "What it declared." },
  },
  row = {
    { "optional", "boolean?", "It need not be given." },
    { "default", "any", "What the client is told it would be." },
    { "minimum", "number?", "" }, { "maximum", "number?", "" }, { "above", "number?", "Greater than this." },
    { "min_length", "integer?", "" }, { "max_length", "integer?", "" },
    { "pattern", "string?", "An ECMAScript expression." },
    { "min_items", "integer?", "" }, { "max_items", "integer?", "" }, { "unique", "boolean?", "" },
  },
  error = {
    { "code", "string", "Of the table under *Errors*, such as \"TIMEOUT\"." },
    { "message", "string", "What happened, with the name of the thing." },
    { "hint", "string?", "What helps." },
    { "details", "table?", "Facts, such as {reason = \"exists\"}." },
  },
  log_status = {
    { "file", "string", "" },
    { "writable", "boolean", "" },
    { "problem", "string", "Why it is not the configured one; \"\" when it is." },
  },
}

return M
