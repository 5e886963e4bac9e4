local console = require "console"
local help = require "repl.help"
local inspect = require "lib.inspect"
local table_text = require "lib.text_table"
local unicode = require "lib.unicode"

local M = {}

local most_rows, most_fields = 200, 60
local preview_rows = 18

-- Strings in cells are shown without quotes.
local function cell(value)
  if value == nil then return "" end
  if type(value) == "string" then return unicode.line(value) end
  if value == true then return "yes" end
  if value == false then return "no" end
  return inspect.inline(value, 2)
end

local function is_plain_record(value)
  return type(value) == "table" and not inspect.has_text_of_its_own(value) and next(value) ~= nil and #value == 0
    and not inspect.is_rectangle(value)
end

local function columns_of(rows)
  local known = {}
  for _, row in ipairs(rows) do
    for key in pairs(row) do known[key] = true end
  end
  return inspect.sorted_keys(known)
end

local function column_width(rows, key)
  local width = unicode.width(cell(key))
  for _, row in ipairs(rows) do width = math.max(width, unicode.width(cell(row[key]))) end
  return width
end

-- Shows as many columns as fit the terminal, cut if long; then the names of those omitted.
local function fitting(rows, keys, columns)
  if not columns then return keys, {} end
  local shown, left_out, used = {}, {}, 0
  for _, key in ipairs(keys) do
    local width = math.min(column_width(rows, key), 40) + 2
    if #shown > 0 and used + width > columns + 2 then
      left_out[#left_out + 1] = cell(key)
    else
      shown[#shown + 1], used = key, used + width
    end
  end
  return shown, left_out
end

local function table_of(list, style)
  local rows = table.move(list, 1, math.min(#list, most_rows), 1, {})
  local keys, left_out = fitting(rows, columns_of(rows), style.columns)
  local heads, texts = {}, {}
  for c, key in ipairs(keys) do
    heads[c] = { cell(key), right = type(rows[1][key]) == "number", shrink = column_width(rows, key) > 12 }
  end
  for r, row in ipairs(rows) do
    texts[r] = {}
    for c, key in ipairs(keys) do texts[r][c] = cell(row[key]) end
  end
  local text = table_text.render(heads, texts, style)
  local rest = ("%d row%s"):format(#list, #list == 1 and "" or "s")
  if #rows < #list then rest = rest .. (", the first %d shown"):format(#rows) end
  if #left_out > 0 then rest = rest .. "; more columns: " .. table.concat(left_out, ", ") end
  return text .. table_text.paint("(" .. rest .. ")", "dim", style.colour) .. "\n"
end

local function record_text(record, style)
  local keys, lines, width = inspect.sorted_keys(record), {}, 0
  for _, key in ipairs(keys) do width = math.max(width, unicode.width(inspect.key_text(key))) end
  for i, key in ipairs(keys) do
    if i > most_rows then
      lines[#lines + 1] = ("(%d more)"):format(#keys - most_rows)
      break
    end
    local name = inspect.key_text(key) .. (" "):rep(width - unicode.width(inspect.key_text(key)))
    local text = inspect.inline(record[key], 1)
    if style.columns then text = unicode.fit(text, math.max(20, style.columns - width - 2)) end
    lines[#lines + 1] = table_text.paint(name, "bold", style.colour) .. "  " .. text
  end
  return table.concat(lines, "\n") .. "\n"
end

local function list_text(list, style)
  local whole = inspect.inline(list)
  if #list <= most_fields and (not style.columns or unicode.width(whole) <= style.columns) then return whole .. "\n" end
  local lines = {}
  for i = 1, math.min(#list, most_rows) do
    local text = inspect.inline(list[i], 1)
    lines[i] = style.columns and unicode.fit(text, style.columns) or text
  end
  if #list > most_rows then lines[#lines + 1] = ("(%d more)"):format(#list - most_rows) end
  return table.concat(lines, "\n") .. "\n"
end

local function all_records(list)
  for _, item in ipairs(list) do
    if not is_plain_record(item) then return false end
  end
  return true
end

local function image_with_preview(image, style)
  local text = inspect.image_text(image) .. "\n"
  if not style.previews then return text end
  local drawn = try(console.preview, image, { rows = preview_rows, colour = style.colour })
  return drawn and text .. drawn or text
end

local function function_text(f)
  local row = help.row_of(f)
  if row then return row.signature .. "\n" end
  local where = debug.getinfo(f, "S")
  return ("%s (%s:%d)\n"):format(tostring(f), where.short_src, where.linedefined)
end

-- Formats a value as whole lines. `style`: colour, columns (the terminal's width; nil cuts nothing), previews (draw
-- pictures), plain (strings without quotes).
function M.of(value, style)
  if inspect.is_image(value) then return image_with_preview(value, style) end
  if style.plain and type(value) == "string" then return value .. "\n" end
  if type(value) == "function" then return function_text(value) end
  if help.module_of(value) then return help.summary(value) end
  local one_line = type(value) ~= "table" or inspect.has_text_of_its_own(value) or next(value) == nil
    or inspect.is_rectangle(value)
  if one_line then return inspect.inline(value) .. "\n" end
  if #value > 0 and inspect.is_list(value) then
    return all_records(value) and table_of(value, style) or list_text(value, style)
  end
  return record_text(value, style)
end

return M
