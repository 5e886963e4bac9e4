-- The size of a whole answer: its pictures and the text beside them.
local M = {}

-- The characters that hosts accept as one answer, and the part of them that text beside pictures may take.
local kWhole = 1000000
local kMaxBeside = 0.5

-- An upper bound for the JSON about one picture: bytes of facts, and how often its names and its path occur.
local kFacts, kNames, kPaths = 2000, 8, 4

-- The bytes of text in an answer with pictures, and in one without.
M.most_text = math.floor(kMaxBeside * kWhole)
M.most_text_alone = kWhole - 20000

-- The Base64 bytes for all pictures of an answer that has `beside` other bytes; nil when there is no limit (`limits`:
-- see budget.lua). A limit that the call states, or one above a whole answer, is taken literally.
function M.room(limits, beside)
  local most = limits.max_bytes
  if not (most.value and most.argument) or most.value > kWhole then return most.value end
  return math.min(most.value, kWhole - math.min(beside, M.most_text))
end

-- An upper bound for the bytes besides the pixels: about shots (see take.lua) or plain images, and of messages.
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
