-- The documentation of the modules that are written in Lua, and of the objects that scripts are given: rows
-- {signature, text, waits = true?} by module; "_G" for globals.
local M = {}

-- Plain values in a module.
M.constants = { json = { "null" } }

-- Libraries of Lua, of which only what differs is told.
M.of_lua = { os = true }

-- What a module is for.
M.about = {
  screen = "Monitors, pictures of them and of windows, and whether something was painted.",
  window = "The windows.",
  app = "The applications.",
  desktop = "What this desktop can do.",
  image = "Pictures: `screen.capture` and `image.decode` give them.",
  text = "Reading the words in a picture (OCR).",
  ai = "Asking AI providers about pictures. PEEKABOO_AI_PROVIDERS says who is asked.",
  event = "Doing something when the desktop, a file or the clock does.",
  task = "Things that run side by side. They take turns where they wait.",
  time = "Clocks.",
  process = "Other programs.",
  fs = "Files and folders. Relative paths begin at the working directory.",
  http = "Asking HTTP servers.",
  stream = "The body of an HTTP answer, read as it arrives: `http.open` gives it.",
  json = "JSON texts. `json.null` stands for null in a list or record.",
  env = "Environment variables.",
  log = "Lines for the log file. `peekaboo list server_status` names it.",
  errors = "Errors with a code, as every function here raises them.",
  host = "This program: `host.version`, `host.platform` {system, release, architecture}, and the user's own files.",
  tool = "MCP tools. For files in the configuration folder's tools/, or given with `--tools`.",
  resource = "MCP resources, for the same files.",
  prompt = "MCP prompts, for the same files.",
  completion = "Completers for the arguments of prompts and templates.",
  os = "Lua's own library; here is what differs in it.",
  _G = "Names that are there without `require`, beside Lua's own.",
}

