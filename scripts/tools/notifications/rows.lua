local shared = require "acting.parameters"

-- Messages to the person at the desktop.
local M = {}

local send_notification = {
  name = "send_notification",
  title = "Notify the person",
  description = "Shows the person at the desktop a notification. No part of it is markup.",
  effect = "reversible",
  params = {
    { "title", "string", "One line.", min_length = 1, max_length = 250 },
    { "message", "string", "Lines.", max_length = 5000 },
    { "subtitle", "string", "The first line of the message.", optional = true, max_length = 250 },
    { "sound", "boolean", "With a sound, where there is one.", optional = true },
    { "close", "integer", "Instead takes the notification of this number away.", optional = true, minimum = 1 },
    shared.dry_run,
  },
  logged = { "sound", "close", "dry_run" },
  json_result = shared.answer,
  errors = {
    { "PROVIDER_UNAVAILABLE", "Nothing shows notifications." },
    { "INVALID_ARGUMENT", "Also for `close`: it was not sent here, or is gone." },
    { "POLICY_DENIED" }, { "NOT_CONFIRMED" }, { "INTERRUPTED" }, { "TIMEOUT" },
  },
  examples = {
    { "A message", { { "title", "Backup" }, { "message", "All files are copied." } } },
    { "With a sound", { { "title", "Tea" }, { "message", "It is ready." }, { "sound", true } } },
  },
}

M.tools = { send_notification }

return M
