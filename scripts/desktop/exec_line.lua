-- The value of Exec= in a desktop entry (freedesktop.org Desktop Entry Specification 1.5).
local M = {}

local escapes = { s = " ", n = "\n", t = "\t", r = "\r", ["\\"] = "\\" }

-- Returns the value of a key of type string without its escapes.
function M.unescaped(text)
  return (text:gsub("\\(.)", function(char) return escapes[char] or "\\" .. char end))
end

-- Field codes with a text of the entry; the others stand for files and links, of which there are none.
local function expanded(word, entry)
  return (word:gsub("%%(.)", function(code)
    if code == "%" then return "%" end
    if code == "c" then return entry.name end
    if code == "k" then return entry.file or "" end
    return ""
  end))
end

-- Adds the words that an unquoted word of the line stands for.
local function add(words, word, entry)
  if word == "%i" then
    if entry.icon then table.move({ "--icon", entry.icon }, 1, 2, #words + 1, words) end
  elseif not word:find "^%%[fFuUdDnNvm]$" then
    words[#words + 1] = expanded(word, entry)
  end
end

-- Returns the program and its arguments, or nil for a line that breaks the rules of quoting. `entry`: name, icon?,
-- file?.
function M.words(line, entry)
  local words, at = {}, 1
  line = M.unescaped(line)
  while true do
    at = line:find("[^ \t]", at)
    if not at then return #words > 0 and words or nil end
    if line:sub(at, at) == '"' then
      local finish = at
      repeat
        finish = line:find('[\\"]', finish + 1)
        if not finish then return nil end
        local is_escape = line:sub(finish, finish) == "\\"
        if is_escape then finish = finish + 1 end
      until not is_escape
      words[#words + 1] = line:sub(at + 1, finish - 1):gsub('\\([\\"`$])', "%1")
      at = finish + 1
    else
      local word = line:match("^[^ \t]+", at)
      if word:find('["\'`\\<>~|&;*?#()$]') then return nil end
      add(words, word, entry)
      at = at + #word
    end
  end
end

return M
