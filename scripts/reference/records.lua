-- The records that the API returns and takes, by name, each a list of {field, type, meaning}. Types are written as in
-- the editor's annotations: "T[]" is a list, "T?" may be nil. least = 0: never negative.
local M = {}

M.order = {
  "rectangle", "point", "display", "window", "size_limits", "app", "element", "element_tree", "menu_item", "menu_tree",
  "tray_item", "image", "word", "desktop_status", "capability", "confinement", "blob", "task", "timer",
  "exit", "output", "process", "stat", "watch", "reply", "stream", "answer", "provider", "block", "result", "call",
  "client", "row", "error", "log_status", "color", "comparison", "reading", "line", "finding", "place",
  "clipboard_content", "saved_clipboard", "audio_output", "sent_notification", "battery", "machine", "trigger",
  "event", "events", "signals", "bell", "fingerprint", "batch", "masking", "masked_part",
}

-- Records that may have further fields.
M.open = { block = true, result = true, error = true, row = true, client = true }

M.about = require("reference.record_texts").about

M.rows = {
  rectangle = {
    { "x", "integer", "Left edge. May be negative on the desktop." },
    { "y", "integer", "Upper edge." },
    { "width", "integer", "", least = 0 },
    { "height", "integer", "", least = 0 },
  },
  point = { { "x", "integer", "May be negative." }, { "y", "integer", "" } },
  display = {
    { "id", "integer", "Counted from 0, the primary first; for `screen.capture(\"display\", {id = …})`." },
    { "name", "string", "The connector, such as \"HDMI-1\"." },
    { "bounds", "rectangle", "Desktop pixels: on X11 physical ones, on Wayland those that programs count in." },
    { "scale", "number", "How large programs draw (X11: Xft.dpi / 96, or GDK_SCALE). No coordinate depends on it." },
    { "primary", "boolean", "" },
    { "pixel_width", "integer", "Of its picture, which stands upright." },
    { "pixel_height", "integer", "" },
    { "rotation", "integer?", "Degrees by which programs are turned clockwise on the panel: 0, 90, 180 or 270. "
      .. "nil: not known, as on X11." },
  },
  window = {
    { "id", "integer", "The display server's number, for `screen.capture(\"window\", {id = …})` and `window.focus`." },
    { "pid", "integer", "The process, 0 when the server cannot tell." },
    { "title", "string", "May be empty." },
    { "app_class", "string", "WM_CLASS, class part, such as \"XTerm\"." },
    { "app_instance", "string", "WM_CLASS, instance part, such as \"xterm\"." },
    { "type", "string", "\"normal\", \"dialog\", \"dock\" …" },
    { "bounds", "rectangle?", "Without the frame, in desktop pixels; nil where the compositor does not tell it." },
    { "frame", "rectangle?", "With the window manager's frame." },
    { "desktop", "integer", "The workspace from 0; -1: on all of them, or not known." },
    { "on_screen", "boolean", "Not minimised, on the current workspace, and meeting a display. May be covered." },
    { "minimised", "boolean", "" }, { "active", "boolean", "Has the focus." },
    { "excluded", "boolean", "The policy excludes it from pictures; its title is \"\" then." },
  },
  size_limits = {
    { "min_width", "integer", "Pixels, without the frame." }, { "min_height", "integer", "" },
    { "max_width", "integer?", "Nil: as large as the desktop allows." }, { "max_height", "integer?", "" },
    { "step_width", "integer", "It grows by as many pixels; 1 for most." }, { "step_height", "integer", "" },
    { "manager", "string?", "The window manager's name; nil without one." },
  },
  app = {
    { "name", "string", "Of the desktop entry, else WM_CLASS, else the executable." },
    { "bundle_id", "string", "The desktop entry's id; \"\" when none fits." },
    { "executable", "string", "The program's file name; \"\" when it cannot be read." },
    { "pid", "integer", "" },
    { "active", "boolean", "One of its windows has the focus." },
    { "window_count", "integer", "Windows on the screen." },
    { "windows", "integer[]", "The ids of all its windows, front-most first." },
    { "names", "string[]?", "With `names = true`: other names, such as those of other languages and of WM_CLASS." },
    { "generic_names", "string[]?", "With `names = true`: what it is, such as \"Terminal\"." },
  },
  element = {
    { "id", "string", "Identifies it while its program runs, for `ui.read`." },
    { "role", "string", "AT-SPI's name of what it is: \"frame\", \"button\", \"text\", \"menu item\" …" },
    { "name", "string", "What it is labelled with. May be empty." },
    { "value", "string?", "What a field holds, or the number of a slider. Password fields have none." },
    { "states", "string[]", "AT-SPI's names: \"enabled\", \"focused\", \"checked\", \"showing\" …" },
    { "bounds", "rectangle?", "Physical pixels of the desktop; nil when it is not shown or its place is not certain." },
    { "unplaced", "boolean?", "True when it is shown and its place is not certain, as in open menus on Wayland." },
    { "pid", "integer", "" }, { "window", "integer?", "Its id; nil when not known, as of an open menu." },
    { "path", "string?", "Means this element in its window, for `ui.find`." },
    { "actions", "string[]?", "In its program's words. Not in trees." }, { "description", "string?", "Not in trees." },
    { "minimum", "number?", "Of a number, such as a slider's. Not in trees." }, { "maximum", "number?", "The same." },
    { "depth", "integer?", "In trees: 1 for a window." }, { "left_out", "integer?", "Children that are not listed." },
  },
  element_tree = {
    { "elements", "element[]", "Each before those in it." },
    { "left_out", "string[]", "Why something is missing; empty when all is there." },
  },
  image = {
    { "width", "integer", "Pixels." }, { "height", "integer", "Pixels." },
    { "origin", "rectangle", "The desktop rectangle that it shows." },
    { "scale", "number", "Picture pixels for each desktop pixel: desktop x = origin.x + picture x / scale." },
    { "fingerprint", "fingerprint?", "When it was captured with fingerprint = true." },
    { "method", "string", "How the pixels were had: \"root\", \"window\", \"pixmap\", \"redirect\" …" },
    { "from_screen", "boolean", "The screen showed these very pixels; right while `screen.changed` is false." },
    { "transparent", "boolean", "In places, which a PNG keeps, and everything else sees as white." },
    { "excluded_windows", "integer", "How many windows were filled because the policy excludes them." },
    { "masked", "masking?", "What was masked in it: {counts, parts}; nil unless masking was asked for." },
    { "note", "string?", "Why it is worse than usual, such as more filled than excluded windows." },
    { "menus", "rectangle[]", "Where open menus of the window's application were, in desktop pixels." },
  },
  masking = {
    { "counts", "table", "How many of each kind: emails, phones, creditCards, ibans, nationalIds, keys, passwords, "
      .. "customPatterns." },
    { "parts", "masked_part[]", "Where." },
  },
  masked_part = {
    { "kind", "string", "One of the names in counts." },
    { "bounds", "rectangle", "In desktop pixels." },
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
  confinement = {
    { "files", "boolean", "It can open none (Landlock)." },
    { "system_calls", "boolean", "A handful are left to it (seccomp)." },
  },
  capability = {
    { "operation", "string", "\"displays\", \"windows\", \"activate\", \"capture.display\", \"capture.window\" …" },
    { "available", "boolean", "" },
    { "detail", "string", "How it works, or why it does not." },
    { "remedy", "string", "What would help; \"\" when it works." },
    { "reason", "string?", "The `reason` of the errors when it does not." },
    { "consent", "string?", "What a person must agree to, and for how long; nil where nobody is asked." },
  },
  blob = {
    { "size", "integer", "Bytes." },
    { "media_type", "string", "Such as \"image/png\"." },
  },
  task = {}, timer = {}, watch = {},
  process = { { "pid", "integer", "The number of the process." } },
  exit = {
    { "status", "integer", "The exit status." },
    { "signal", "integer", "The number of the signal that ended it, or 0." },
  },
  output = {
    { "status", "integer", "The exit status." },
    { "signal", "integer", "The number of the signal that ended it, or 0." },
    { "stdout", "string", "" },
    { "stderr", "string", "" },
    { "truncated", "boolean", "One of them was longer than 64 MiB; the rest is left out." },
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
    { "body", "string?", "Absent when it went to a file." },
    { "json", "any", "The body decoded; nil unless its content type is JSON, and nil when it is malformed." },
    { "path", "string?", "The file that has the body: what `to` named." },
    { "size", "integer?", "Of that file, in bytes." },
  },
  stream = {
    { "status", "integer", "The HTTP status; 404 is an answer, not an error." },
    { "headers", "table<string, string>", "Names in lower case." },
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
    { "session", "integer?", "The same for all calls of one MCP session; nil in the generation without sessions." },
    { "caller", '"mcp"|"command line"|"script"', "Who calls; \"script\": another script, such as by tool.batch." },
  },
  client = {
    { "name", "string", "" },
    { "version", "string", "" },
    { "capabilities", "table", "What it declared." },
  },
  row = {
    { "optional", "boolean?", "It need not be given." },
    { "default", "any", "The default that clients are shown." },
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
  color = { { "red", "integer", "" }, { "green", "integer", "" }, { "blue", "integer", "" } },
  comparison = {
    { "equal", "boolean", "Nothing has changed beyond the tolerance." },
    { "changed_pixels", "integer", "" }, { "compared_pixels", "integer", "" },
    { "ratio", "number", "Changed by compared pixels, 0 to 1." },
    { "max_difference", "integer", "Of any colour, 0 to 255." },
  },
  reading = { { "text", "string", "All of it, a line each." }, { "lines", "line[]", "" }, { "words", "word[]", "" } },
  line = {
    { "text", "string", "" }, { "confidence", "number", "0 to 100." },
    { "bounds", "rectangle", "In the picture's own pixels." },
  },
  finding = {
    { "kind", "string", "emails, phones, creditCards, ibans, nationalIds, keys, passwords or customPatterns." },
    { "first", "integer", "Its first byte, counted from 1.", least = 1 },
    { "last", "integer", "Its last byte.", least = 1 },
  },
  place = { { "text", "string", "The words that hold it." }, { "bounds", "rectangle", "In desktop pixels." } },
  trigger = {
    { "kind", "string", "" },
    { "live", "boolean", "It listens, or has something left to run." },
    { "running", "boolean", "Its function runs." },
    { "fired", "integer", "How often its function was started; failed and cancelled runs count." },
    { "skipped", "integer", "Events for which it did not run." },
    { "failed", "integer", "Runs that ended with an error." },
    { "problem", "string?", "Why it cannot listen any more." },
  },
  event = {
    { "kind", "string", "Such as \"window.opened\"." },
    { "time", "number", "When it was seen, in seconds since 1970-01-01 UTC. Of triggers only." },
    { "window", "window?", "Of windows: as it is now; as it last was, when it is closed." },
    { "before", "string|rectangle|nil", "The title or the bounds that it had before." },
    { "displays", "display[]?", "Of displays." },
    { "areas", "rectangle[]?", "Of \"screen.painted\"." },
    { "image", "image?", "Of \"screen.changed\"." },
    { "region", "rectangle?", "Of \"screen.changed\": the one that was asked for." },
    { "path", "string?", "Of files." },
    { "count", "integer?", "Of timers." },
    { "at", "string?", "Of times of day." },
    { "keys", "string?", "Of hotkeys." }, { "name", "string?", "Of signals." },
    { "selection", "string?", "Of \"clipboard.changed\": \"clipboard\" or \"primary\"." },
  },
  clipboard_content = {
    { "text", "string?", "UTF-8; invalid parts are replaced." },
    { "html", "string?", "The same with markup, in UTF-8." },
    { "image", "image?", "The picture; one that is damaged is left out." },
    { "files", "string[]?", "Absolute paths of copied files." },
    { "cut", "boolean?", "The files are to be moved, not copied." },
    { "formats", "string[]", "All that there is: \"text\", \"html\", \"image\", \"files\"." },
    { "secret", "boolean", "A password manager has marked it." },
  },
  saved_clipboard = {},
  events = {}, signals = {}, fingerprint = {}, bell = {},
  batch = {
    { "ok", "boolean", "All calls went well." }, { "failed", "integer?", "The position of the one that failed." },
    { "calls", "table[]", "For each {tool, state = \"done\", \"failed\" or \"skipped\", result?}." },
  },
  log_status = {
    { "file", "string", "" },
    { "writable", "boolean", "" },
    { "problem", "string", "Why it is not the configured one; \"\" when it is." },
  },
}

for name, fields in pairs(require("reference.service_records").rows) do M.rows[name] = fields end

return M
