local errors = require "errors"
local registry = require "registry"
local user_files = require "tools.user_files"
local words = require "lib.words"

-- Calls several tools in order: tool.batch.
local M = {}

local kMax = 100
local kMaxAtOnce = 16 -- batches under way: a tool that batches itself must come to an end
local known = { tool = true, arguments = true }

local function shape(calls)
  if type(calls) ~= "table" or #calls == 0 then
    errors.raise("INVALID_ARGUMENT", "tool.batch: expected a list of {tool = name, arguments = {…}}")
  end
  if #calls > kMax then
    errors.raise("INVALID_ARGUMENT", ("tool.batch: %d calls; at most %d are made"):format(#calls, kMax))
  end
  for i, call in ipairs(calls) do
    if type(call) ~= "table" or type(call.tool) ~= "string" then
      errors.raise("INVALID_ARGUMENT", ("tool.batch: call %d: expected {tool = name, arguments = {…}}"):format(i))
    end
    words.check(("tool.batch: call %d"):format(i), call, known, 0)
  end
end

-- Raises one error for the faults of all calls.
local function validate(calls)
  local faults = {}
  for i, call in ipairs(calls) do
    local _, err = try(registry.check, call.tool, call.arguments or {})
    if err then
      err = errors.normalise(err)
      if err.code == "CANCELLED" then error(err, 0) end
      faults[#faults + 1] = ("call %d (%s): %s"):format(i, call.tool, err.message)
    end
  end
  if #faults == 0 then return end
  errors.raise("INVALID_ARGUMENT", "tool.batch: nothing was called: " .. table.concat(faults, "; "))
end

local under_way = 0

local function begin()
  if under_way >= kMaxAtOnce then
    errors.raise("RATE_LIMIT_EXCEEDED", ("tool.batch: %d batches are under way"):format(under_way),
      { hint = "Does a tool call itself by a batch?" })
  end
  under_way = under_way + 1
  return setmetatable({}, { __close = function() under_way = under_way - 1 end })
end

-- Checks all calls, then runs them in order until one fails. Returns {ok, failed? (the position of that one),
-- calls = {{tool, state = "done", "failed" or "skipped", result?}}}.
function M.run(calls)
  shape(calls)
  local _ <close> = begin()
  user_files.start_once()
  validate(calls)
  local report = { ok = true, calls = {} }
  for i, call in ipairs(calls) do
    local row = { tool = call.tool, state = "skipped" }
    if report.ok then
      row.result = registry.call(call.tool, call.arguments or {})
      row.state = row.result.isError and "failed" or "done"
      if row.state == "failed" then report.ok, report.failed = false, i end
    end
    report.calls[i] = row
  end
  return report
end

return M
