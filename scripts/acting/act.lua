local answer = require "acting.answer"
local confirmation = require "acting.confirmation"
local errors = require "errors"
local json = require "json"
local limit = require "lib.deadline"
local shared = require "acting.parameters"
local tool = require "tool"
local watch = require "acting.watch"

-- Runs acting tools. Such a tool is a module with
--   plan(args, deadline, call) -> plan  decides what will be done, and does nothing;
--   perform(plan) -> facts or nil    does it; `facts` are told (pairs {name, value});
--   seen(plan, facts) -> effect, lines, or nil when the watch decides;    optional
--   seen_only: seen() always decides, so that nothing is watched;         optional
--   judged(plan, effect, lines, areas) -> effect, lines  corrects what was seen;  optional
--   needs_effect: an effect that is not seen is EFFECT_NOT_SEEN;          optional
--   undo(plan, facts) -> {tool, arguments}, or nil.                       optional
-- A plan is {what (an infinitive, for people), effect (see rows), subject?, chosen? (the name of a menu item other than
-- the subject), window?, element?, place?, pressed? ({place, window?} or a subject: where the pointer presses, unless
-- that is the subject), releases? (boolean: the button is only released there), keys?, text? (that is typed), region?
-- (where pixels will change), opens? (a window may open or close by it), how?, repeatable? (doing it twice is doing it
-- once), retry?, content? (blocks that perform() adds to a tool's answer), warning? (a sentence, which judged() adds to
-- the message) …}.
local M = {}

local kVerify = 1 -- seconds, unless the call states others
local kOtherWindow = "Name the window by app_target, or an element of it by on: then it comes to the front."

local function planned(acting, args, call)
  return limit.desktop("finding what to act on", function(deadline) return acting.plan(args, deadline, call) end)
end

-- Returns the plan once it is allowed, made anew when that took an answer: meanwhile the desktop may have changed.
local function allowed(plan, acting, args, declared, call)
  if not confirmation.is_needed(plan, declared) then return plan end
  local sentence = confirmation.sentence(plan)
  confirmation.ask(sentence, call)
  local now = planned(acting, args, call)
  confirmation.is_needed(now, declared) -- looks up the element that is pressed now, which the sentence names
  if confirmation.sentence(now) == sentence then return now end
  return errors.raise("NOT_CONFIRMED",
    ("'%s' was allowed, and would now be '%s'"):format(sentence, confirmation.sentence(now)),
    { hint = "Ask again.", details = { reason = "changed" } })
end

-- Returns whether anything can have reached a program when an act has failed.
local function was_dispatched(err)
  local details = type(err.details) == "table" and err.details or {}
  if details.dispatched ~= nil then return details.dispatched end
  if details.typed then return details.typed + (details.on_the_way or 0) > 0 end
  return err.code == "INTERRUPTED" or err.code == "EFFECT_NOT_SEEN" or err.code == "TIMEOUT"
end

-- Raises a failure of perform() again, with what it means for another attempt.
local function failed(err, plan)
  if errors.is_cancelled(err) then error(err, 0) end
  err = errors.normalise(err)
  local details = {}
  for name, value in pairs(type(err.details) == "table" and err.details or {}) do details[name] = value end
  if err.code == "FOCUS_REFUSED" and plan.follows and not details.reason then err.hint = kOtherWindow end
  details.dispatched = was_dispatched(err)
  details.retry_safe = not details.dispatched or plan.repeatable or false
  err.details = details
  error(err, 0)
end

local function unseen(plan)
  return errors.make("EFFECT_NOT_SEEN", ("nothing was seen to happen: %s"):format(answer.sentence(plan)),
    { hint = "There may be nothing more that way; look at the window.", details = { dispatched = true } })
end

local function region_of(plan)
  return plan.region or plan.window and plan.window.bounds or nil
end

-- Does what a plan says and returns the outcome, see acting/answer.lua.
local function done(acting, plan, verify)
  local watches = verify > 0 and not acting.seen_only
  local watching <close> = watches and watch.begin(region_of(plan), plan) or nil
  local ok, facts = pcall(acting.perform, plan)
  if not ok then failed(facts, plan) end
  local effect, lines, areas
  if acting.seen then effect, lines = acting.seen(plan, facts) end
  if not effect and watching then effect, lines, areas = watching.seen(verify) end
  if acting.judged then effect, lines = acting.judged(plan, effect, lines, areas) end
  if acting.needs_effect and effect == "not_seen" then failed(unseen(plan), plan) end
  return {
    plan = plan, facts = facts or {}, dispatched = true, effect = effect or "unknown", seen = lines or {},
    retry_safe = plan.repeatable or false, undo = acting.undo and acting.undo(plan, facts) or nil,
  }
end

-- Scripts call without the check of a tool's arguments.
local function check_verify(seconds)
  if seconds >= shared.verify.minimum and seconds <= shared.verify.maximum then return end
  errors.raise("INVALID_ARGUMENT", ("verify: %s is not from %d to %d seconds"):format(seconds, shared.verify.minimum,
    shared.verify.maximum), { hint = "Use wait_for to wait longer.", details = { field = "verify" } })
end

-- Runs an acting tool with checked arguments. `declared`: the effect that the tool's row states; `call`: that of a
-- client, or nil. Returns the outcome, see acting/answer.lua. Raises what planning and doing raise.
function M.perform(acting, args, declared, call)
  if args.verify then check_verify(args.verify) end
  local plan = planned(acting, args, call)
  if args.dry_run then return { plan = plan, facts = {}, dry_run = true } end
  plan = allowed(plan, acting, args, declared, call)
  return done(acting, plan, args.verify or kVerify)
end

-- Some hosts hand on the text alone, others structured content alone: each is complete. So there is no structured
-- content beside a picture.
local function result_of(outcome)
  local record, more = answer.record(outcome), outcome.plan.content
  local text = tool.text(json.encode(record))
  if more then return { content = { text, table.unpack(more) } } end
  return { content = { text }, structured = record }
end

-- Completes the handler of an acting tool: gives it run(args, call, declared) and normalise(args).
function M.tool(acting)
  acting.normalise = acting.normalise or require("lib.arguments").without_unset
  function acting.run(args, call, declared)
    local outcome, err = try(M.perform, acting, args, declared, call)
    if not outcome then return tool.failed(err) end
    return result_of(outcome)
  end
  return acting
end

return M
