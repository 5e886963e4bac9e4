-- Which text beside a field says what it is for, where the program does not tell. A guess, so it is told as what stands
-- beside the field, and never as its name.
local M = {}

local fields = {}
for role in ("text,entry,password text,edit bar,autocomplete,date editor,combo box,spin button,slider,dial")
  :gmatch "[^,]+" do fields[role] = true end

local kMostBeside = 160 -- pixels from a label to the field on its right
local kMostAbove = 16   -- pixels from a label to the field below it
local kIndent = 12      -- pixels that both may begin apart
local kLongest = 60     -- bytes; what is longer explains something else
local kRound = 4        -- pixels by which they may overlap
local kMostFields = 200 -- of a form that a person fills in

local function is_label(item)
  return item.purpose == "read" and (item.role == "label" or item.role == "static") and item.name ~= ""
    and #item.name <= kLongest
end

-- Returns whether a field may be called after something else than its purpose: combo boxes are called after what is
-- chosen.
local function is_open(item)
  local value = item.value or ""
  return fields[item.role] and (item.name == "" or item.role == "combo box" and (value == "" or value == item.name))
end

-- Returns the pixels from an item to the field on its right in the same row; nil when it is elsewhere.
local function gap_beside(item, field)
  local a, b = item.bounds, field.bounds
  local common = math.min(a.y + a.height, b.y + b.height) - math.max(a.y, b.y)
  local gap = b.x - (a.x + a.width)
  return common * 2 >= math.min(a.height, b.height) and gap >= -kRound and math.max(gap, 0) or nil
end

-- Returns the pixels from an item to the field below it; nil when it is elsewhere.
local function gap_above(item, field)
  local a, b = item.bounds, field.bounds
  local gap = b.y - (a.y + a.height)
  return math.abs(a.x - b.x) <= kIndent and gap >= -kRound and gap <= kMostAbove and math.max(gap, 0) or nil
end

-- Returns whether a text lies around a field, as the label of a web page that has both in it.
local function is_around(item, field)
  local a, b = item.bounds, field.bounds
  return item.purpose == "read" and item.role == "label" and item.window == field.window
    and a.x <= b.x + kRound and a.x + a.width >= b.x + b.width - kRound
    and a.y <= b.y + kRound and a.y + a.height >= b.y + b.height - kRound
end

-- Returns the text around each of the fields, and the set of these texts.
local function texts_around(items, all)
  local by_field, texts = {}, {}
  for _, item in ipairs(items) do
    for _, field in ipairs(item.role == "label" and all or {}) do
      if is_around(item, field) then by_field[field], texts[item] = item, true end
    end
  end
  return by_field, texts
end

-- Returns the nearest of the items in one direction. `apart`: those that are for another field.
local function nearest(items, field, gap_of, apart)
  local found, least
  for _, item in ipairs(items) do
    local gap = item ~= field and item.window == field.window and not apart[item] and gap_of(item, field)
    if gap and (not least or gap < least) then found, least = item, gap end
  end
  return found, least
end

local function label_of(items, field, apart)
  local beside, gap = nearest(items, field, gap_beside, apart)
  -- Where another field stands between, the text is for that.
  if beside and gap <= kMostBeside then return is_label(beside) and beside or nil end
  local above = nearest(items, field, gap_above, apart)
  return above and is_label(above) and above or nil
end

-- Returns the words of a text, each between blanks.
local function words_of(text)
  return " " .. text:gsub("[^%w\x80-\xFF]+", " ") .. " "
end

-- Returns whether a label says more than the name that a field has. The "S" in "Size" is not its name.
local function is_news(label, field)
  return field.name == "" or not words_of(label.name):find(words_of(field.name), 1, true)
end

-- Gives fields without a name of their own the `label` that stands beside or above them. What two fields could have,
-- with a name or without, belongs to none.
function M.give(items)
  local all, taken = {}, {}
  for _, item in ipairs(items) do
    if fields[item.role] then all[#all + 1] = item end
  end
  if #all > kMostFields then return end
  local around, apart = texts_around(items, all)
  for _, field in ipairs(all) do
    local label = around[field] or label_of(items, field, apart)
    if label and not is_label(label) then label = nil end
    local other = label and taken[label]
    if other then
      other.label = nil
    elseif label then
      taken[label] = field
      if is_open(field) and is_news(label, field) then field.label = label.name end
    end
  end
end

return M
