local errors = require "errors"
local host = require "host"
local safeguards = require "safeguards"

-- Asking whether an act may be done: the person at the desktop, or the AI client where PEEKABOO_CONFIRM_BY says so.
local M = {}

-- Returns whether acts with this effect must be allowed first.
function M.is_needed(effect)
  return safeguards.must_confirm(effect)
end

local function refuse(reason, message, hint)
  errors.raise("NOT_CONFIRMED", message, { hint = hint, details = { reason = reason } })
end

-- The key of the question is the act itself: where the handler is run again with the answer, an answer for another act
-- is none for this one.
local function ask_client(sentence, call)
  local capabilities = call.client and call.client.capabilities
  if type(capabilities) ~= "table" or capabilities.elicitation == nil then
    refuse("no elicitation", "the client cannot be asked",
      "Use a client with the capability `elicitation`, or set PEEKABOO_CONFIRM_BY=person.")
  end
  local answer = call:ask { [sentence] = { elicit = ("Allow this act: %s?"):format(sentence) } }
  local action = answer[sentence].action
  if action ~= "accept" then refuse(action, ("the client answered '%s'"):format(action)) end
end

-- Asks whether the act that `sentence` tells may be done. `call`: that of a client's tool, or nil. Raises NOT_CONFIRMED
-- unless it is allowed.
function M.ask(sentence, call)
  if call and host.setting("PEEKABOO_CONFIRM_BY").value == "client" then return ask_client(sentence, call) end
  return safeguards.confirm { title = "Allow this act?", text = sentence }
end

return M
