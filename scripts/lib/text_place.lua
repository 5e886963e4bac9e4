local rectangle = require "lib.rectangle"
local unicode = require "lib.unicode"

-- Finds the position of a text in the recognised words of a picture.
local M = {}

-- Groups the words of a reading by lines: {text, words = {word, first, last (bytes of the text)}}.
local function lines_of(words)
  local lines, current, number = {}, nil, nil
  for _, word in ipairs(words) do
    if not current or word.line ~= number then
      current, number = { text = "", words = {} }, word.line
      lines[#lines + 1] = current
    end
    local first = current.text == "" and 1 or #current.text + 2
    current.text = (current.text == "" and "" or current.text .. " ") .. unicode.lower(word.text)
    current.words[#current.words + 1] = { word = word, first = first, last = #current.text }
  end
  return lines
end

-- Returns the first position of a text, ignoring case: {text (the words that contain it), bounds}; nil when it is
-- missing. `words`: those of a reading.
function M.find(words, text)
  local wanted = unicode.lower(text):gsub("%s+", " ")
  for _, line in ipairs(lines_of(words)) do
    local first, last = line.text:find(wanted, 1, true)
    if first then
      local texts, areas = {}, {}
      for _, each in ipairs(line.words) do
        if each.first <= last and each.last >= first then
          texts[#texts + 1], areas[#areas + 1] = each.word.text, each.word.bounds
        end
      end
      return { text = table.concat(texts, " "), bounds = rectangle.around(areas) }
    end
  end
  return nil
end

return M
