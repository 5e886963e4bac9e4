-- The functions of scripts/modules/resource.lua, for the reference.
local M = {}

M.about = "MCP resources, for the same files."

M.rows = {
  {
    call = "resource.register",
    text =
      'Declares a resource. With template ("notes://day/{day}") in the place of uri: a family of them, and '
      .. "complete = {day = function(typed, values) -> {text}}. read(uri, values, call) -> text, blob, {contents = "
      .. "{{uri?, text | blob, mimeType?}, …}}, or nil when there is none. subscribe = false: no resource.updated() "
      .. "will tell of its changes, and clients that want to wait for them are refused.",
    options = {
      { "uri", "string", 'Such as "notes://all".' },
      { "template", "string", 'In the place of uri, for a family: "notes://day/{day}".' },
      { "name", "string", "A name for programs.", needed = true },
      { "title", "string", "A name for people." },
      { "description", "string", "What it is, for the model." },
      { "media_type", "string", 'Such as "image/png".' },
      { "size", "integer", "Bytes." },
      { "annotations", "table", "MCP's annotations." },
      { "read", "fun(uri: string, values: table<string, string>, call: call): any",
        "Gives a text, a blob, {contents = {{uri?, text | blob, mimeType?}, …}}, or nil when there is none.",
        needed = true },
      { "complete", "table<string, fun(typed: string, values: table): string[]>", "For the values of a template." },
      { "subscribe", "boolean",
        "false: its changes are not reported, and clients do not wait for them. Default true." },
    },
    errors = { "INVALID_ARGUMENT" },
  },
  {
    call = "resource.remove",
    text = "Takes a resource or template back; false when there is none.",
    parameters = { { "uri", "string", 'Such as "notes://all".' } },
    results = { { "boolean" } },
  },
  {
    call = "resource.changed",
    text = "Notifies clients that the list of resources has changed; registering does so itself.",
  },
  {
    call = "resource.updated",
    text = "Notifies clients that it has new content.",
    parameters = { { "uri", "string", 'Such as "notes://all".' } },
  },
}

return M
