local act = require "acting.act"
local focusing = require "acting.focusing"
local input = require "input"
local task = require "task"
local ui = require "ui"
local unicode = require "lib.unicode"

-- `type_text`: text where the focus is, or into an element.
local M = {}

local kMilliseconds = 1000

function M.plan(args, deadline)
  local plan = focusing.plan(args, deadline)
  local count = unicode.length(args.text)
  plan.what = ("type %d character%s%s"):format(count, count == 1 and "" or "s", plan.subject and " into" or "")
  plan.place, plan.how = plan.subject and plan.subject.place, "keys"
  plan.text, plan.count, plan.delay = args.text, count, (args.delay or 0) / kMilliseconds
  return plan
end

-- Types the characters one by one. An error tells how many had arrived.
local function type_slowly(plan, options)
  local typed = 0
  for _, code in utf8.codes(plan.text) do
    local ok, err = pcall(input.type, utf8.char(code), options)
    if not ok then
      if type(err) == "table" and type(err.details) == "table" then err.details.typed = typed end
      error(err, 0)
    end
    typed = typed + 1
    task.sleep(plan.delay)
  end
end

function M.perform(plan)
  focusing.give(plan)
  local options = focusing.options(plan)
  if plan.delay > 0 then type_slowly(plan, options) else input.type(plan.text, options) end
  return { { "typed", plan.count } }
end

-- Reads the text back where the element tells its value.
function M.seen(plan)
  local now = plan.element and try(ui.read, plan.element)
  if not (now and now.value) or plan.text:find "%c" then return nil end
  if not now.value:find(plan.text, 1, true) then return nil end
  return "seen", { ("the value is \"%s\""):format(unicode.fit(unicode.line(now.value), 60)) }
end

act.tool(M)

return M
