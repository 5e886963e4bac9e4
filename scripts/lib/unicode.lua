local M = {}

-- Ranges in which capitals and small letters differ by a fixed offset.
local shifted = {
  { 0x41, 0x5A, 32 }, { 0xC0, 0xD6, 32 }, { 0xD8, 0xDE, 32 }, { 0x130, 0x130, -199 },
  { 0x386, 0x386, 38 }, { 0x388, 0x38A, 37 }, { 0x38C, 0x38C, 64 }, { 0x38E, 0x38F, 63 },
  { 0x391, 0x3A1, 32 }, { 0x3A3, 0x3AB, 32 },
  { 0x400, 0x40F, 80 }, { 0x410, 0x42F, 32 }, { 0x531, 0x556, 48 }, { 0xFF21, 0xFF3A, 32 },
}

-- Ranges in which every capital is followed by its small letter; the flag is true when capitals are even.
local paired = {
  { 0x100, 0x137, true }, { 0x139, 0x148, false }, { 0x14A, 0x177, true }, { 0x179, 0x17E, false },
  { 0x1CD, 0x1DC, false }, { 0x1DE, 0x1EF, true }, { 0x1F8, 0x21F, true }, { 0x222, 0x233, true },
  { 0x370, 0x373, true }, { 0x3D8, 0x3EF, true }, { 0x460, 0x481, true }, { 0x48A, 0x4BF, true },
  { 0x4D0, 0x52F, true }, { 0x1E00, 0x1E95, true }, { 0x1EA0, 0x1EFF, true },
}

local function lower_code(code)
  for _, range in ipairs(shifted) do
    if code >= range[1] and code <= range[2] then return code + range[3] end
  end
  for _, range in ipairs(paired) do
    if code >= range[1] and code <= range[2] then
      return ((code % 2 == 0) == range[3]) and code + 1 or code
    end
  end
  return code
end

-- Returns small letters for Latin, Greek, Cyrillic, Armenian and full-width text; changes only ASCII in invalid UTF-8.
function M.lower(text)
  if not text:find("[\x80-\xFF]") or not utf8.len(text) then return text:lower() end
  return (text:gsub(utf8.charpattern, function(char) return utf8.char(lower_code(utf8.codepoint(char))) end))
end

-- Returns the characters of a text as a list; the bytes when it is not UTF-8.
function M.characters(text)
  local list = {}
  local pattern = utf8.len(text) and utf8.charpattern or "."
  for char in text:gmatch(pattern) do list[#list + 1] = char end
  return list
end

function M.length(text)
  return utf8.len(text) or #text
end

-- Returns at most `limit` bytes from the start, in whole characters.
function M.cut(text, limit)
  if #text <= limit then return text end
  local stop = limit
  while stop > 0 and (text:byte(stop + 1) & 0xC0) == 0x80 do stop = stop - 1 end
  return text:sub(1, stop)
end

-- Returns at most `count` characters from the start.
function M.first(text, count)
  if not utf8.len(text) then return text:sub(1, count) end
  local stop = utf8.offset(text, count + 1)
  return stop and text:sub(1, stop - 1) or text
end

-- Returns how many bytes at `at`, where no character begins, one U+FFFD replaces (the Unicode standard's "maximal
-- subpart").
local function bad_length(text, at)
  local lead, second = text:byte(at, at + 1)
  if lead < 0xC2 or lead > 0xF4 or not second then return 1 end
  local low = lead == 0xE0 and 0xA0 or lead == 0xF0 and 0x90 or 0x80
  local high = lead == 0xED and 0x9F or lead == 0xF4 and 0x8F or 0xBF
  if second < low or second > high then return 1 end
  local third = text:byte(at + 2)
  return lead >= 0xF0 and third and third & 0xC0 == 0x80 and 3 or 2
end

-- Replaces invalid UTF-8 by U+FFFD, one for each maximal subpart.
local function valid(text)
  if utf8.len(text) then return text end
  local out, position = {}, 1
  while position <= #text do
    local _, bad = utf8.len(text, position)
    out[#out + 1] = text:sub(position, (bad or #text + 1) - 1)
    if not bad then break end
    out[#out + 1] = "\u{FFFD}"
    position = bad + bad_length(text, bad)
  end
  return table.concat(out)
end

-- Removes characters that control a terminal or are invisible, as described in runtime/core/value/plain_text.hpp.
local function plain(text, controls)
  local clean = valid(text):gsub(controls, " "):gsub("\xC2[\x80-\x9F]", " ")
  clean = clean:gsub("\xE2\x80[\xA8-\xAE]", " "):gsub("\xE2\x81[\xA6-\xA9]", " ")
  return (clean:gsub("\xD8\x9C", ""):gsub("\xE2\x80[\x8E\x8F]", ""))
end

-- Returns one line of a text written by others (a title, say), safe on a terminal and in a list.
function M.line(text)
  if not text:find("[\0-\x1F\x7F-\xFF]") then return text end
  return plain(text, "[\0-\x1F\x7F]")
end

-- The same with newlines and tabs kept, for answers of models.
function M.text(text)
  if not text:find("[\0-\x08\x0B-\x1F\x7F-\xFF]") then return text end
  return plain(text:gsub("\r\n", "\n"), "[\0-\x08\x0B-\x1F\x7F]")
end

local wide = {
  { 0x1100, 0x115F }, { 0x2E80, 0x303E }, { 0x3041, 0xA4CF }, { 0xAC00, 0xD7A3 }, { 0xF900, 0xFAFF },
  { 0xFE30, 0xFE6F }, { 0xFF00, 0xFF60 }, { 0xFFE0, 0xFFE6 }, { 0x1F300, 0x1FAFF }, { 0x20000, 0x3FFFD },
}
local narrowest = { { 0x300, 0x36F }, { 0x200B, 0x200F }, { 0x20D0, 0x20FF }, { 0xFE00, 0xFE0F } }

local function within(ranges, code)
  for _, range in ipairs(ranges) do
    if code >= range[1] and code <= range[2] then return true end
  end
  return false
end

-- Returns the number of terminal columns of valid UTF-8.
function M.width(text)
  if not text:find("[\x80-\xFF]") or not utf8.len(text) then return #text end
  local columns = 0
  for _, code in utf8.codes(text) do
    if within(wide, code) then
      columns = columns + 2
    elseif not within(narrowest, code) then
      columns = columns + 1
    end
  end
  return columns
end

-- Cuts a text to `columns` terminal columns, ending it with an ellipsis if cut.
function M.fit(text, columns)
  if M.width(text) <= columns then return text end
  local kept, used = {}, 0
  for _, char in ipairs(M.characters(text)) do
    local step = M.width(char)
    if used + step > columns - 1 then break end
    kept[#kept + 1], used = char, used + step
  end
  return table.concat(kept) .. "…"
end

return M