local rows = {
  tool = {
    { "tool.register({name, title, description, params, result, run, read_only, destructive, idempotent, open_world, "
        .. "pictures, meta, logged, normalise, unchecked, errors, examples})",
      "Declares an MCP tool. params: rows {name, type, description, optional = true?, default?, minimum?, maximum?, "
        .. "min_length?, max_length?, pattern?, min_items?, max_items?, unique?}. A type is \"string\", \"integer\", "
        .. "\"number\", \"boolean\", \"object\", \"any\", a list of words, {list = type}, or rows for a "
        .. "record. A whole JSON "
        .. "Schema (with type = \"object\") may stand in the place of the rows. result: the same for "
        .. "`structured`; a tool with both result and pictures says pictures = true. run(args, call) -> "
        .. "{content = {block, …}, structured?, is_error?, meta?}. Names that are taken are refused." },
    { "tool.batch({{tool, arguments?}, …}) -> {ok, failed?, calls}",
      "Calls tools one after another, at most 100, once all arguments are found valid (else INVALID_ARGUMENT names the "
        .. "faulty ones, and nothing is called). The first that fails is the last. calls: for each {tool, "
        .. "state = \"done\", \"failed\" or \"skipped\", result = {content, structuredContent?, isError?}?}; failed: "
        .. "the position of the one that did." },
    { "tool.remove(name) -> boolean", "Takes a tool back; false when there is none." },
    { "tool.text(text) -> block", "Text for a result's content." },
    { "tool.image(blob, metadata?) -> block",
      "A picture for a result's content: what image:encode() gives. metadata: a record that travels with it." },
    { "tool.link(path, name, media_type?) -> block", "A pointer to a file on this machine." },
    { "tool.resource_link({uri, name, title, media_type, size}) -> block", "A pointer to a resource of "
      .. "this server." },
    { "tool.failure(err, prefix?) -> result", "A failed result from an error that was raised." },
    { "tool.changed()", "Tells clients that the list of tools is another; registering and removing do so themselves." },
  },
  resource = {
    { "resource.register({uri, template, name, title, description, media_type, size, annotations, read, complete, "
        .. "subscribe})",
      "Declares a resource. With template (\"notes://day/{day}\") in the place of uri: a family of them, and "
        .. "complete = {day = function(typed, values) -> {text}}. read(uri, values, call) -> text, blob, {contents = "
        .. "{{uri?, text | blob, mimeType?}, …}}, or nil when there is none. subscribe = false: no "
        .. "resource.updated() will tell of its changes, and clients that want to wait for them are refused." },
    { "resource.remove(uri) -> boolean", "Takes a resource or template back; false when there is none." },
    { "resource.changed()",
      "Tells clients that the list of resources is another; registering does so itself." },
    { "resource.updated(uri)", "Tells clients that it has new content." },
  },
  prompt = {
    { "prompt.register({name, title, description, arguments, run})",
      "Declares a prompt. arguments: rows {name, description, optional = true?, title?, complete = "
        .. "function(typed, arguments) "
        .. "-> {text}?}. run(args, call) -> text, or {messages = {{role?, content}, …}, description?}, where "
        .. "content is a text "
        .. "or a block." },
    { "prompt.remove(name) -> boolean", "Takes a prompt back; false when there is none." },
    { "prompt.changed()", "Tells clients that the list of prompts is another; registering does so itself." },
  },
  completion = {
    { "completion.app(typed) -> {text}", "A completer for `complete`: the running applications that fit what is typed.",
      waits = true },
    { "completion.app_target(typed) -> {text}", "The same for what app_target of the image tool takes.", waits = true },
    { "completion.words({text}) -> completer", "Makes a completer of fixed words." },
  },
  call = {
    { "call:progress(done, total?, message?)", "Tells the client how far the work is, when it asked to know." },
    { "call:log(level, message)", "Sends the client a line: \"debug\", \"info\", \"notice\", \"warning\", "
      .. "\"error\" …" },
    { "call:ask({key = question, …}) -> {key = answer, …}",
      "Asks the client. A question is {elicit = message, schema = JSON Schema of an object}, answered {action "
        .. "= \"accept\", "
        .. "\"decline\" or \"cancel\", content = …}; {sample = text, max_tokens = …}; or {roots = true}. "
        .. "Before any effect: with "
        .. "stateless clients the handler is run again with the answers.", waits = true },
    { "call:require(capability)", "Ends the request with an error when the client lacks one, such as \"sampling\"." },
  },
  blob = {
    { "blob:bytes() -> string", "The bytes as a Lua string." },
    { "blob:typed(media_type) -> blob", "The same bytes under another media type." },
    { "blob:data_url() -> json", "For a JSON request: its data: URL, whose Base64 is made when it is sent." },
  },
  json = {
    { "json.decode(text) -> any",
      "A JSON text as Lua values: null is json.null, whole numbers are integers. INVALID_ARGUMENT, with the place, for "
        .. "anything else." },
    { "json.encode(value, indent?) -> text",
      "The other way. Keys are sorted; an empty table is {} unless it is a json.array; invalid UTF-8 is replaced." },
    { "json.array(list) -> table", "Marks a table as a list, so that an empty one is written as []. Gives the table." },
    { "json.object({{key, value}, …}) -> table", "A record that is written in this order." },
  },
  errors = {
    { "errors.raise(code, message?, {hint, details}?)", "Raises an error of that code." },
    { "errors.make(code, message?, {hint, details}?) -> err", "The same error without raising it." },
    { "errors.normalise(err) -> err",
      "Whatever was raised, as an error with code, message and hint; a plain text becomes INTERNAL_ERROR." },
  },
  ai = {
    { "ai.ask(subject, question, {provider, model, timeout}?) -> answer",
      "Asks an AI provider about a picture, or about each of several. AI_PROVIDER_ERROR when none can be asked or it "
        .. "fails, TIMEOUT when it takes too long.", waits = true },
    { "ai.providers() -> {provider}",
      "The configured providers in their order, and whether each can be asked now; at most 3 seconds for each.",
      waits = true },
  },
  trigger = {
    { "trigger:stop()", "Runs nothing new from now on; a run that is under way comes to its end." },
  },
  os = {
    { "os.exit(status?)",
      "Ends the script, whatever stands around the call: no pcall or try catches it. Variables with <close> are "
        .. "closed, tasks and triggers end, and so do started processes, as at any other end. The status is an "
        .. "integer, of which the lowest 8 bits count, true (0, the default) or false (1). It is that of `peekaboo "
        .. "run`. Of an automation, and with `run --watch`, it ends that script alone, which has failed unless the "
        .. "status is 0. In a tool of `peekaboo mcp` and at the prompt it is an error like others, SCRIPT_ERROR, which "
        .. "ends the call." },
  },
  _G = {
    { "try(f, ...) -> ...", "The results of f(...), or nil and the error that it raised." },
    { "require(name) -> any",
      "A module of this reference, or the value of NAME.lua beside the script (\"folder.name\" for a deeper one). Such "
        .. "a file cannot wait while it is loaded. blob, bell, call and trigger are objects, not modules." },
    { "print(...)",
      "A line on standard output; with `peekaboo mcp`, in the log. A table is shown as by inspect, where it has no "
        .. "__tostring. On a terminal control characters other than colours are left out; a file or pipe gets what is "
        .. "printed as it is." },
    { "inspect(value) -> text",
      "What a value holds, for people: a record or list in one line where that is short, else a field a line. At most "
        .. "4 tables inside of each other and 60 fields of each; a table inside of itself is {...}." },
  },
}

M.rows = {}
for name, list in pairs(rows) do
  M.rows[name] = {}
  for i, row in ipairs(list) do
    M.rows[name][i] = { signature = row[1], text = row[2], waits = row.waits or false }
  end
end

return M
