local safeguards = require "safeguards"
local unicode = require "lib.unicode"

-- The policy in effect as text.
local M = {}

-- Returns the sources of a policy: the files that were read, or that there are none.
function M.files(status)
  if #status.files == 0 then return "no policy file (built-in rules)" end
  local names = {}
  for i, path in ipairs(status.files) do names[i] = unicode.line(path) end
  return table.concat(names, ", ")
end

-- Returns the refusal of every picture that the policy states, or nil.
function M.refusal(status)
  return status.callers.mcp.refusal or status.callers.command_line.refusal
end

-- Returns what the reader of pictures must know of how they were taken, as sentences. `notes`: those of the pictures.
function M.notes(notes)
  local lines, seen = {}, {}
  local lock = safeguards.note()
  if lock then lines[1] = ("Whether the session is locked is not known: %s."):format(unicode.line(lock)) end
  for _, note in ipairs(notes) do
    if not seen[note] then lines[#lines + 1] = note:sub(1, 1):upper() .. note:sub(2) .. "." end
    seen[note] = true
  end
  return lines
end

-- Returns a sentence about `count` excluded windows in a picture.
function M.filled(count)
  if count == 1 then return "1 window that the policy excludes is filled with grey." end
  return count .. " windows that the policy excludes are filled with grey."
end

-- Returns one line about the policy.
function M.line(status)
  local refusal = M.refusal(status)
  if refusal then return unicode.line(refusal.message) end
  local rules, parts = status.callers.mcp, {}
  parts[1] = ("%d window rule%s"):format(#rules.windows, #rules.windows == 1 and "" or "s")
  parts[2] = rules.built_in_exclusions and "password managers, secret prompts and lockers excluded"
    or "no built-in exclusions"
  if rules.captures_per_minute > 0 then parts[3] = rules.captures_per_minute .. " captures a minute" end
  if rules.audited then parts[#parts + 1] = "audited" end
  return M.files(status) .. ": " .. table.concat(parts, "; ")
end

return M
