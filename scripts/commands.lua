local errors = require "errors"
local json = require "json"
local log = require "log"

local M = {}

local function failure_data(err)
  return {
    message = err.message, code = err.code, details = errors.details_text(err), hint = err.hint,
    context = type(err.details) == "table" and err.details or nil,
  }
end

local function as_json(document)
  return json.encode(document) .. "\n"
end

-- A failure for people: what happened, what there is instead, what to do.
local function complaint(err)
  local lines = { "Error: " .. err.message }
  lines[#lines + 1] = errors.details_text(err)
  lines[#lines + 1] = err.hint
  return table.concat(lines, "\n") .. "\n"
end

-- Raised errors as {output, complaint?, status}: one JSON object as output when asked for, else a complaint for
-- standard error.
function M.failed(err, options, debug_logs)
  err = errors.normalise(err)
  log.error(err.message, { code = err.code })
  if options.json_output then
    local output = as_json { success = false, error = failure_data(err), debug_logs = json.array(debug_logs or {}) }
    return { output = output, status = errors.status(err) }
  end
  return { output = "", complaint = complaint(err), status = errors.status(err) }
end

-- One subcommand: its file answers {data, text, messages?, debug_logs?, failure?, told?}. A failure beside data (a
-- picture that was captured but not analysed) sets the exit status and keeps the data; `told`: the text says so.
local function run(name, options)
  local answer, err = try(require("commands." .. name).run, options)
  if not answer then return M.failed(err, options) end
  local failure = answer.failure and errors.normalise(answer.failure) or nil
  if not options.json_output then
    return {
      output = answer.text, complaint = failure and not answer.told and complaint(failure) or nil,
      status = failure and errors.status(failure) or 0,
    }
  end
  return {
    output = as_json {
      success = failure == nil, data = answer.data, error = failure and failure_data(failure) or nil,
      messages = json.array(answer.messages or {}), debug_logs = json.array(answer.debug_logs or {}),
    },
    status = failure and errors.status(failure) or 0,
  }
end

for _, name in ipairs { "image", "list", "analyze", "doctor", "config", "api", "check", "daemon" } do
  M[name] = function(options) return run(name, options or {}) end
end

return M
