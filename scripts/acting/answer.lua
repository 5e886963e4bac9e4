local json = require "json"
local unicode = require "lib.unicode"

-- The answer of an act, as a record and as text for people. An outcome is {plan, facts, dry_run?, dispatched?, effect?,
-- seen?, retry_safe?, undo?}; see acting/act.lua.
local M = {}

local function window_text(window)
  return ('window %d "%s"'):format(window.id, unicode.line(window.title or ""))
end

-- Returns what a plan does as a phrase: "click m3 button "Save" at 40,50 in window 11 "Form" by its action".
function M.sentence(plan)
  local words = { plan.what }
  if plan.subject and plan.subject.kind ~= "place" then words[#words + 1] = plan.subject.text end
  if plan.place and plan.how ~= "action" then words[#words + 1] = ("at %d,%d"):format(plan.place.x, plan.place.y) end
  if plan.window then words[#words + 1] = "in " .. window_text(plan.window) end
  if plan.how == "action" then words[#words + 1] = "by its action" end
  return table.concat(words, " ")
end

local function facts_of(outcome)
  local pairs_of = {}
  for i, fact in ipairs(outcome.facts) do pairs_of[i] = { fact[1], fact[2] } end
  return #pairs_of > 0 and json.object(pairs_of) or nil
end

local function message_of(outcome)
  if outcome.dry_run then return "Would " .. M.sentence(outcome.plan) .. ". Nothing was done." end
  local warning = outcome.plan.warning
  return ("Done: %s.%s"):format(M.sentence(outcome.plan), warning and " " .. warning or "")
end

-- Returns the outcome as a client gets it.
function M.record(outcome)
  local plan = outcome.plan
  local told, window, undo = plan.subject, plan.window, outcome.undo
  return json.object {
    { "success", true }, { "message", message_of(outcome) }, { "how", plan.how },
    { "element", told and told.item and told.text or nil },
    { "window", window and json.object {
      { "id", window.id }, { "title", unicode.line(window.title or "") }, { "pid", window.pid } } or nil },
    { "place", plan.place and json.object { { "x", plan.place.x }, { "y", plan.place.y } } or nil },
    { "keys", plan.keys }, { "facts", facts_of(outcome) }, { "dry_run", outcome.dry_run },
    { "dispatched", outcome.dispatched }, { "effect", outcome.effect },
    { "seen", outcome.seen and json.array(outcome.seen) or nil }, { "retry_safe", outcome.retry_safe },
    { "undo", undo and json.object { { "tool", undo.tool }, { "arguments", json.object(undo.arguments) } } or nil },
  }
end

local function call_text(undo)
  return ("%s %s"):format(undo.tool, json.encode(json.object(undo.arguments)))
end

local function value_text(value)
  if type(value) ~= "table" then return tostring(value) end
  return table.concat(value, "\n  ")
end

local effects = {
  not_seen = "Nothing was seen to happen.",
  unknown = "Whether it had an effect is not known.",
}

-- Returns the outcome as text for a reader. `written(undo)` (optional) returns a call {tool, arguments} as the reader
-- writes it.
function M.text(outcome, written)
  if outcome.dry_run then return message_of(outcome) end
  local lines = { message_of(outcome) }
  for _, fact in ipairs(outcome.facts) do
    lines[#lines + 1] = ("%s: %s"):format(fact[1], value_text(fact[2]))
  end
  if outcome.effect == "seen" then
    lines[#lines + 1] = "Seen: " .. table.concat(outcome.seen, "; ") .. "."
  else
    lines[#lines + 1] = effects[outcome.effect]
    if outcome.seen[1] then lines[#lines + 1] = table.concat(outcome.seen, "; ") .. "." end
  end
  if outcome.undo then lines[#lines + 1] = "To undo: " .. (written or call_text)(outcome.undo) end
  return table.concat(lines, "\n")
end

return M
