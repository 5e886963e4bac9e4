local text = require "text"

local M = { name = "ocr", default_model = "eng", wants = "pixels" }

function M.check()
  return text.available()
end

local function lines_of(words)
  local lines, current = {}, nil
  for _, word in ipairs(words) do
    if not current or word.line ~= current.line then
      current = { line = word.line, words = {} }
      lines[#lines + 1] = current
    end
    current.words[#current.words + 1] = word.text
  end
  local out = {}
  for i, line in ipairs(lines) do out[i] = table.concat(line.words, " ") end
  return out
end

-- The text found in the picture. Says what it is: a reader, not a reasoner.
function M.analyze(picture, _, options)
  local words = text.read(picture.image, { language = options.model, timeout = options.timeout })
  local lines = lines_of(words)
  if #lines == 0 then
    return "No text was found in the image. (Read by OCR, which finds text and does not answer questions.)"
  end
  return "Text found in the image (read by OCR, which finds text and does not answer questions):\n\n"
    .. table.concat(lines, "\n")
end

return M
