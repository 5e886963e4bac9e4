local reference = require "reference"
local errors = require "errors"
local records = require "reference.records"
local unicode = require "lib.unicode"

-- Searches the documentation for words that are not names of the API.
local M = {}

local most = 40 -- entries
local shortest = 4 -- letters of a word that can be suggested for a misspelt one

local function options_text(row)
  local texts = {}
  for _, each in ipairs(reference.all_parameters(row)) do
    texts[#texts + 1] = each.name
    texts[#texts + 1] = each.text
  end
  return table.concat(texts, " ")
end

-- Returns the entries to search, one for each function, record and error: {name, text (a sentence or more), more
-- (further text to search)}.
local function entries()
  local list = {}
  for _, module in ipairs(reference.modules()) do
    for _, rows in ipairs { module.functions, module.methods } do
      for _, row in ipairs(rows) do
        list[#list + 1] = { name = row.call, text = row.text, more = row.signature .. " " .. options_text(row) }
      end
    end
  end
  for _, name in ipairs(records.order) do
    local fields = {}
    for _, field in ipairs(records.rows[name]) do fields[#fields + 1] = field[1] .. " " .. field[3] end
    list[#list + 1] = { name = name, text = records.about[name], more = table.concat(fields, " ") }
  end
  for _, row in ipairs(errors.rows) do list[#list + 1] = { name = row[1], text = row[3], more = row[4] } end
  return list
end

-- Returns whether a text contains all words, in any order.
local function has_all(text, words)
  text = unicode.lower(text)
  for _, word in ipairs(words) do
    if not text:find(word, 1, true) then return false end
  end
  return true
end

-- Returns the rank of an entry: 1 for a match in its name, 2 in its text, 3 in its options or other text; nil for no
-- match.
local function rank(entry, words)
  if has_all(entry.name, words) then return 1 end
  if has_all(entry.name .. " " .. entry.text, words) then return 2 end
  return has_all(entry.name .. " " .. entry.text .. " " .. entry.more, words) and 3 or nil
end

local function first_sentence(text)
  return text:match "^(.-[.:;])%s" or text
end

-- Returns a line for each function, record and error whose documentation contains the words, the best first; nil if
-- there is none.
function M.text(wanted, columns)
  local words, found = {}, {}
  for word in unicode.lower(wanted):gmatch "[^%s.:]+" do words[#words + 1] = word end
  if #words == 0 then return nil end
  for i, entry in ipairs(entries()) do
    local place = rank(entry, words)
    if place then found[#found + 1] = { entry = entry, place = place * 10000 + i } end
  end
  if #found == 0 then return nil end
  table.sort(found, function(one, other) return one.place < other.place end)
  local width, lines = 0, { ("'%s' stands in:"):format(unicode.line(wanted)) }
  for i = 1, math.min(#found, most) do width = math.max(width, #found[i].entry.name) end
  for i = 1, math.min(#found, most) do
    local entry = found[i].entry
    local line = entry.name .. (" "):rep(width - #entry.name) .. "  " .. first_sentence(entry.text)
    lines[#lines + 1] = "    " .. (columns and unicode.fit(line, math.max(20, columns - 4)) or line)
  end
  if #found > most then lines[#lines + 1] = ("    … and %d more"):format(#found - most) end
  return table.concat(lines, "\n") .. "\n"
end

-- Returns the names, and all longer words of the documentation.
function M.words(names)
  local known, words = {}, table.move(names, 1, #names, 1, {})
  for _, name in ipairs(names) do known[name] = true end
  for _, entry in ipairs(entries()) do
    for word in unicode.lower(entry.name .. " " .. entry.text):gmatch "%a+" do
      if #word >= shortest and not known[word] then
        known[word] = true
        words[#words + 1] = word
      end
    end
  end
  return words
end

return M
