local desktop = require "desktop"
local errors = require "errors"
local json = require "json"
local tool = require "tool"

-- The two forms of an answer of the screenshot tools: {status = "success", …} and {status = "error", error = …}. Each
-- is JSON in the first text. It is structured content too unless a picture travels beside it, because many hosts hand
-- on structured content alone.
local M = {}

-- The names that these tools alone use for codes of the error table.
local names = {
  POLICY_DENIED = "PERMISSION_DENIED",
  PERMISSION_ERROR_SCREEN_RECORDING = "PERMISSION_DENIED",
  PERMISSION_ERROR_ACCESSIBILITY = "PERMISSION_DENIED",
}

local function result_of(told, blob)
  return {
    content = { tool.text(json.encode(told)), blob and tool.image(blob) },
    structured = not blob and told or nil,
  }
end

-- Returns the result of a success. `members`: pairs {name, value} beside the status, in order. `messages`: what else
-- the reader must know. `blob`: the picture that travels in the answer, or nil.
function M.success(members, messages, blob)
  local guess = desktop.guess()
  if guess then table.insert(messages, 1, guess .. ".") end
  local told = { { "status", "success" } }
  table.move(members, 1, #members, 2, told)
  told[#told + 1] = { "messages", json.array(messages) }
  return result_of(json.object(told), blob)
end

-- Returns an error's facts and remedy as a record, or nil without any.
local function details_of(err)
  local details = {}
  for name, value in pairs(type(err.details) == "table" and err.details or {}) do details[name] = value end
  details.hint = err.hint
  return next(details) and details or nil
end

-- Returns the result of a failure: {code, message, hint, details}.
function M.failure(err)
  err = errors.normalise(err)
  local fault = { { "code", names[err.code] or err.code }, { "message", err.message } }
  local details = details_of(err)
  fault[3] = details and { "details", details }
  local result = result_of(json.object { { "status", "error" }, { "error", json.object(fault) } })
  result.is_error, result.meta = true, { backend_error_code = err.code }
  result.failure = { message = err.message, hint = err.hint } -- for the log
  return result
end

return M
