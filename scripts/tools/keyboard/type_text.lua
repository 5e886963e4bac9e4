local act = require "acting.act"
local errors = require "errors"
local focusing = require "acting.focusing"
local input = require "input"
local key_focus = require "acting.key_focus"
local read_back = require "acting.read_back"
local settings = require "settings"
local task = require "task"
local text_focus = require "tools.keyboard.common.text_focus"
local unicode = require "lib.unicode"

-- `type_text`: text where the focus is, or into an element.
local M = {}

local kMilliseconds = 1000
-- Seconds that a character takes on a busy machine: one that keyboards have, and any other.
local kUsual, kOther = 0.001, 0.006

-- Returns how many characters of a text can be typed within some seconds.
local function possible(text, delay, seconds)
  local count = 0
  for _, code in utf8.codes(text) do
    seconds = seconds - delay - (code < 0x80 and kUsual or kOther)
    if seconds < 0 then return count end
    count = count + 1
  end
  return count
end

-- Raises INVALID_ARGUMENT for a text that takes longer than an act may, before anything is typed.
local function check_time(text, delay, count)
  if not utf8.len(text) then return end -- refused where it is typed
  local limit = settings.desktop_timeout()
  local most = possible(text, delay, limit)
  if most >= count then return end
  errors.raise("INVALID_ARGUMENT",
    ("text: %d characters cannot be typed within %g s; %d can"):format(count, limit, most),
    { hint = "Type it in parts, or copy it and paste it.", details = { field = "text", possible = most } })
end

function M.plan(args, deadline)
  local count, delay = unicode.length(args.text), (args.delay or 0) / kMilliseconds
  check_time(args.text, delay, count)
  local plan = focusing.plan(args, deadline)
  plan.what = ("type %d character%s%s"):format(count, count == 1 and "" or "s", plan.subject and " into" or "")
  plan.place, plan.how = plan.subject and plan.subject.place, "keys"
  plan.text, plan.count, plan.delay = args.text, count, delay
  plan.opens = args.text:find "[\r\n]" ~= nil
  return plan
end

-- Raises the failure to type one character again, with how many had arrived before it.
local function stopped(err, typed)
  err = errors.normalise(err)
  if type(err.details) ~= "table" or not err.details.typed then error(err, 0) end
  err.details.typed = typed
  local told = ("%d arrived before"):format(typed)
  local message, replaced = err.message:gsub("0 arrived before", told)
  err.message = replaced > 0 and message or ("%s; %s"):format(err.message, told)
  error(err, 0)
end

-- Types the characters one by one.
local function type_slowly(plan, options)
  local typed = 0
  for _, code in utf8.codes(plan.text) do
    local ok, err = pcall(input.type, utf8.char(code), options)
    if not ok then stopped(err, typed) end
    typed = typed + 1
    task.sleep(plan.delay)
  end
end

function M.perform(plan)
  -- Blanks and line ends press what has the focus, as their keys do.
  local is_text = plan.text:find "%S" ~= nil
  if is_text and plan.element then text_focus.check(plan.element) end
  focusing.give(plan)
  -- An element that was named has the focus now, whatever its program still tells of the one before.
  local list = is_text and not plan.element and try(read_back.in_front) or nil
  plan.refusing = text_focus.refusing(list)
  -- Line ends and tabs do something else with a field.
  plan.field = is_text and not plan.text:find "%c" and read_back.field(plan.element, list) or nil
  local options = focusing.options(plan)
  key_focus.sent(plan, function()
    if plan.delay > 0 then type_slowly(plan, options) else input.type(plan.text, options) end
  end)
  return { { "typed", plan.count } }
end

function M.seen(plan)
  if plan.field then return read_back.seen(plan.field, plan.text) end
end

-- Pixels are no text: a button that has the focus may be pressed by it, and words that were read in a picture may be a
-- label that takes no focus.
function M.judged(plan, effect, lines, areas)
  if plan.refusing then
    effect, lines, plan.warning = text_focus.judged(plan.refusing, plan.text, effect, lines)
  elseif areas and #lines == 1 then
    plan.warning = text_focus.elsewhere(plan.subject, areas)
  end
  return effect, lines
end

act.tool(M)

return M
