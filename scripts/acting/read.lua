local json = require "json"
local tool = require "tool"

-- Runs tools that only read. Such a tool is a module with
--   read(args, call) -> value, more   returns what the document of the tool says: a record, a list, or a plain value;
--                                     `more`: {next_cursor?, omitted? (how much is left out, and cannot be had by a
--                                     cursor), links? (blocks that link to resources), content? (blocks
--                                     with pictures)};
--   is_record                         it is a record.
local M = {}

-- Returns the answer of a value. A client that knows the document reads the first text; hosts that hand on structured
-- content alone get the same there, in `result` where it is no record.
function M.result(value, more)
  more = more or {}
  local content = { tool.text(json.encode(value)) }
  if more.next_cursor then
    content[2] = tool.text(("There is more: call again with cursor = %s"):format(json.encode(more.next_cursor)))
  end
  if more.omitted then content[#content + 1] = tool.text(("%d more are left out."):format(more.omitted)) end
  if more.links then table.move(more.links, 1, #more.links, #content + 1, content) end
  if more.content then return { content = table.move(more.content, 1, #more.content, #content + 1, content) } end
  if more.is_record then return { content = content, structured = value } end
  return { content = content,
    structured = json.object { { "result", value }, { "next_cursor", more.next_cursor },
      { "omitted", more.omitted } } }
end

-- Completes the handler of a tool that reads: gives it run(args, call) and normalise(args).
function M.tool(reading)
  reading.normalise = reading.normalise or require("lib.arguments").without_unset
  function reading.run(args, call)
    local answered, err = try(function() return table.pack(reading.read(args, call)) end)
    if not answered then return tool.failed(err) end
    local value, more = answered[1], answered[2] or {}
    more.is_record = more.is_record or reading.is_record
    return M.result(value, more)
  end
  return reading
end

return M
