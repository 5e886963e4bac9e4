-- The functions of scripts/modules/tool.lua, for the reference.
local M = {}

M.about = "MCP tools. For files in the configuration folder's tools/, or given with `--tools`."

M.rows = {
  {
    call = "tool.register",
    text =
      "Declares an MCP tool. params: rows {name, type, description, optional = true?, default?, minimum?, "
      .. 'maximum?, min_length?, max_length?, pattern?, min_items?, max_items?, unique?}. A type is "string", '
      .. '"integer", "number", "boolean", "object", "any", a list of words, {list = type}, or rows for a record. A '
      .. 'whole JSON Schema (with type = "object") may stand in the place of the rows. result: the same for '
      .. "`structured`; a tool with both result and pictures says pictures = true. run(args, call) -> {content = "
      .. "{block, …}, structured?, is_error?, meta?}. Names that are taken are refused.",
    options = {
      { "name", "string", "Unique; letters, digits and _.", needed = true },
      { "title", "string", "A name for people." },
      { "description", "string", "What it does, for the model." },
      { "params", "row[]|table", "Rows {name, type, description}, or a whole JSON Schema." },
      { "result", "row[]|table", "The same, for what `structured` holds." },
      { "run", "fun(args: table, call: call): result",
        "Does the work; may wait. What it raises is a failed result.", needed = true },
      { "read_only", "boolean", "It changes nothing." },
      { "destructive", "boolean", "It may destroy something." },
      { "idempotent", "boolean", "A second call with the same arguments adds nothing." },
      { "open_world", "boolean", "It reaches beyond this machine." },
      { "pictures", "boolean",
        "Its answers may hold some: what `result` says are members of the answer itself then, because many "
        .. "clients drop pictures beside structured content." },
      { "meta", "table", "Hints for clients, as `_meta` of the tool." },
      { "logged", "string[]", 'Names of arguments that the log shows; "config.type" for a member of a record, "#text" '
        .. "for a length alone." },
      { "normalise", "fun(args: table): table", "Runs before the arguments are checked." },
      { "unchecked", "string[]", "JSON Schema keywords that need not be enforced." },
      { "errors", "table[]", "For a reference: rows {code, when?}." },
      { "examples", "table[]", "For a reference: rows {what, {{name, value}, …}}." },
    },
    errors = { "INVALID_ARGUMENT" },
  },
  {
    call = "tool.batch",
    text =
      "Calls tools one after another, at most 100, once all arguments are found valid (else INVALID_ARGUMENT "
      .. "names the faulty ones, and nothing is called). The first that fails is the last. calls: for each {tool, "
      .. 'state = "done", "failed" or "skipped", result = {content, structuredContent?, isError?}?}; failed: the '
      .. "position of the one that did.",
    parameters = { { "call", "table[]", "Rows {tool = its name, arguments = table?}." } },
    results = { { "batch" } },
    errors = { "INVALID_ARGUMENT" },
  },
  {
    call = "tool.remove",
    text = "Takes a tool back; false when there is none.",
    parameters = { { "name", "string", "Of the tool." } },
    results = { { "boolean" } },
  },
  {
    call = "tool.text",
    text = "Text for a result's content.",
    parameters = { { "text", "string", "What it says." } },
    results = { { "block" } },
  },
  {
    call = "tool.image",
    text = "A picture for a result's content: what image:encode() gives. metadata: a record that travels with it.",
    parameters = {
      { "blob", "blob", "Bytes, such as of `fs.read` or `image:encode`." },
      { "metadata", "table", "Travels with the picture.", optional = true },
    },
    results = { { "block" } },
  },
  {
    call = "tool.link",
    text = "A pointer to a file on this machine.",
    parameters = {
      { "path", "string", "A file or folder; relative to the working directory. `~` is the home folder." },
      { "name", "string", "What the client shows." },
      { "media_type", "string", 'Such as "image/png".', optional = true },
    },
    results = { { "block" } },
  },
  {
    call = "tool.resource_link",
    text = "A pointer to a resource of this server.",
    options = {
      { "uri", "string", "Of the resource.", needed = true },
      { "name", "string", "What the client shows.", needed = true },
      { "title", "string", "A name for people." },
      { "media_type", "string", 'Such as "image/png".' },
      { "size", "integer", "Bytes." },
    },
    results = { { "block" } },
  },
  {
    call = "tool.failure",
    text = "A failed result from an error that was raised.",
    parameters = {
      { "err", "error|string", "What was raised." },
      { "prefix", "string", 'What was attempted, such as "Saving failed".', optional = true },
    },
    results = { { "result" } },
  },
  {
    call = "tool.changed",
    text = "Notifies clients that the list of tools has changed; registering and removing do so themselves.",
  },
}

return M
