-- The introduction to scripts/docs/LUA_API_REFERENCE.md, before the modules.
local M = {}

M.text = [[
# Lua API

Everything that a Lua script of Peekaboo can call. This page is made by `peekaboo api --markdown` from the
documentation rows of the modules; its examples are run by the tests.

## How scripts run

| where | how |
|---|---|
| a file | `peekaboo run FILE [WORD…]`; the words are in the global `arg` (`arg[1]` is the first) and in `...` |
| a text | `peekaboo run -e TEXT [WORD…]`, or `peekaboo run - [WORD…]` with the script on standard input |
| a file, again and again | `peekaboo run --watch FILE`: anew whenever it is saved |
| all the time | a file in `~/.config/peekaboo/automations/`, while `peekaboo daemon` runs |
| a prompt | `peekaboo repl`; every module is a global there |
| a tool for AI clients | a file in `~/.config/peekaboo/tools/`, or `peekaboo mcp --tools FILE` (see [tool](#tool)) |

`peekaboo check FILE` finds wrong names without running the file, `peekaboo run --trace FILE` shows every call of the
functions below with its arguments and milliseconds, and `peekaboo api --stubs FOLDER` writes annotations with which
an editor completes them. A file begins with the modules that it needs:

    local screen, window = require "screen", require "window"

The language is Lua 5.4 with its libraries `string`, `table`, `math`, `utf8`, `coroutine`, `os` (only `time`, `date`,
`clock`, `difftime`, `getenv`, [exit](#os)) and `debug` (less what could change the host). Whatever could block the
program is not there, such as `io`: files are for [fs](#fs), other programs for [process](#process).

**Globals.** Reading a global that is not set raises, with the nearest known name: `windw.list()` fails with "did
you mean 'window'?". A file sets globals by `function name() … end` or `name = value` at its top level, outside of every
function; inside of a function, assigning to a global that does not exist yet raises, because it is nearly always a
forgotten `local` or a slip of the pen. `rawget(_ENV, "name")` and `rawset(_ENV, "name", value)` are never refused. (At
the prompt any global may be set.) The examples on this page leave the lines with `require` out.

**Waiting.** Functions marked *waits* ([all of them](#what-waits)) let other tasks run meanwhile; to the script they
look like any other call. They cannot be called where Lua itself cannot wait: in the comparison function of
`table.sort`, in a replacement function of `string.gsub`, in `__gc` and `__tostring`, and while a file is loaded by
`require`. For things that run side by side there is [task](#task).

**Living.** A script ends when its last line has run *and* the tasks and triggers that it started have ended; Ctrl-C
and `os.exit(status)` end it earlier. An uncaught error ends all of it, but one in the `run` of `event.on`
only goes to the log and, under `run` and at the prompt, to standard error; `run` counts these at its end, which is then
a failure (26).

**Calling.** Parameters come first, options last and in one table: `window.list { pid = 4711 }`. An unknown option
raises INVALID_ARGUMENT with the nearest known name, and reading a field that a record of the desktop or an object does
not have raises, too (`w.titel`; fields that may be absent are nil, and `rawget` never raises). In a signature `name?`
may be left out, and `{a, b}?` is the table of options; in the tables below, a parameter in braces is an option.
Functions are called with a dot, methods of objects with a colon: `image:encode()`.

**At the prompt** every line is a text of its own, but its locals live on: `local` works as in a file, until the name is
declared again. A `local x <close>` closes then, or when the prompt ends, the last one first.

**Texts of others.** Titles, classes and names that the desktop gives are one line without control characters (C0, C1,
and those that change the direction); an AI provider's answers have none but newlines and tabs. What other programs,
files and servers give is what it is; on a terminal `print` leaves out control characters other than colours.

**Failing.** Functions do what they say or raise an [error](#errors) `{code, message, hint, details}`; functions that
look for something and find nothing give nil where their type ends with `?`. `try` turns a raise into two results:

    local picture, err = try(screen.capture, "window", { id = 4711 })
    if not picture then log.warn(err.message, { code = err.code }) end

A script that ends by an error has the exit status of SCRIPT_ERROR, 26, and prints the error and where it came from on
standard error: from the first line of a file of yours. The log has the lines of Peekaboo's own scripts before it at the
level debug (PEEKABOO_LOG_LEVEL).

**Limits.** All pictures that are held together have 256 MB: release those that you keep, with `image:release()`, once
you are done with them. All scripts of a process have 512 MiB of Lua memory together. There are at most 1000 triggers,
64 of whose runs are under way at once. `process.run` keeps 64 MiB of each of a program's two outputs.

**Objects.** Some sections of this page are of objects that functions give, such as [blob](#blob), [trigger](#trigger),
[bell](#bell) and [call](#call). `require` is not for them.

**Units.** Times are seconds, as numbers with fractions. Lengths are pixels, as integers. Lists count from 1; displays
(`id`) and workspaces (`desktop`) count from 0. Texts are UTF-8.

**Coordinates.** The desktop is one plane of physical pixels that all monitors lie in; its records (`bounds`, `frame`,
`origin`, `region`) are rectangles `{x, y, width, height}` of that plane, whose x and y may be negative. What happens
inside of a picture (`image:crop`, the `bounds` of words) is in the picture's own pixels, from its upper left corner.
They are mapped by the picture's `origin` and `scale`: desktop x = origin.x + picture x / scale, and the same for y.
]]

return M
