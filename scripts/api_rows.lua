-- What `peekaboo api` tells of the modules that are written in Lua, and of the objects that scripts are given: rows
-- {signature, text} by module.
local M = {}

M.order = { "tool", "resource", "prompt", "completion", "call", "blob" }

M.rows = {
  tool = {
    { "tool.register({name, description, params?, result?, run, …})",
      "Declares an MCP tool. params: rows {name, type, description, optional = true?, default?, minimum?, maximum?, "
        .. "min_length?, max_length?, pattern?, min_items?, max_items?, unique?}. A type is \"string\", \"integer\", "
        .. "\"number\", \"boolean\", \"object\", \"any\", a list of words, {list = type}, or rows for a "
        .. "record. A whole JSON "
        .. "Schema (with type = \"object\") may stand in the place of the rows. result: the same for "
        .. "`structured`. Also "
        .. "title, read_only, destructive, idempotent, open_world, normalise(args) -> args, unchecked = {keywords}. "
        .. "run(args, call) -> {content = {block, …}, structured?, is_error?, meta?}." },
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
    { "tool.resource_link({uri, name, title?, media_type?, size?}) -> block", "A pointer to a resource of "
      .. "this server." },
    { "tool.failure(err, prefix?) -> result", "A failed result from an error that was raised." },
  },
  resource = {
    { "resource.register({uri, name, read, …})",
      "Declares a resource. With template (\"notes://day/{day}\") in the place of uri: a family of them. Also title, "
        .. "description, media_type, size (bytes), annotations; with a template complete = {day = "
        .. "function(typed, values) "
        .. "-> {text}}. read(uri, values, call) -> text, blob, {contents = {{uri?, text | blob, mimeType?}, "
        .. "…}}, or nil when "
        .. "there is none." },
    { "resource.remove(uri) -> boolean", "Takes a resource or template back; false when there is none." },
    { "resource.updated(uri)", "Tells clients that it has new content." },
  },
  prompt = {
    { "prompt.register({name, description?, title?, arguments?, run})",
      "Declares a prompt. arguments: rows {name, description, optional = true?, title?, complete = "
        .. "function(typed, arguments) "
        .. "-> {text}?}. run(args, call) -> text, or {messages = {{role?, content}, …}, description?}, where "
        .. "content is a text "
        .. "or a block." },
    { "prompt.remove(name) -> boolean", "Takes a prompt back; false when there is none." },
  },
  completion = {
    { "completion.app, completion.app_target, completion.words({text})",
      "Completers for `complete`: the running applications, what app_target takes, one of fixed words." },
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
        .. "stateless clients the handler is run again with the answers." },
    { "call:require(capability)", "Ends the request with an error when the client lacks one, such as \"sampling\"." },
    { "call.client, call.cancelled, call.caller",
      "Who calls: {name, version, capabilities}; whether the call was cancelled; \"mcp\" or \"command line\"." },
  },
  blob = {
    { "blob:bytes() -> string", "The bytes as a Lua string." },
    { "blob:typed(media_type) -> blob", "The same bytes under another media type." },
    { "blob:data_url() -> json", "For a JSON request: its data: URL, whose Base64 is made when it is sent." },
    { "blob.size, blob.media_type", "Bytes, and what they are." },
  },
}

-- The rows as text, as `peekaboo api` prints them; of all modules when `wanted` is "".
function M.text(wanted)
  local lines = {}
  for _, module in ipairs(M.order) do
    if wanted == "" or wanted == module then
      for _, row in ipairs(M.rows[module]) do lines[#lines + 1] = ("%s\n    %s\n"):format(row[1], row[2]) end
    end
  end
  return table.concat(lines)
end

return M
