local shared = require "acting.parameters"

-- How loud the computer is.
local M = {}

local errors = {
  { "PROVIDER_UNAVAILABLE", "No sound server answers." }, { "UNSUPPORTED", "The server has no output." },
  { "POLICY_DENIED" }, { "TIMEOUT" },
}
local act_errors = {
  { "EFFECT_NOT_SEEN", "The output is not as it was set, or another program changed it." }, { "NOT_CONFIRMED" },
  { "INTERRUPTED" }, table.unpack(errors),
}

local get_volume = {
  name = "get_volume",
  title = "Read the volume",
  description = "Returns the volume of the default output in percent, 0 to 100.",
  read_only = true,
  effect = "none",
  params = {},
  json_result = { { "result", "number", "Percent; 100 also where it is amplified." } },
  errors = errors,
  examples = { { "How loud it is", {} } },
}

local get_mute_status = {
  name = "get_mute_status",
  title = "Read whether it is muted",
  description = "Returns whether the default output is muted.",
  read_only = true,
  effect = "none",
  params = {},
  json_result = { { "result", "boolean", "true: nothing is heard." } },
  errors = errors,
  examples = { { "Whether anything is heard", {} } },
}

local set_volume = {
  name = "set_volume",
  title = "Set the volume",
  description = "Sets the volume of the default output. Its channels keep their balance.",
  effect = "reversible",
  params = {
    { "value", "number", "Percent.", minimum = 0, maximum = 100 },
    shared.dry_run,
  },
  logged = { "value", "dry_run" },
  json_result = shared.answer,
  errors = act_errors,
  examples = { { "Half as loud", { { "value", 50 } } } },
}

local set_mute = {
  name = "set_mute",
  title = "Mute or unmute",
  description = "Mutes the default output, or lets it be heard again.",
  effect = "reversible",
  params = {
    { "muted", "boolean", "true: mute." },
    shared.dry_run,
  },
  logged = { "muted", "dry_run" },
  json_result = shared.answer,
  errors = act_errors,
  examples = { { "Silence", { { "muted", true } } } },
}

M.tools = { get_volume, get_mute_status, set_volume, set_mute }

return M
