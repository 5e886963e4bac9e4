local errors = require "errors"
local text = require "text"

local kCheckSeconds = 2.5 -- the caller has three
local ready = {} -- languages found so far

local M = { name = "ocr", default_model = "eng", wants = "pixels" }

-- A helper that is busy with another picture is no reason to ask another provider.
function M.check(language)
  local available, reason, remedy = text.available()
  if not available or ready[language] then return available, reason, remedy end
  local _, err = try(text.require, language, { timeout = kCheckSeconds })
  if err then
    err = errors.normalise(err)
    if err.code == "TIMEOUT" then return true end
    if err.code == "CANCELLED" then error(err, 0) end
    return false, err.message, err.hint
  end
  ready[language] = true
  return true
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

-- Returns the text found in the picture, and says that it was read by OCR, which does not answer questions.
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
