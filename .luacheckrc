std = "lua54"
max_line_length = 120
files["scripts"] = { read_globals = { "try" } }
files["scripts/prelude.lua"] = { globals = { "try", "coroutine" } }
files["scripts/errors.lua"] = { max_line_length = 160 } -- one row a line, whatever its length
files["examples"] = { read_globals = { "try" } }
files["tests/lua"] = { read_globals = { "try" } }
files["tests/lua/run.lua"] = { globals = { "arg" } }
