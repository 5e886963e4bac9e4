std = "lua54"
max_line_length = 120
files["scripts"] = { read_globals = { "try", "inspect" } }
files["scripts/boot/prelude.lua"] = { globals = { "try", "coroutine", "inspect", "print" } }
files["scripts/modules/errors.lua"] = { max_line_length = 160 } -- one row a line, whatever its length
files["examples"] = { read_globals = { "try", "inspect" } }
files["tests/lua"] = { read_globals = { "try", "inspect" } }
files["tests/lua/run.lua"] = { globals = { "arg" } }
