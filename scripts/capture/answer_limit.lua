-- How large a whole answer may be: its pictures and all that is said beside them.
local M = {}

-- Characters that hosts take as one answer, and the part of them that may stand beside the pictures.
local kWhole = 1000000
local kMaxBeside = 0.5

-- What is said of a picture in bytes of JSON: at most so many, and names and paths so often.
local kFacts, kNames, kPaths = 2000, 8, 4

-- The bytes of text that an answer with pictures may have, and one without.
M.most_text = math.floor(kMaxBeside * kWhole)
M.most_text_alone = kWhole - 20000

-- The bytes that all pictures of an answer may take, as base64, with so many beside them; nil when there is no limit
-- (`limits`: see fit.lua). A limit above the whole answer, or of the call, is meant as it is.
function M.room(limits, beside)
  local most = limits.max_bytes
  if not (most.value and most.argument) or most.value > kWhole then return most.value end
  return math.min(most.value, kWhole - math.min(beside, M.most_text))
end

-- The most that is said besides the pixels: of shots (see snapshot.lua) or plain images, and in messages.
function M.beside(shots, messages)
  local bytes = kFacts
  for _, each in ipairs(shots) do
    local shot = type(each) == "table" and each or {}
    bytes = bytes + kFacts + kNames * (#(shot.label or "") + #(shot.title or "")) + kPaths * #(shot.path or "")
  end
  for _, message in ipairs(messages or {}) do bytes = bytes + 2 * #message end
  return bytes
end

return M
