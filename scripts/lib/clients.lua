-- What is known of clients by the name they give (`clientInfo.name`), as measured with the programs themselves.
local M = {}

-- They hand no picture to the model: they drop it, or give its Base64 as text.
M.without_pictures = {
  ["copilot-cli"] = true,         -- GitHub Copilot CLI 1.0.102
  ["@cline/core"] = true,         -- Cline 3.0.65
  ["continue-cli-client"] = true, -- Continue 1.5.47
}

-- What a tool with long answers says of itself: Claude Code keeps answers of more characters from the model (by itself
-- 25,000 tokens; it takes no larger number than this).
M.tool_hints = { ["anthropic/maxResultSizeChars"] = 500000 }

-- What a picture says of itself: Codex else scales it once more, and coordinates are off.
M.picture_hints = { ["codex/imageDetail"] = "original" }

-- Whether a call's client shows pictures to the model.
function M.shows_pictures(call)
  local client = call and call.client
  return not (client and M.without_pictures[client.name])
end

return M
