local host = require "host"
local json = require "json"
local report = require "settings.report"
local table_of = require "lib.text_table"
local unicode = require "lib.unicode"

local M = {}

-- The command line's row; see runtime/app/cli/command_rows.hpp.
M.row = {
  order = 6, text = "Show the settings and where each comes from",
  options = { { "what", "show (default): every setting and where it comes from", one_of = { "show" } } },
}

local function file_line()
  local file = host.configuration
  local state = not file.found and " (there is none)" or file.problem and " (not used)" or ""
  return "Configuration file: " .. unicode.line(file.path) .. state .. "\n"
end

local function source_text(row)
  return row.invalid_in and ("%s (invalid in %s)"):format(row.source, row.invalid_in) or row.source
end

-- `options`: what ("show"), colour, columns.
function M.run(options)
  local rows, cells = report.rows(), {}
  for i, row in ipairs(rows) do
    cells[i] = { row.name, row.key or "", row.value and unicode.line(row.value) or "", source_text(row) }
  end
  local policy_line = "Policy: " .. require("desktop.policy_text").line(require("policy").status()) .. "\n"
  local text = file_line() .. policy_line .. "\n" .. table_of.render(
    { { "VARIABLE" }, { "KEY" }, { "VALUE" }, { "FROM" } }, cells,
    { colour = options.colour, columns = options.columns,
      mark = function(r) return rows[r].source ~= "default" and "green" or nil end })
  local problems = report.problems()
  for _, row in ipairs(problems) do
    text = text .. ("\nProblem: %s\n  do: %s\n"):format(unicode.line(row.problem), unicode.line(row.remedy))
  end
  local file = host.configuration
  return {
    data = {
      file = { path = file.path, found = file.found, problem = file.problem, line = file.line },
      settings = json.array(rows), problems = json.array(problems),
    },
    text = text,
  }
end

return M
