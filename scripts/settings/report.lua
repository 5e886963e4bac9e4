local host = require "host"
local did_you_mean = require "lib.did_you_mean"
local log = require "log"

local M = {}

local kHidden = "********"
local kNearest = 2

-- Returns a value in the form that may be shown: secrets, and user names and passwords in URLs, are masked.
local function shown(row, value)
  if value == nil then return nil end
  if row.secret then return kHidden end
  return (tostring(value):gsub("//[^/@]*@", "//" .. kHidden .. "@"))
end

-- Returns all settings for people and programs: rows {name, key, value, source, invalid_in, text, secret}. Secrets are
-- masked. The key is nil if the configuration file cannot set the setting; invalid_in ("environment" or "file") is nil
-- unless the value there is invalid.
function M.rows()
  local rows = {}
  for i, row in ipairs(host.settings()) do
    local found = host.setting(row.name)
    rows[i] = {
      name = row.name, key = row.key, source = found.source, text = row.text, secret = row.secret,
      invalid_in = found.fault and found.written_in or nil,
    }
    if found.source == "default" then
      rows[i].value = row.default
    else
      rows[i].value = shown(row, found.text)
    end
  end
  return rows
end

-- Returns a line for each setting for the status: its value, or that it is unset or invalid, with its default.
function M.lines()
  local lines = {}
  for _, row in ipairs(M.rows()) do
    local value = row.value
    if row.source == "default" then
      local state = row.invalid_in and "invalid" or "unset"
      value = value and ("%s (default: %s)"):format(state, value) or state
    end
    if row.source == "file" then value = value .. " (configuration file)" end
    lines[#lines + 1] = ("- %s: %s"):format(row.name, value)
  end
  return lines
end

local remedies = {
  url = "Give it a URL such as http://localhost:11434.", milliseconds = "Set %s to a number above 0, or unset it.",
  count = "Set %s to a whole number, 0 for no limit.", flag = "Set %s to true or false.",
  folder = "Begin it with / or ~/.", file = "Begin it with / or ~/.",
  level = "Use trace, debug, info, warn, error or fatal.",
  names = "Write it as one text, or as a list of texts.",
}

local function default_text(row)
  if row.kind == "url" then return "; nothing can be sent there" end
  return row.default and ("; %s is used"):format(row.default) or "; it is ignored"
end

local function value_problem(row)
  local found = host.setting(row.name)
  if not found.fault then return nil end
  local written = " has a value that is " .. found.fault
  if found.text and not row.secret then
    written = (" is '%s', which is %s"):format(shown(row, found.text), found.fault)
  end
  local where = found.written_in == "file" and " in the configuration file" or ""
  return {
    problem = row.name .. where .. written .. default_text(row) .. ".",
    remedy = (remedies[row.kind] or "Write %s as one text."):format(row.name),
  }
end

local function unknown_keys(problems)
  local known, is_known, wrong = {}, {}, {}
  for _, row in ipairs(host.settings()) do
    if row.key then known[#known + 1], is_known[row.key] = row.key, true end
  end
  for key in pairs(host.configuration.values) do
    if not is_known[key] then wrong[#wrong + 1] = key end
  end
  table.sort(wrong)
  for _, key in ipairs(wrong) do
    problems[#problems + 1] = {
      problem = ("The configuration file has the unknown key '%s'."):format(key),
      remedy = did_you_mean.sentence(key, known, kNearest) or "`peekaboo config show` lists the keys.",
    }
  end
end

local function holds_secret()
  for _, row in ipairs(host.settings()) do
    if row.secret and host.configuration.values[row.key] then return true end
  end
  return false
end

local function broken_file()
  local file = host.configuration
  return file.problem and {
    problem = ("The configuration file %s is not used: %s."):format(file.path, file.problem),
    remedy = file.remedy or file.line and ("Correct line %d."):format(file.line) or "Correct it, or remove it.",
  } or nil
end

local function file_problems(problems)
  local file = host.configuration
  problems[#problems + 1] = broken_file()
  if file.shared and holds_secret() then
    problems[#problems + 1] = { problem = ("The configuration file %s holds a key, and others may read it.")
      :format(file.path), remedy = ("Run `chmod 600 %s`."):format(file.path) }
  end
  unknown_keys(problems)
end

-- Returns the reasons why a setting that the user meant to set may be missing, with remedies: sentences, or nil.
function M.why_missing(name)
  local rows, sentences = {}, {}
  rows[#rows + 1] = broken_file()
  unknown_keys(rows)
  for _, row in ipairs(host.settings()) do
    if row.name == name then rows[#rows + 1] = value_problem(row) end
  end
  for _, row in ipairs(rows) do sentences[#sentences + 1] = row.problem .. " " .. row.remedy end
  return #sentences > 0 and table.concat(sentences, " ") or nil
end

-- Returns the problems of the settings: rows {problem, remedy}.
function M.problems()
  local problems = {}
  file_problems(problems)
  for _, row in ipairs(host.settings()) do problems[#problems + 1] = value_problem(row) end
  local problem = log.status().problem
  if problem and problem ~= "" then
    problems[#problems + 1] = { problem = problem, remedy = "Set PEEKABOO_LOG_FILE to a path that you may write to." }
  end
  return problems
end

-- Returns the text of scripts/docs/SETTINGS.md.
function M.document()
  local lines = {
    "# Settings", "",
    "Every setting is an environment variable. Most can stand in `$XDG_CONFIG_HOME/peekaboo/config.json` as well (by",
    "default `~/.config/peekaboo/config.json`), under their key or under the variable's own name: JSON, in which",
    "comments (`//` and `/* */`) and a comma behind the last member are allowed. The environment wins. A file that",
    "cannot be read is reported by `peekaboo doctor` and by `list server_status`, with the line, and stops nothing.",
    "`peekaboo config show` prints every effective value and where it came from.", "",
    "    {", "      // who answers questions", "      \"ai_providers\": [\"ollama/llava:latest\", \"ocr\"],",
    "      \"log_level\": \"debug\",", "    }", "",
    "| variable | key in the file | default | meaning |", "|---|---|---|---|",
  }
  for _, row in ipairs(host.settings()) do
    local key = row.key and ("`%s`"):format(row.key) or ""
    lines[#lines + 1] = ("| `%s` | %s | %s | %s |"):format(row.name, key, row.default or "", row.text)
  end
  return table.concat(lines, "\n") .. "\n"
end

return M
