local luaunit = require "luaunit"
local world = require "fakes.world"

local M = {}
local paths

function M.setUp()
  world.fresh()
  paths = require "lib.paths"
end

function M.test_extension()
  for path, expected in pairs {
    ["/a/b.png"] = "png", ["/a/b.tar.GZ"] = "gz", ["/a/.cache"] = false, ["/a.b/c"] = false, ["/a/b."] = false,
    ["/home/u/.cache/x"] = false, ["./shots"] = false, ["x.jpg"] = "jpg", ["/a/.."] = false, ["/a/.b.png"] = "png",
  } do
    local _, extension = paths.extension(path)
    luaunit.assertEquals(extension or false, expected, path)
  end
  luaunit.assertEquals(paths.with_extension("/a.b/c.bmp", "png"), "/a.b/c.png")
  luaunit.assertEquals(paths.with_extension("/c.bmp", "png"), "/c.png")
end

function M.test_what_is_a_directory()
  for path, expected in pairs {
    ["/a/b"] = true, ["/a/b.png"] = false, ["/a/b.png/"] = true, ["/a/."] = true, ["/a/.."] = true, ["/"] = true,
    ["/home/u/.cache"] = true, ["/a.b/c"] = true,
  } do
    luaunit.assertEquals(paths.is_directory(path, nil), expected, path)
  end
  luaunit.assertTrue(paths.is_directory("/a/looks.png", "directory"))
  luaunit.assertFalse(paths.is_directory("/a/plain", "file"))
end

function M.test_resolve()
  luaunit.assertEquals(paths.resolve("~/x.png", "/home/ann"), "/home/ann/x.png")
  luaunit.assertEquals(paths.resolve("~", "/home/ann"), "/home/ann")
  luaunit.assertEquals(paths.resolve("/x y.png", "/home/ann"), "/x y.png")
  luaunit.assertEquals(paths.resolve("x.png", "/home/ann", "/project"), "/project/x.png")
  luaunit.assertEquals(paths.resolve(".", "/home/ann", "/project"), "/project/")
  luaunit.assertEquals(paths.resolve("./", "/home/ann", "/project"), "/project/")
  luaunit.assertEquals(paths.resolve("././a/x.png", "/home/ann", "/project"), "/project/a/x.png")
  luaunit.assertEquals(paths.resolve("..", "/home/ann", "/project"), "/project/..")
  for _, path in ipairs { "x.png", "./x", "~bob/x.png", "/a\0b" } do
    local found, err = try(paths.resolve, path, "/home/ann")
    luaunit.assertNil(found, path)
    luaunit.assertEquals(err.code, "INVALID_ARGUMENT")
  end
end

function M.test_safe_names()
  for text, expected in pairs {
    ["Text Editor"] = "Text_Editor", ["../../etc/passwd"] = "etc_passwd", ["a/b\\c:d*e?f"] = "a_b_c_d_e_f",
    ["-rf"] = "rf", [".hidden"] = "hidden", [""] = "unnamed", ["///"] = "unnamed", ["Ünï 漢"] = "Ünï_漢",
    ["a\nb\27[31m"] = "a_b_31m", ["x\xFFy"] = "x_y", ["a\u{200B}b\u{202E}c"] = "ab_c", ["$(reboot)`x`"] = "reboot_x",
  } do
    luaunit.assertEquals(paths.safe_name(text), expected)
  end
end

local function name(subject)
  local stem, suffix = paths.generated(subject, "S")
  return stem .. suffix
end

function M.test_generated_names()
  luaunit.assertEquals(name { kind = "display", index = 0 }, "screen_1_S")
  luaunit.assertEquals(name { kind = "window", app = "Text Editor", index = 3 }, "Text_Editor_window_3_S")
  luaunit.assertEquals(name { kind = "frontmost", app = "Firefox" }, "frontmost_Firefox_S")
  luaunit.assertEquals(name { kind = "title", app = "Firefox", title = "A title of more than twenty letters" },
    "Firefox_A_title_of_more_than_S")
end

local screen = { kind = "display", index = 1 }
local window = { kind = "window", app = "Fire/fox", index = 0 }

local function place(changes)
  local request = { base = "/out/shot.png", directory = false, several = false, subject = window, stamp = "S",
    extension = "png" }
  for key, value in pairs(changes) do request[key] = value end
  local placed = paths.place(request)
  return placed.path, placed.generated
end

function M.test_places()
  luaunit.assertEquals({ place {} }, { "/out/shot.png", false })
  luaunit.assertEquals({ place { several = true } }, { "/out/shot_Fire_fox_window_0_S.png", true })
  luaunit.assertEquals({ place { several = true, subject = screen } }, { "/out/shot_2_S.png", true })
  luaunit.assertEquals({ place { base = "/out/", directory = true } }, { "/out/Fire_fox_window_0_S.png", true })
  luaunit.assertEquals({ place { base = "/", directory = true, extension = "jpg" } },
    { "/Fire_fox_window_0_S.jpg", true })
  luaunit.assertEquals({ place { base = "/tmp", directory = true, subject = screen, prefix = "p-" } },
    { "/tmp/p-screen_2_S.png", true })
end

function M.test_long_names_are_cut_and_keep_their_suffix()
  local long = { kind = "window", app = ("漢"):rep(300), index = 7 }
  for _, request in ipairs {
    { base = "/out", directory = true, subject = long },
    { base = "/out/" .. ("é"):rep(150) .. ".png", several = true, subject = long },
    { base = "/out/" .. ("é"):rep(124) .. ".png", several = true, subject = window },
    { base = "/out/" .. ("x"):rep(240) .. ".png", several = true, subject = screen },
  } do
    local path = place(request)
    local file = path:match("[^/]*$")
    luaunit.assertTrue(#file <= 245, #file .. " bytes")
    luaunit.assertNotNil(utf8.len(file), file)
    luaunit.assertStrMatches(file, ".*_S%.png")
  end
end

function M.test_numbered()
  luaunit.assertEquals(paths.numbered("/out/a_S.png", 2), "/out/a_S_2.png")
end

return M
