-- The types and meanings of single functions' parameters and options, where their name alone does not tell (see
-- api_types.lua): by the function's word, {type, meaning, required = true?}.
local M = {}

local by_number = { display = "id", window = "id" }

-- The option that a function needs when its first argument is one of these words.
M.needs = { ["screen.capture"] = by_number, ["screen.matches"] = by_number }

local kinds = '"window.opened"|"window.closed"|"window.focused"|"window.title_changed"|"window.moved"|"display.changed"'
local comparison = { tolerance = { "integer", "0 to 255. Default 0." },
  ignore = { "rectangle[]", "What does not count, in the picture's own pixels." } }
local moved = { replace = { "boolean", "false: fail when the name is taken. Default true." } }
local when = { "string", "A time of day, \"07:30\" or \"07:30:15\"." }
local patient = { "number", "Seconds, then TIMEOUT. Default 30; math.huge: for ever.", least = 0 }
local redirect = { '"any"|"origin"', "Which redirects are followed: any, or those to the same scheme, host and port; "
  .. "others then raise UNKNOWN_ERROR with details.reason \"redirect\". Default \"any\"." }
local http = { redirect = redirect, timeout = { "number", "Seconds for everything, repetitions too. Default 30." },
  limit = { "integer", "Bytes of body. Default 64 MiB, with to 4 GiB; more raises UNKNOWN_ERROR with details.reason "
    .. "\"too_large\"." },
  to = { "string", "A file for the body of a 2xx answer, all or nothing. Replaces one of that name." } }

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
  ["os.exit"] = { status = { "integer|boolean", "What the program that started it is told. Default 0." } },
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
    lasting = { "boolean", "false: it need not outlive a power failure; faster. Default true." },
    replace = { "boolean", "false: fail when the file exists. Default true." },
    mode = { "integer", "Permissions of a new file, such as 0x1A4 (octal 644), the default." },
  },
  ["fs.make_directory"] = {
    mode = { "integer", "Permissions. Default 0x1C0 (octal 700)." },
    fresh = { "boolean", "true: fail when it exists. Default false." },
  },
  ["host.user_folder"] = { name = { "string", "Such as \"tools\"." } },
  ["host.read_user_file"] = { path = { "string", "Below one of the user's own folders." } },
  ["host.user_scripts"] = { name = { "string", "Such as \"tools\"." } },
  ["app.list"] = { windows = { "boolean", "true: give the windows too." },
    names = { "boolean", "true: give their other names too." } },
  ["screen.capture"] = {
    kind = { '"desktop"|"display"|"window"|"frontmost"', "Everything, one monitor, one window, the front one." },
    id = { "integer", "Of the display or window. Required for those two kinds." },
    scale = { "number", "Makes it smaller while it arrives: above 0, at most 1. Default 1." },
    max_width = { "integer", "The same, by pixels; 0: no limit.", least = 0 },
    max_height = { "integer", "The same, by pixels; 0: no limit.", least = 0 },
    fit = { "{scale: number?, max_width: integer?, max_height: integer?}",
      "The image:fit that is going to be asked for, besides the whole picture." },
    encode = { '"png"', "Make it a PNG instead of keeping its pixels; best when it is only saved." },
    fingerprint = { "boolean", "true: give it a fingerprint, for screen.matches." },
  },
  ["screen.changed"] = { region = { "rectangle", "In physical pixels of the desktop.", required = true } },
  ["screen.matches"] = {
    kind = { '"desktop"|"display"|"window"|"frontmost"', "As for screen.capture." },
    fingerprint = { "fingerprint", "Of an image that was captured with fingerprint = true.", required = true },
  },
  ["screen.wait_change"] = { timeout = patient },
  ["screen.wait_stable"] = { still = { "number", "Seconds without a change. Default 0.5.", least = 0 },
    timeout = patient },
  ["screen.wait_text"] = { text = { "string", "What to look for, on one line." },
    language = { "string", "What it is written in, such as \"eng\", \"deu+eng\"." }, timeout = patient },
  ["process.launch"] = { output = { "string", "A file for what it prints. Default: nowhere." } },
  ["fs.rename"] = moved, ["fs.copy"] = moved,
  ["fs.glob"] = { pattern = { "string", "Such as \"~/shots/*.png\"." } },
  ["window.wait"] = { app = { "string", "As `app_target` of the image tool: a name or \"PID:663\"." },
    title = { "string", "Part of the title." }, timeout = patient },
  ["time.after"] = { f = { "fun(...)", "What is called then, with what stands behind it." } },
  ["time.at"] = { when = when, f = { "fun(...)", "What is called then, with what stands behind it." } },
  ["time.reach"] = { when = when },
  ["event.on"] = {
    run = { "fun(subject: any, event: event)", "Called for each event; may wait.", required = true },
    when_running = { '"queue"|"skip"|"restart"', "What becomes of events meanwhile. Default \"queue\"; timer: skip." },
  },
  ["event.listen"] = {
    kinds = { "(" .. kinds .. '|"screen.painted"|"hotkey")[]', "What to listen for.", required = true },
    titles = { "boolean", "Keep the titles of closed windows up to date." },
    hotkey = { "table", "{modifiers = {\"ctrl\", \"alt\" …}, symbol = \"p\"}, of the kind \"hotkey\"." },
  },
  ["event.signals"] = { name = { '"SIGUSR1"|"SIGUSR2"|"SIGHUP"', "" } },
  ["image.decode"] = {
    x = { "integer", "The desktop pixel at its left edge. Default 0." },
    y = { "integer", "The desktop pixel at its upper edge. Default 0." },
  },
  ["image:encode"] = {
    quality = { "integer", "Of jpg: 1 to 100. Default 90." },
    small = { "boolean", "Of png: fewer bytes for more time." },
  },
  ["image:save"] = { path = { "string", "A file, or a folder for a name of its own. ~ is the home folder." },
    overwrite = { "boolean", "false: an existing file is not replaced. Default true." },
    format = { '"png"|"jpg"|string', "Default: by the extension, else png." } },
  ["image:mask"] = { rect = { "rectangle[]", "In the picture's own pixels, at most 1000." },
    color = { "color", "Default: black." } },
  ["image:outline"] = { places = { "rectangle|rectangle[]", "In the picture's own pixels, at most 1000." },
    color = { "color", "Default: red." }, width = { "integer", "Of the line, 1 to 1000. Default 3." } },
  ["image:compare"] = comparison, ["image:diff"] = comparison,
  ["image:pixel"] = { x = { "integer", "From the left." }, y = { "integer", "From the top." } },
  ["image:find"] = {
    picture = { "image", "The smaller one." }, tolerance = { "integer", "0 to 255. Default 0." },
    region = { "rectangle", "Where to look, in the picture's own pixels." },
    all = { "boolean", "Every place instead of the first." }, timeout = { "number", "Seconds. Default 30." },
  },
  ["image:text"] = { region = { "rectangle", "Only this part, in the picture's own pixels." },
    timeout = { "number", "Seconds. Default 120." } },
  ["image:crop"] = { options = { "rectangle", "In the picture's own pixels; what lies outside is cut off." } },
  ["image:fit"] = {
    max_width = { "integer", "Pixels; 0: no limit.", least = 0 },
    max_height = { "integer", "Pixels; 0: no limit.", least = 0 },
    scale = { "number", "Above 0, at most 1. Default 1." },
  },
  ["http.get"] = http, ["http.post"] = http, ["http.request"] = http,
  ["http.open"] = {
    redirect = redirect,
    method = { "string", "Default \"GET\"." },
    timeout = { "number", "Seconds until the head of the answer is there. Default 30." },
    limit = { "integer", "Bytes of body. Default 4 GiB; more raises UNKNOWN_ERROR with details.reason \"too_large\"." },
  },
  ["stream:read"] = { n = { "integer", "At most so many bytes, up to 16 MiB. Default 65536." } },
  ["json.encode"] = { indent = { "integer", "Blanks for each level, at most 16. Default 0: one line." } },
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
    pictures = { "boolean", "Its answers may hold some: what `result` says are members of the answer itself then, "
      .. "because many clients drop pictures beside structured content." },
    meta = { "table", "Hints for clients, as `_meta` of the tool." },
    normalise = { "fun(args: table): table", "Runs before the arguments are checked." },
    unchecked = { "string[]", "JSON Schema keywords that need not be enforced." },
    logged = { "string[]", "Names of arguments that the log shows; \"config.type\" for a member of a record." },
    errors = { "table[]", "For a reference: rows {code, when?}." },
    examples = { "table[]", "For a reference: rows {what, {{name, value}, …}}." },
    run = { "fun(args: table, call: call): result", "Does the work; may wait. What it raises is a failed result.",
      required = true },
    description = { "string", "What it does, for the model." },
  },
  ["tool.batch"] = { items = { "table[]", "Rows {tool = its name, arguments = table?}." } },
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
    subscribe = { "boolean", "false: nobody tells of its changes, and clients do not wait for them. Default true." },
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
M.own["image:base64"] = M.own["image:encode"]
M.own["image:save"].quality, M.own["image:save"].small = M.own["image:encode"].quality, M.own["image:encode"].small
M.own["window.wait_gone"] = M.own["window.wait"]

return M
