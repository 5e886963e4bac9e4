-- Facts about clients, by the name they send (`clientInfo.name`), measured with the programs themselves.
local M = {}

-- They pass no picture to the model: they drop it, or give its Base64 as text.
M.without_pictures = {
  ["copilot-cli"] = true,         -- GitHub Copilot CLI 1.0.102
  ["@cline/core"] = true,         -- Cline 3.0.65
  ["continue-cli-client"] = true, -- Continue 1.5.47
}

-- Metadata of tools with long answers: Claude Code withholds longer answers from the model (by default above 25,000
-- tokens; this is the largest value it accepts, in characters).
M.tool_hints = { ["anthropic/maxResultSizeChars"] = 500000 }

-- Metadata of pictures: without it, Codex scales them once more and coordinates are wrong.
M.picture_hints = { ["codex/imageDetail"] = "original" }

-- Returns whether a call's client shows pictures to the model.
function M.shows_pictures(call)
  local client = call and call.client
  return not (client and M.without_pictures[client.name])
end

return M
