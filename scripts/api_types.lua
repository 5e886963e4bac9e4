-- What the signatures of the documentation rows leave open: the types and meanings of parameters, options and
-- results. A parameter or option is looked up under its function in M.own, then by its name in M.names: {type,
-- meaning}. Types are those of the editor's annotations, and the records of api_records.lua.
local M = {}

M.names = {
  -- Time
  timeout = { "number", "Seconds; past them TIMEOUT is raised. Default: PEEKABOO_CLI_TIMEOUT, or 30." },
  seconds = { "number", "Seconds; fractions count." },
  moment = { "integer", "What `screen.mark` gave." },
  -- The desktop
  id = { "integer", "The number of a window or display, as its record has it." },
  pid = { "integer", "Only of this process." },
  on_screen = { "boolean", "true: only windows on the screen; false: only the others." },
  region = { "rectangle", "Only this part, in physical pixels of the desktop." },
  -- Pictures and bytes
  image = { "image", "A picture." },
  blob = { "blob", "Bytes, such as of `fs.read` or `image:encode`." },
  format = { '"png"|"jpg"', "Default \"png\"." },
  media_type = { "string", "Such as \"image/png\"." },
  language = { "string", "A tesseract name. Default \"eng\"." },
  -- Functions
  f = { "fun(...): ...", "A function; what stands behind it is what it is called with." },
  task = { "task", "What `task.spawn` gave." },
  -- Programs and files
  program = { "string[]", "The program and its arguments; no shell is involved." },
  cwd = { "string", "The folder it runs in. Default: this program's." },
  env = { "table<string, string>", "Variables for it, beside this program's own." },
  path = { "string", "A file or folder; relative to the working directory. `~` has no meaning: see `fs.home`." },
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
  json = { "table", "A table to send as JSON; blobs in it become Base64." },
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

local http = { timeout = { "number", "Seconds for everything, repetitions too. Default 30." },
  limit = { "integer", "Bytes of body. Default 64 MiB; more raises UNKNOWN_ERROR with details.reason \"too_large\"." } }

-- By the function's word. `options` on a parameter that is one record: its type.
M.own = {
  ["task.all"] = { f = { "(fun(): any)[]", "Functions." } },
  ["task.race"] = { f = { "(fun(): ...)[]", "Functions." } },
  ["time.format"] = {
    pattern = { "string", "Of strftime, such as \"%Y-%m-%d %H:%M\"." },
    seconds = { "number", "Seconds since 1970-01-01 UTC. Default: now." },
  },
  ["env.get"] = { default = { "any", "What is given when the variable is not set." },
    name = { "string", "The variable." } },
  ["process.run"] = {
    timeout = { "number", "Seconds; past them the program is ended and TIMEOUT raised. Default: none." },
    stdin = { "string", "What it reads as its standard input. Default: nothing." },
  },
  ["process:read"] = { limit = { "integer", "Bytes that are kept. Default 64 MiB." } },
  ["process:stop"] = { grace = { "number", "Seconds until KILL. Default 1." } },
  ["fs.read"] = {
    limit = { "integer", "Bytes that the file may have. Default 256 MiB." },
    head = { "integer", "Read only so many bytes from its start." },
  },
  ["fs.write"] = {
    replace = { "boolean", "false: fail when the file exists. Default true." },
    mode = { "integer", "Permissions of a new file, such as 0x1A4 (octal 644), the default." },
  },
  ["fs.make_directory"] = {
    mode = { "integer", "Permissions. Default 0x1C0 (octal 700)." },
    fresh = { "boolean", "true: fail when it exists. Default false." },
  },
  ["host.user_folder"] = { name = { "string", "Such as \"tools\"." } },
  ["host.user_scripts"] = { name = { "string", "Such as \"tools\"." } },
  ["screen.capture"] = {
    kind = { '"desktop"|"display"|"window"|"frontmost"', "Everything, one monitor, one window, the front one." },
    id = { "integer", "Of the display or window. Required for those two kinds." },
    encode = { '"png"', "Make it a PNG while it arrives; best when it is only saved." },
  },
  ["screen.changed"] = { region = { "rectangle", "In physical pixels of the desktop.", required = true } },
  ["image.decode"] = {
    x = { "integer", "The desktop pixel at its left edge. Default 0." },
    y = { "integer", "The desktop pixel at its upper edge. Default 0." },
  },
  ["image:encode"] = {
    quality = { "integer", "Of jpg: 1 to 100. Default 90." },
    small = { "boolean", "Of png: fewer bytes for more time." },
  },
  ["image:crop"] = { options = { "rectangle", "In the picture's own pixels; what lies outside is cut off." } },
  ["image:fit"] = {
    max_width = { "integer", "Pixels; 0: no limit." },
    max_height = { "integer", "Pixels; 0: no limit." },
    scale = { "number", "Above 0, at most 1. Default 1." },
  },
  ["http.get"] = http, ["http.post"] = http, ["http.request"] = http,
  ["json.encode"] = { indent = { "integer", "Blanks for each level. Default 0: one line." } },
  ["json.array"] = { list = { "table", "A list." } },
  ["json.object"] = { items = { "{[1]: string, [2]: any}[]", "Rows {key, value}." } },
  ["errors.raise"] = { message = { "string", "Default: the table's text." } },
  ["ai.ask"] = {
    subject = { "image|image[]", "A picture, or several." },
    question = { "string", "" },
    provider = { "string", "One of PEEKABOO_AI_PROVIDERS. Default: the first that works." },
    model = { "string", "Its model. Default: as configured." },
    timeout = { "number", "Seconds. Default: PEEKABOO_AI_TIMEOUT, or 120." },
  },
  ["tool.register"] = {
    name = { "string", "Unique; letters, digits and _." },
    params = { "row[]|table", "Rows {name, type, description}, or a whole JSON Schema." },
    result = { "row[]|table", "The same, for what `structured` holds." },
    read_only = { "boolean", "It changes nothing." },
    destructive = { "boolean", "It may destroy something." },
    idempotent = { "boolean", "A second call with the same arguments adds nothing." },
    open_world = { "boolean", "It reaches beyond this machine." },
    normalise = { "fun(args: table): table", "Runs before the arguments are checked." },
    unchecked = { "string[]", "JSON Schema keywords that need not be enforced." },
    errors = { "table[]", "For a reference: rows {code, when?}." },
    examples = { "table[]", "For a reference: rows {what, {{name, value}, …}}." },
    run = { "fun(args: table, call: call): result", "Does the work; may wait. What it raises is a failed result.",
      required = true },
    description = { "string", "What it does, for the model." },
  },
  ["tool.image"] = { metadata = { "table", "Travels with the picture." } },
  ["tool.resource_link"] = { size = { "integer", "Bytes." }, uri = { "string", "", required = true },
    name = { "string", "", required = true } },
  ["tool.failure"] = { prefix = { "string", "What was attempted, such as \"Saving failed\"." } },
  ["resource.register"] = {
    name = { "string", "", required = true },
    template = { "string", "In the place of uri, for a family: \"notes://day/{day}\"." },
    read = { "fun(uri: string, values: table<string, string>, call: call): any",
      "Gives a text, a blob, {contents = {{uri?, text | blob, mimeType?}, …}}, or nil when there is none.",
      required = true },
    size = { "integer", "Bytes." },
    annotations = { "table", "MCP's annotations." },
    complete = { "table<string, fun(typed: string, values: table): string[]>", "For the values of a template." },
  },
  ["prompt.register"] = {
    name = { "string", "", required = true },
    arguments = { "table[]", "Rows {name, description, optional = true?, title?, complete = function?}." },
    run = { "fun(args: table<string, string>, call: call): string|table",
      "Gives a text, or {messages = {{role?, content}, …}, description?}.", required = true },
  },
  ["completion.app"] = { typed = { "string", "" } },
  ["completion.app_target"] = { typed = { "string", "" } },
  ["completion.words"] = { text = { "string[]", "The words." } },
  ["call:progress"] = { done = { "number", "Rising." }, total = { "number", "" } },
  ["call:log"] = { level = { '"debug"|"info"|"notice"|"warning"|"error"|"critical"|"alert"|"emergency"', "" } },
  ["call:ask"] = { options = { "table<string, table>", "Questions by keys of your choice." } },
  ["call:require"] = { capability = { "string", "\"sampling\", \"elicitation\" or \"roots\"." } },
}

M.own["tool.register"].name.required = true

-- What stands behind the arrow of a signature, as a type.
M.results = {
  ["..."] = "...", boolean = "boolean", string = "string", text = "string", path = "string", seconds = "number",
  moment = "integer", ["{name}"] = "string[]", ["{text}"] = "string[]", ["{word}"] = "word[]", kind = "string?",
  iterator = "fun(): string?", reason = "string", remedy = "string", json = "any", value = "any",
  table = "table",
  ["{status, signal}"] = "exit", ["{status, signal, stdout, stderr}"] = "output", number = "number",
  integer = "integer",
  ["{type, size, modified, executable}"] = "stat", ["{file, writable, problem}"] = "log_status",
  ["{name, description, capabilities}"] = "desktop_status", ["{status, headers, body, json}"] = "reply",
  ["{key = answer, …}"] = "table<string, table>", ["{module_rows}"] = "table[]", module_rows = "table",
  completer = "fun(typed: string): string[]", err = "error", any = "any",
}

-- Where the arrow's word says too little.
M.own_results = {
  ["window.frontmost"] = { "window?" },
  ["env.get"] = { "string|any" },
  ["fs.watch"] = { "fun(): string[]" },
  ["time.every"] = { "fun(): integer" },
}

return M
