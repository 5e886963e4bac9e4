local check = require "check"
local errors = require "errors"
local json = require "json"

local M = {}

local function counted(count, word)
  return ("%d %s%s"):format(count, word, count == 1 and "" or "s")
end

-- `options`: files (paths). A mistake sets the exit status of SCRIPT_ERROR.
function M.run(options)
  local lines, mistakes, wrong = {}, {}, 0
  for _, path in ipairs(options.files) do
    local found = check.file(path)
    wrong = wrong + (#found > 0 and 1 or 0)
    for _, each in ipairs(found) do
      lines[#lines + 1] = ("%s:%d:%d: %s\n"):format(path, each.line, each.column, each.message)
      mistakes[#mistakes + 1] = { file = path, line = each.line, column = each.column, message = each.message }
    end
  end
  local failure = #mistakes > 0
    and errors.make("SCRIPT_ERROR", ("%s in %s"):format(counted(#mistakes, "mistake"), counted(wrong, "file")),
      { hint = "Correct the lines named." }) or nil
  return { text = table.concat(lines), data = { mistakes = json.array(mistakes) }, failure = failure, told = true }
end

return M
