local aliases = require "desktop.app_aliases"
local unicode = require "lib.unicode"

-- Matches a typed name with the names of an application, without asking the desktop. An application is a row of
-- app.list {names = true}.
local M = {}

local kMinWord = 2 -- bytes of a word; a single letter occurs in too many names
local kMinPart = 3 -- characters of a part; too many words begin with a shorter one
local separator = "[%c%s!-\"$-*,-/:-@[-`{-~]+" -- between words; "C++" and "C#" are words

local function words_of(text)
  local words = {}
  for word in (text:gsub(separator, " ")):gmatch("[^ ]+") do words[#words + 1] = word end
  return words
end

local function squeezed(text)
  return (text:gsub(separator, ""))
end

local function sets_of(row)
  local sets = { names = {}, ids = {} }
  for kind, set in pairs(sets) do
    for _, text in ipairs(row[kind]) do set[squeezed(text:lower())] = true end
  end
  return sets
end

local sets = {}
for name, row in pairs(aliases) do sets[name] = sets_of(row) end

local function rows_named(text)
  local found = {}
  for name, set in pairs(sets) do
    if set.names[text] or set.ids[text] then found[#found + 1] = name end
  end
  return found
end

-- Returns a typed name in the forms that are compared.
function M.typed(identifier)
  -- Unicode case is irrelevant for a name in ASCII.
  local lower = identifier:find("[\x80-\xFF]") and unicode.lower or string.lower
  local text = (lower(identifier):gsub("%.desktop$", ""))
  if #text == 0 then text = lower(identifier) end
  return { identifier = identifier, text = text, words = words_of(text), squeezed = squeezed(text), lower = lower,
    rows = rows_named(squeezed(text)) }
end

-- Returns whether `there` contains all words of `wanted` in that order; with `to_end`, whether it also ends with the
-- last.
local function in_order(wanted, there, to_end)
  local place = 1
  for _, word in ipairs(there) do
    if place <= #wanted and word == wanted[place] then place = place + 1 end
  end
  return #wanted > 0 and place > #wanted and (not to_end or there[#there] == wanted[#wanted])
end

-- Returns whether `there` contains the words of `wanted` in sequence, of the last one at least its beginning.
local function begins(wanted, there)
  local last = wanted[#wanted]
  if not last or (#wanted == 1 and unicode.length(last) < kMinPart and not last:find("[\x80-\xFF]")) then
    return false
  end
  for start = 0, #there - #wanted do
    local same = true
    for i = 1, #wanted - 1 do same = same and there[start + i] == wanted[i] end
    if same and there[start + #wanted]:sub(1, #last) == last then return true end
  end
  return false
end

-- Returns whether a text of the list matches. Texts without `part` are skipped, which is fast.
local function any(texts, lower, part, fits)
  for _, text in ipairs(texts) do
    local small = lower(text)
    if (not part or small:find(part, 1, true)) and fits(small) then return true end
  end
  return false
end

local function is_row(name, app, lower)
  local set = sets[name]
  for _, id in ipairs { app.bundle_id or "", app.executable or "" } do
    if set.ids[squeezed(lower(id))] then return true end
  end
  return set.names[squeezed(lower(app.name))] ~= nil
end

local function is_any_row(names, app, lower)
  for _, name in ipairs(names) do
    if is_row(name, app, lower) then return true end
  end
  return false
end

local function answers_instead(typed, app)
  for _, name in ipairs(typed.rows) do
    if is_any_row(aliases[name].instead or {}, app, typed.lower) then return true end
  end
  return false
end

-- Returns the words of the desktop entry's id, which may be written together: "org.gnome.TextEditor".
local function id_words(app, lower)
  return words_of(lower(((app.bundle_id or ""):gsub("(%l)(%u)", "%1 %2"))))
end

local function called(app)
  return { app.name, table.unpack(app.names or {}) }
end

local function exact(app)
  return { app.bundle_id or "", app.executable or "", app.name, table.unpack(app.names or {}) }
end

-- The ways to match, best first. Each returns whether an application matches, and "kind" or "instead" when it does not
-- match by name.
local ways = {
  function(typed, app) return app.bundle_id ~= "" and app.bundle_id == typed.identifier end,
  function(typed, app) return typed.lower(app.name) == typed.text end,
  function(typed, app)
    return any(exact(app), typed.lower, nil, function(text) return text == typed.text end)
  end,
  function(typed, app)
    return any(exact(app), typed.lower, nil, function(text)
      return #text >= #typed.squeezed and squeezed(text) == typed.squeezed
    end)
  end,
  function(typed, app) return is_any_row(typed.rows, app, typed.lower) end,
  function(typed, app)
    local lower, words = typed.lower, typed.words
    if #typed.text < kMinWord then return false end
    if any(called(app), lower, words[1], function(text) return in_order(words, words_of(text)) end) then return true end
    if #words > 1 and in_order(words, id_words(app, lower), true) then return true end
    local of_kind = any(app.generic_names or {}, lower, words[1], function(text)
      return squeezed(text) == typed.squeezed
    end)
    return of_kind, "kind"
  end,
  function(typed, app)
    local words = typed.words
    return any(called(app), typed.lower, words[1], function(text) return begins(words, words_of(text)) end)
  end,
  function(typed, app) return answers_instead(typed, app), "instead" end,
}
local kWithoutWords = 3 -- the first three ways need no words
local rules = { "desktop id", "name", "another exact name", "same letters", "familiar name", "whole words",
  "beginning of words", "stand-in" } -- name of each way in the log

-- Returns the applications that match a name best (an empty list when none does), the reason when that is not by name,
-- and the rule that matched.
function M.fitting(typed, apps)
  local tried = #typed.words > 0 and #ways or kWithoutWords
  for i = 1, tried do
    local found, by_name, reason = {}, false, nil
    for _, app in ipairs(apps) do
      local fits, why = ways[i](typed, app)
      if fits then
        found[#found + 1] = app
        by_name, reason = by_name or not why, why
      end
    end
    if #found > 0 then return found, not by_name and reason or nil, rules[i] end
  end
  return {}, nil
end

return M
