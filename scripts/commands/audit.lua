local errors = require "errors"
local json = require "json"
local safeguards = require "safeguards"
local table_of = require "lib.text_table"
local unicode = require "lib.unicode"

local M = {}

-- The command line's row; see runtime/app/cli/command_rows.hpp.
M.row = {
  order = 13, text = "Show what was looked at and by whom, or check that this log is as it was written",
  options = {
    { "what", "show (default): the last entries; verify: look for lines that were changed, removed or moved",
      one_of = { "show", "verify" } },
    { "--last", "with show: so many entries (default: 50)", value = "N" },
  },
  ends = [[
Exit statuses:
  0     done; with verify: the log is as it was written
  17    the log cannot be read, or verify found a fault (FILE_IO_ERROR)
  64    the command line makes no sense (INVALID_ARGUMENT)
]],
}

local kDefault, kMost = 50, 10000

local function usage(message)
  errors.raise("INVALID_ARGUMENT", message, { usage = true })
end

local function count_wanted(options)
  if not options.last then return kDefault end
  local count = tonumber(options.last)
  if math.type(count) == "integer" and count >= 1 and count <= kMost then return count end
  return usage(("--last takes a whole number from 1 to %d, not '%s'"):format(kMost, options.last))
end

local function text_of(value)
  if value == nil then return "" end
  return unicode.line(type(value) == "table" and json.encode(value) or tostring(value))
end

local function row_of(entry)
  if entry.fault then return { "", "", "", "", entry.fault } end
  local caller = entry.caller or {}
  local who = text_of(caller.kind) .. (entry.client and entry.client ~= "" and " " .. text_of(entry.client) or "")
  return { text_of(entry.timestamp), who, text_of(entry.operation), text_of(entry.result),
    text_of(entry.file or entry.provider or entry.params) }
end

local function show(options)
  local entries = safeguards.audit_last(count_wanted(options))
  local cells = {}
  for i, entry in ipairs(entries) do cells[i] = row_of(entry) end
  local head = ("Audit log: %s\n"):format(unicode.line(safeguards.status().audit_path))
  local body = #cells == 0
    and "There are no entries. `peekaboo audit verify` tells whether some were removed.\n" or "\n" .. table_of.render(
    { { "TIME" }, { "CALLER", shrink = true }, { "OPERATION" }, { "RESULT" }, { "WHAT", shrink = true } }, cells,
    { colour = options.colour, columns = options.columns,
      mark = function(r) return entries[r].result ~= "success" and "red" or nil end })
  return { text = head .. body, data = { entries = json.array(entries) } }
end

local function verify()
  local report = safeguards.audit_verify()
  if not report.fault then
    local text = ("%d entr%s in %d file%s: all as they were written.\n"):format(report.entries,
      report.entries == 1 and "y" or "ies", report.files, report.files == 1 and "" or "s")
    if report.torn then text = text .. "The last line is not complete: its process ended while it wrote it.\n" end
    return { text = text, data = report }
  end
  local message = ("audit log: line %d of %s %s"):format(report.line, unicode.line(report.file), report.fault)
  local failure = errors.make("FILE_IO_ERROR", message, {
    hint = "Compare it with a copy: it was edited or is damaged.",
    details = { reason = "audit log", path = report.file, line = report.line },
  })
  return { text = "", data = report, failure = failure }
end

-- `options`: what ("show", "verify"), last?, colour, columns.
function M.run(options)
  if options.what ~= "verify" then return show(options) end
  if options.last then usage "--last goes with `audit show` only" end
  return verify()
end

return M
