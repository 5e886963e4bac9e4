-- The global functions, which scripts/boot/prelude.lua and the host make, for the reference.
local M = {}

M.about = "Names that are there without `require`, beside Lua's own."

M.rows = {
  {
    call = "try",
    text = "The results of f(...), or nil and the error that it raised.",
    parameters = {
      { "f", "fun(...): ...", "A function; what stands behind it is what it is called with." },
      { "...", "any", "Its arguments." },
    },
    results = { { "..." } },
  },
  {
    call = "require",
    text =
      'A module of this reference, or the value of NAME.lua beside the script ("folder.name" for a deeper one). '
      .. "Such a file cannot wait while it is loaded. blob, bell, call and trigger are objects, not modules.",
    parameters = { { "name", "string", "Of a module, or of a script beside this one." } },
    results = { { "any" } },
  },
  {
    call = "print",
    text =
      "A line on standard output; with `peekaboo mcp`, in the log. A table is shown as by inspect, where it has "
      .. "no __tostring. On a terminal control characters other than colours are left out; a file or pipe gets what "
      .. "is printed as it is.",
    parameters = { { "...", "any", "What to print." } },
  },
  {
    call = "inspect",
    text =
      "What a value holds, for people: a record or list in one line where that is short, else a field a line. At "
      .. "most 4 tables inside of each other and 60 fields of each; a table inside of itself is {...}.",
    parameters = { { "value", "any", "What to show." } },
    results = { { "string", "text" } },
  },
}

return M
