-- Limits the size of a whole answer: its pictures and all text beside them.
local M = {}

-- Characters that hosts accept as one answer, and how many of them may be text beside the pictures.
local kWhole = 1000000
local kMaxBeside = 0.5

-- Maximum size of a picture's description in bytes of JSON, and how often names and paths occur in it.
local kFacts, kNames, kPaths = 2000, 8, 4

-- Maximum bytes of text in an answer with pictures, and in one without.
M.most_text = math.floor(kMaxBeside * kWhole)
M.most_text_alone = kWhole - 20000

-- Returns the bytes (as base64) that all pictures of an answer may take when it also has `beside` bytes; nil when there
-- is no limit (`limits`: see capture.budget). A limit above that of the whole answer, or one of the call, applies as it
-- is.
function M.room(limits, beside)
  local most = limits.max_bytes
  if not (most.value and most.argument) or most.value > kWhole then return most.value end
  return math.min(most.value, kWhole - math.min(beside, M.most_text))
end

-- Returns the maximum size of the text besides the pixels: of shots (see capture.pipeline) or plain images, and of
-- messages.
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
