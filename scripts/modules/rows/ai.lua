-- The functions of scripts/modules/ai.lua, for the reference.
local M = {}

M.about = "Asking AI providers about pictures. PEEKABOO_AI_PROVIDERS says who is asked."

M.rows = {
  {
    call = "ai.ask", waits = true,
    text =
      "Asks an AI provider about a picture, or about each of several. AI_PROVIDER_ERROR when none can be asked "
      .. "or it fails, TIMEOUT when it takes too long.",
    parameters = {
      { "subject", "image|image[]", "A picture, or several." },
      { "question", "string", "What to ask." },
    },
    options = {
      { "provider", "string", "One of PEEKABOO_AI_PROVIDERS. Default: the first that works." },
      { "model", "string", "Its model. Default: as configured." },
      { "timeout", "number", "Seconds. Default: PEEKABOO_AI_TIMEOUT, or 120." },
    },
    results = { { "answer" } },
    errors = { "AI_PROVIDER_ERROR", "TIMEOUT" },
  },
  {
    call = "ai.providers", waits = true,
    text = "The configured providers in their order, and whether each can be asked now; at most 3 seconds for each.",
    results = { { "provider[]" } },
  },
}

return M
