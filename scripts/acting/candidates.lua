local choice = require "seeing.choice"
local did_you_mean = require "lib.did_you_mean"
local errors = require "errors"
local lines = require "seeing.lines"
local marks = require "seeing.marks"
local text_place = require "lib.text_place"
local unicode = require "lib.unicode"

-- From words to the one element that they mean.
local M = {}

local kMostShown = 8 -- candidates in a message
local kRoleWords = 4 -- of a role at most, such as "table column header"

-- Returns an element as an item, which has no mark.
function M.item(element)
  return choice.item(element)
end

-- Returns how an item is called in an answer.
function M.text(item)
  return lines.name(item)
end

-- Returns whether a text is a path: steps with a role and a quoted name, such as frame "Form"/button "Save".
function M.is_path(text)
  return text:find '%a%s+"' ~= nil or text:find '"/' ~= nil
end

local function lower(text)
  return unicode.lower(text or "")
end

-- Returns words as {name, role} for each way in which they can be read: "save button" is a button "save".
local function readings(words)
  local all, blanks = { { name = lower(words), exact = words } }, {}
  local text = lower(words):gsub("^the%s+", "")
  for at in text:gmatch "()%s" do blanks[#blanks + 1] = at end
  for i, at in ipairs(blanks) do
    local before, behind = text:sub(1, at - 1), text:sub(at + 1)
    if #blanks - i < kRoleWords then all[#all + 1] = { name = before, role = behind } end
    if i <= kRoleWords then all[#all + 1] = { name = behind, role = before } end
  end
  all[#all + 1] = { role = text }
  return all
end

local function is_of_word(text, at)
  return text:find("^[%w\x80-\xFF]", at) ~= nil
end

-- Returns whether a text has whole words: "as" is in "Save As", and not in "Paste".
local function has(text, words)
  if not words or words == "" then return false end
  local small, from = lower(text), 1
  while true do
    local first, last = small:find(words, from, true)
    if not first then return false end
    local starts = not is_of_word(words, 1) or first == 1 or not is_of_word(small, first - 1)
    local ends = not is_of_word(words, #words) or not is_of_word(small, last + 1)
    if starts and ends then return true end
    from = first + 1
  end
end

-- Returns whether words are at least half of a text: a fragment of a longer one means something else.
local function is_most_of(text, words)
  return has(text, words) and #words * 2 >= #text
end

-- Each tells whether a name of an item, its own or the label beside it, is what is wanted.
local rules = {
  function(name, wanted) return not wanted.name or lower(name) == wanted.name end,
  function(name, wanted, item)
    local is_handle = item.purpose == "used" or item.from_picture
    return is_handle and has(name, wanted.name) or is_most_of(name, wanted.name)
  end,
  function(_, wanted, item) return is_most_of(item.value or "", wanted.name) end,
}

local function matching(items, fits, wanted)
  local found = {}
  for _, item in ipairs(items) do
    local is_called = fits(item.name, wanted, item) or item.label and fits(item.label, wanted, item)
    if (not wanted.role or item.role == wanted.role) and is_called then found[#found + 1] = item end
  end
  return found
end

-- Returns those for which a test holds, or all when it holds for none.
local function preferred(found, test)
  local better = {}
  for _, item in ipairs(found) do
    if test(item) then better[#better + 1] = item end
  end
  return #better > 0 and better or found
end

-- Returns what is meant most likely: what can be used, then what has the name itself, then what is written so.
local function likeliest(found, fits, wanted)
  found = preferred(found, function(item) return item.purpose == "used" end)
  found = preferred(found, function(item) return fits(item.name, wanted, item) end)
  if not wanted.exact then return found end
  return preferred(found, function(item) return item.name == wanted.exact or item.label == wanted.exact end)
end

local function ambiguous(words, found)
  local shown, names = {}, {}
  for i, item in ipairs(found) do
    marks.give(item)
    names[i] = "m" .. item.mark
    if i <= kMostShown then shown[i] = lines.line(item) end
  end
  if #found > kMostShown then shown[#shown + 1] = ("and %d more"):format(#found - kMostShown) end
  errors.raise("AMBIGUOUS_ELEMENT", ("%d elements fit '%s': %s"):format(#found, words, table.concat(shown, "; ")),
    { hint = "Give the mark of one of them.", details = { candidates = names, count = #found } })
end

-- Returns a question that offers a name which holds the words or is near to them, or nil.
local function suggestion(words, items)
  local names = {}
  for _, item in ipairs(items) do
    if item.purpose == "used" and lower(item.name):find(lower(words), 1, true) then
      return ("Did you mean '%s'?"):format(item.name)
    end
    if item.name ~= "" then names[#names + 1] = item.name end
  end
  return did_you_mean.sentence(words, names)
end

local function missing(words, items, scope, field)
  errors.raise("ELEMENT_NOT_FOUND",
    ('no element of window %d "%s" fits \'%s\''):format(scope.id, unicode.line(scope.title or ""), words),
    { hint = suggestion(words, items) or "`see` shows what is there.", details = { field = field } })
end

local function occurs_twice(text, part)
  local _, last = text:find(part, 1, true)
  return last ~= nil and text:find(part, last + 1, true) ~= nil
end

-- Returns the part of a line that was read which the words name, as an item: elsewhere in it is something else.
local function part_of_line(item, wanted, words)
  local place = wanted and text_place.find(item.words or {}, wanted)
  if not place then return nil end
  if occurs_twice(lower(item.name), wanted) then
    errors.raise("AMBIGUOUS_ELEMENT", ("'%s' is in the line \"%s\" more than once"):format(words, item.name),
      { hint = "Give more of the words, or x and y.", details = { count = 2 } })
  end
  local part = {}
  for name, value in pairs(item) do part[name] = value end
  part.name, part.bounds, part.words = place.text, place.bounds, nil
  return part
end

-- Returns the item that words mean: by its name or the label beside it, else by whole words of these, else by its
-- value, of which they must be most, as of the name of what can only be read; with its role behind or before it where
-- no name fits.
-- `field`: the argument that has them. Raises ELEMENT_NOT_FOUND, and AMBIGUOUS_ELEMENT with the candidates, which have
-- marks then.
function M.one(words, items, scope, field)
  for _, wanted in ipairs(readings(words)) do
    for _, fits in ipairs(rules) do
      local found = likeliest(matching(items, fits, wanted), fits, wanted)
      if #found == 1 then
        local item = found[1]
        if not item.from_picture or lower(item.name) == lower(words) then return item end
        return part_of_line(item, wanted.name, words) or missing(words, items, scope, field)
      end
      if #found > 1 then return ambiguous(words, found) end
    end
  end
  return missing(words, items, scope, field)
end

return M
