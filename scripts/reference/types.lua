-- What the signatures of the documentation rows leave open: the types and meanings of parameters, options and
-- results. A parameter or option is looked up under its function in api_parameters.lua, then by its name in M.names:
-- {type, meaning}; least = 0: never negative. Types are those of the editor's annotations, and the records of
-- api_records.lua.
local M = {}

M.names = {
  -- Time
  timeout = { "number", "Seconds; past them TIMEOUT is raised. Default: PEEKABOO_CLI_TIMEOUT, or 30." },
  seconds = { "number", "Seconds; fractions count.", least = 0 },
  moment = { "integer", "What `screen.mark` gave." },
  -- The desktop
  id = { "integer", "The number of a window or display, as its record has it." },
  pid = { "integer", "Only of this process." },
  on_screen = { "boolean", "true: only windows on the screen; false: only the others." },
  region = { "rectangle", "Only this part, in physical pixels of the desktop." },
  -- Pictures and bytes
  image = { "image", "A picture." }, other = { "image", "Another picture." },
  blob = { "blob", "Bytes, such as of `fs.read` or `image:encode`." },
  format = { '"png"|"jpg"|"jpeg"', "Default \"png\"." },
  media_type = { "string", "Such as \"image/png\"." },
  language = { "string", "A tesseract name. Default \"eng\"." },
  -- Functions
  f = { "fun(...): ...", "A function; what stands behind it is what it is called with." },
  task = { "task", "What `task.spawn` gave." },
  -- Programs and files
  program = { "string[]", "The program and its arguments; no shell is involved." },
  cwd = { "string", "The folder it runs in. Default: this program's." },
  env = { "table<string, string>", "Variables for it, beside this program's own." },
  path = { "string", "A file or folder; relative to the working directory. `~` is the home folder." },
  to = { "string", "The new name." },
  folder = { "string", "A folder's path." },
  content = { "string|blob", "What to write." },
  signal = { "integer", "A signal number. Default 15, TERM." },
  text = { "string", "" },
  name = { "string", "" },
  limit = { "integer", "At most so many bytes." },
  -- HTTP
  url = { "string", "An http or https address." },
  method = { "string", "\"GET\", \"PUT\", \"DELETE\" …" },
  headers = { "table<string, string>", "Headers of the request." },
  json = { "any", "A value, mostly a table, to send as JSON; blobs in it become Base64." },
  body = { "string|blob", "What to send." },
  connect_timeout = { "number", "Seconds until the connection stands. Default 10." },
  read_timeout = { "number", "Seconds of silence once the answer has begun. Default: timeout." },
  retry = { "integer", "How often to repeat after 429 and 5xx. Default 0." },
  -- Everything else
  message = { "string", "" },
  fields = { "table<string, any>", "Facts for the log line. Members named like a key or token are masked." },
  code = { "string", "A code of the table under *Errors*." },
  hint = { "string", "What would help." },
  details = { "table", "Facts, for programs." },
  value = { "any", "" },
  err = { "error|string", "What was raised." },
  title = { "string", "A name for people." },
  description = { "string", "What it is, for the model." },
  uri = { "string", "Such as \"notes://all\"." },
}

-- What stands behind the arrow of a signature, as a type.
M.results = {
  ["..."] = "...", boolean = "boolean", string = "string", text = "string", path = "string", seconds = "number",
  moment = "integer", ["{name}"] = "string[]", ["{text}"] = "string[]", ["{word}"] = "word[]", kind = "string?",
  iterator = "fun(): string?", reason = "string", remedy = "string", json = "any", value = "any",
  table = "table",
  ["{status, signal}"] = "exit", ["{status, signal, stdout, stderr, truncated}"] = "output", number = "number",
  integer = "integer",
  ["{type, size, modified, executable}"] = "stat", ["{file, writable, problem}"] = "log_status",
  ["{name, description, capabilities}"] = "desktop_status", ["{status, headers, body, json, path, size}"] = "reply",
  ["{key = answer, …}"] = "table<string, table>", ["{module_rows}"] = "table[]", module_rows = "table",
  ["{table}"] = "table[]",
  rect = "rectangle", ["{rect}"] = "rectangle[]", ["{red, green, blue}"] = "color",
  ["{text, lines, words}"] = "reading", place = "place", pid = "integer", ["{path}"] = "string[]",
  ["{equal, changed_pixels, compared_pixels, ratio, max_difference}"] = "comparison", signals = "fun(): string",
  ["{ok, failed?, calls}"] = "batch", completer = "fun(typed: string): string[]", err = "error", any = "any",
}

-- Where the arrow's word says too little.
M.own_results = {
  ["window.frontmost"] = { "window?" },
  ["env.get"] = { "string|any" },
  ["fs.watch"] = { "fun(): string[]" },
  ["stream:read"] = { "string?" },
  ["time.every"] = { "fun(): integer" },
  ["image:find"] = { "rectangle|rectangle[]|nil" },
  ["event.listen"] = { "events|fun(): event" },
  ["event.signals"] = { "signals|fun(): string" },
}

return M
