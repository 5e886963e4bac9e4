local unicode = require "lib.unicode"

local M = {}

local styles = { bold = "\27[1m", dim = "\27[2m", green = "\27[32m", red = "\27[31m", yellow = "\27[33m" }

function M.paint(text, style, colour)
  return colour and styles[style] .. text .. "\27[0m" or text
end

local function pad(text, width, right)
  local blanks = (" "):rep(width - unicode.width(text))
  return right and blanks .. text or text .. blanks
end

-- Formats lines of aligned columns. `columns`: {title, right = align right, shrink = may be cut to fit the terminal};
-- `rows`: lists of strings, "" for an empty cell; `options`: colour, columns (terminal width; nil cuts nothing), mark
-- (row index -> style or nil).
function M.render(columns, rows, options)
  if #rows == 0 then return "" end
  local widths = {}
  for c, column in ipairs(columns) do
    widths[c] = unicode.width(column[1])
    for _, row in ipairs(rows) do widths[c] = math.max(widths[c], unicode.width(row[c])) end
  end
  local total = 2 * (#columns - 1)
  for _, width in ipairs(widths) do total = total + width end
  for c, column in ipairs(columns) do
    if column.shrink and options.columns and total > options.columns then
      local kept = math.max(12, widths[c] - (total - options.columns))
      total, widths[c] = total - widths[c] + math.min(kept, widths[c]), math.min(kept, widths[c])
    end
  end
  local function line(cells)
    local out = {}
    for c, column in ipairs(columns) do out[c] = pad(unicode.fit(cells[c], widths[c]), widths[c], column.right) end
    return (table.concat(out, "  "):gsub("%s+$", ""))
  end
  local titles = {}
  for c, column in ipairs(columns) do titles[c] = column[1] end
  local lines = { M.paint(line(titles), "bold", options.colour) }
  for r, row in ipairs(rows) do
    local style = options.mark and options.mark(r)
    lines[#lines + 1] = style and M.paint(line(row), style, options.colour) or line(row)
  end
  return table.concat(lines, "\n") .. "\n"
end

return M
