local errors = require "errors"
local failures = require "external.failures"
local json = require "json"
local tools = require "tools"

-- Makes scripts/docs/TOOL_API_REFERENCE.md from the declarations of the tools.
local M = {}

local function type_name(kind)
  if type(kind) == "string" then return kind end
  if kind.list then return "list of " .. type_name(kind.list) end
  if type(kind[1]) == "string" then return "one of `" .. table.concat(kind, "`, `") .. "`" end
  return "record"
end

-- Returns the rows of a record inside a type, or nil.
local function members_of(kind)
  if type(kind) ~= "table" then return nil end
  if kind.list then return members_of(kind.list) end
  return type(kind[1]) == "table" and kind or nil
end

local function literal(value)
  return type(value) == "string" and ("`%s`"):format(value) or "`" .. json.encode(value) .. "`"
end

local bounds = { { "minimum", "at least" }, { "maximum", "at most" }, { "default", "default" } }

local function notes_of(row)
  local notes = {}
  for _, bound in ipairs(bounds) do
    if row[bound[1]] ~= nil then notes[#notes + 1] = ("%s %s"):format(bound[2], literal(row[bound[1]])) end
  end
  return #notes > 0 and " (" .. table.concat(notes, ", ") .. ")" or ""
end

local function cell(text)
  return (text:gsub("|", "\\|"):gsub("\n", "<br>"))
end

local function add_rows(lines, rows, prefix, verb)
  for _, row in ipairs(rows) do
    local name = prefix .. row[1]
    local presence = row.optional and "" or verb
    lines[#lines + 1] = ("| `%s` | %s%s | %s | %s |")
      :format(name, cell(type_name(row[2])), notes_of(row), presence, cell(row[3] or row.meaning or ""))
    local members = members_of(row[2])
    local list = type(row[2]) == "table" and row[2].list
    if members then add_rows(lines, members, name .. (list and "[]." or "."), verb) end
  end
end

local function add_table(lines, title, rows, verb)
  lines[#lines + 1] = ("### %s\n"):format(title)
  if not rows or #rows == 0 then
    lines[#lines + 1] = "None.\n"
    return
  end
  lines[#lines + 1] = ("| name | type | %s | meaning |"):format(verb)
  lines[#lines + 1] = "|---|---|---|---|"
  add_rows(lines, rows, "", verb)
  lines[#lines + 1] = ""
end

-- Returns a tool's description without the trailing blank, which separates it from the server's status.
local function described(text)
  return (text:gsub("%s+$", ""))
end

local function add_errors(lines, codes)
  lines[#lines + 1] = "### Errors\n"
  lines[#lines + 1] = "| code | when |"
  lines[#lines + 1] = "|---|---|"
  for _, row in ipairs(codes or {}) do
    lines[#lines + 1] = ("| `%s` | %s |"):format(row[1], cell(row[2] or errors.row(row[1]).text))
  end
  lines[#lines + 1] = ""
end

local function add_examples(lines, examples)
  lines[#lines + 1] = "### Examples\n"
  for _, example in ipairs(examples or {}) do
    lines[#lines + 1] = ("%s:\n\n    %s\n"):format(example[1], json.encode(json.object(example[2])))
  end
end

-- `set`: the toolset, where another has a tool of the same name.
local function add_tool(lines, declared, set)
  lines[#lines + 1] = ("## %s`%s`: %s\n"):format(set or "", declared.name, declared.title or declared.name)
  lines[#lines + 1] = described(declared.description) .. "\n"
  add_table(lines, "Input", declared.params, "required")
  add_table(lines, "Output", declared.result or declared.json_result, "always")
  add_errors(lines, declared.errors)
  add_examples(lines, declared.examples)
end

local function add_codes(lines)
  lines[#lines + 1] = "## Error codes\n"
  lines[#lines + 1] = "| code | exit status | meaning | remedy |"
  lines[#lines + 1] = "|---|---:|---|---|"
  for _, row in ipairs(errors.rows) do
    lines[#lines + 1] = ("| `%s` | %d | %s | %s |"):format(row[1], row[2], cell(row[3]), cell(row[4]))
  end
end

-- Adds the codes for failures of an external command line.
local function add_external_codes(lines)
  lines[#lines + 1] = "\n## Error codes with `PEEKABOO_CLI_PATH`\n"
  lines[#lines + 1] = "An external command line's own codes are handed on. When it gives no JSON, these are added.\n"
  lines[#lines + 1] = "| code | its exit status | meaning |"
  lines[#lines + 1] = "|---|---:|---|"
  local statuses = {}
  for status in pairs(failures.rows) do statuses[#statuses + 1] = status end
  table.sort(statuses)
  for _, status in ipairs(statuses) do
    local row = failures.rows[status]
    lines[#lines + 1] = ("| `%s` | %d | %s |"):format(row[1], status, cell((row[2]:gsub("%(?'%%s'%)? ", ""))))
  end
  for _, row in ipairs(failures.others) do
    lines[#lines + 1] = ("| `%s` | | %s |"):format(row[1], cell(row[2]))
  end
end

function M.document()
  local lines = {
    "# Tools\n",
    "The tools of the server. This page is made from their definitions by `peekaboo api --tools`. `run_script` is",
    "listed only where `PEEKABOO_ENABLE_RUN_SCRIPT=true`.\n",
    "An answer has its text in `content`, and the members under *Output* at the top level of the result; `list` and",
    "`analyze` have them in `structuredContent` too, which answers that may hold a picture do without, because many",
    "hosts hand on nothing else then. A failure has `isError`, a text that names the thing and the remedy, and its",
    "code in `_meta.backend_error_code`. An empty text and null count as an argument that is not given; unknown",
    "arguments are ignored, but one that asks for masking by another name is refused. The settings behind the tools",
    "are in [SETTINGS.md](SETTINGS.md).\n",
    "The tools `screenshot_…` belong to the toolset `screenshot`: `--toolsets core,screenshot`. Their answers,",
    "failures too, are JSON in the first text, with the members under *Output*, and the same in `structuredContent`",
    "unless the answer holds a picture.\n",
    "The tools of the toolsets `hands` (`--toolsets core,hands`) and `automation` answer in JSON in the first text,",
    "except `see`. The same is in `structuredContent`, in its member `result` where the answer is a list or a plain",
    "value, and not at all beside a picture. Acts have the members under *Output*; a failure has `dispatched` and",
    "`retry_safe` in `_meta.error_details`. Long lists take `limit` and `cursor`: an answer with more to come has",
    "`next_cursor` in `structuredContent`, and in a second text; `omitted` there counts what no cursor leads to.",
    "Names, and paths of files, elements and menus, have no control characters; names have at most 255 characters.\n",
    "Those of the toolset `computer` stand alone, at the end of this list: `--toolsets computer`. Their answers are a",
    "line of text, or a picture.\n",
  }
  local rows, apart = tools.rows()
  for _, declared in ipairs(rows) do add_tool(lines, declared) end
  for _, declared in ipairs(apart) do add_tool(lines, declared, "computer: ") end
  add_codes(lines)
  add_external_codes(lines)
  return table.concat(lines, "\n") .. "\n"
end

return M
