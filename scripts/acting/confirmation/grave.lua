local host = require "host"
local trim = require("lib.blanks").trim
local unicode = require "lib.unicode"

-- Whether the name of an element or menu item is that of an act that cannot be undone.
local M = {}

local kWords = "PEEKABOO_CONFIRM_WORDS"

-- Returns words in lower case with single blanks between them, without mnemonics, punctuation and symbols. "削除(_D)"
-- has its mnemonic in parentheses.
function M.plain(text)
  local plain = unicode.lower(text):gsub("%s*%([_&]?%w%)", "")
  plain = plain:gsub(" & ", " and "):gsub("[_&]", ""):gsub("\xE2[\x80-\xAF][\x80-\xBF]", " "):gsub("\xEF\xB8\x8F", " ")
  plain = plain:gsub("\xF0\x9F[\x80-\xBF][\x80-\xBF]", " "):gsub("\xE3\x80[\x80-\x9F]", " "):gsub("\xC2\xA0", " ")
  return trim((plain:gsub("\xEF\xBC[\x81-\x8F\x9A-\x9F]", " "):gsub("[%c%p%s]+", " ")))
end

-- Returns whether words are of a script without blanks: Thai, Lao, Japanese or Chinese. Korean has blanks.
local function is_unspaced(words)
  return words:find "^\xE0[\xB8-\xBB]" ~= nil or words:find "^[\xE3-\xE9]" ~= nil
end

-- How words are matched with a text of M.plain(), by the names in grave_words.lua. Of words in scripts without blanks,
-- `has` accepts the beginning of a text alone: elsewhere they may be parts of other words.
local tests = {}

function tests.is(text, words) return text == words end

function tests.begins(text, words)
  local first = is_unspaced(words) and words or words .. " "
  return (text .. " "):sub(1, #first) == first
end

function tests.ends(text, words)
  local last = is_unspaced(words) and words or " " .. words
  return (" " .. text):sub(-#last) == last
end

function tests.has(text, words)
  if is_unspaced(words) then return tests.begins(text, words) end
  return (" " .. text .. " "):find(" " .. words .. " ", 1, true) ~= nil
end

local disks = { "disk", "drive", "volume", "partition", "card", "device", "stick", "medium", "media", "floppy", "usb" }

-- Returns whether a text has "format" as the act on a disk: alone, or first and before the disk. Texts, numbers and
-- files have formats, too.
local function formats_disk(text)
  if text == "format" then return true end
  if not tests.begins(text, "format") then return false end
  for _, disk in ipairs(disks) do
    if tests.has(text, disk) or tests.has(text, disk .. "s") then return true end
  end
  return false
end

-- Returns whether a text fits any of a list with commas. `test`: one of `tests`.
local function fits(text, list, test)
  for words in (list or ""):gmatch " *([^,]+)" do
    local is_so = test
    if words == "format" and test ~= tests.is then is_so = formats_disk end
    if is_so(text, words) then return true end
  end
  return false
end

-- Returns whether a text fits the built-in words. `whole`: only when it is nothing else.
local function is_known(text, whole)
  local rows = require "acting.confirmation.grave_words"
  for _, row in ipairs(rows) do
    if fits(text, row.except, tests.has) then return false end
  end
  for _, row in ipairs(rows) do
    for _, name in ipairs { "is", "begins", "ends", "has" } do
      if fits(text, row[name], whole and tests.is or tests[name]) then return true end
    end
  end
  return false
end

-- Returns whether a name is that of such an act. `whole`: only when it is nothing else.
function M.is(name, whole)
  local text, setting = M.plain(name), host.setting(kWords)
  if text == "" or name:find ":%s*$" then return false end -- with a colon it is the caption of a field
  if setting.source == "default" then return is_known(text, whole) end
  local list = {}
  for words in (setting.value or ""):gmatch "[^,]+" do list[#list + 1] = M.plain(words) end
  return fits(text, table.concat(list, ","), whole and tests.is or tests.has)
end

return M
