local act = require "acting.act"
local arguments = require "lib.arguments"
local notify = require "notify"
local unicode = require "lib.unicode"

-- `send_notification`: a message to the person.
local M = { seen_only = true }

-- An empty message is one.
function M.normalise(args) return arguments.without_unset(args, { message = true }) end

local function plan_of_closing(args)
  return { what = ("take notification %d away"):format(args.close), how = "program", close = args.close,
    repeatable = true }
end

-- Tells lengths: what is in a message may be secret.
function M.plan(args)
  if args.close then return plan_of_closing(args) end
  local length = unicode.length(args.title .. args.message .. (args.subtitle or ""))
  return { what = ("show a notification of %d characters"):format(length), how = "program", args = args }
end

local function close(plan)
  notify.close(plan.close)
  return {}
end

-- Says what the service does not do.
local function left_out(args, sent)
  if not sent.texts then return "the service shows titles alone, so the message is in the title" end
  if args.sound and not sent.sounds then return "the service plays no sounds" end
  return nil
end

function M.perform(plan)
  if plan.close then return close(plan) end
  local args = plan.args
  local sent = notify.send(args.title, { text = args.message, subtitle = args.subtitle, sound = args.sound })
  plan.sent = sent
  local facts, missing = { { "notification", sent.id }, { "service", sent.service } }, left_out(args, sent)
  if missing then facts[#facts + 1] = { "left out", missing } end
  return facts
end

-- The service has given it a number.
function M.seen(plan)
  if plan.close then return "seen", { "the service has taken it away" } end
  return "seen", { ("the service shows it as number %d"):format(plan.sent.id) }
end

function M.undo(plan)
  if plan.close then return nil end
  return { tool = "send_notification", arguments = { { "title", plan.args.title }, { "message", "" },
    { "close", plan.sent.id } } }
end

act.tool(M)

return M
