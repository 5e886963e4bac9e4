-- {applications, identifier, expected}: applications are "Name" or {"Name", "bundle id"}; expected is the positions
-- of what is found, or a code.
local desktop = {
  { "Firefox", "firefox" }, { "Google Chrome", "google-chrome" }, { "Visual Studio Code", "code" },
  { "Text Editor", "org.gnome.TextEditor" }, { "Files", "org.gnome.Nautilus" }, { "Terminal", "org.gnome.Terminal" },
  { "Calculator", "org.gnome.Calculator" }, { "LibreOffice Writer", "libreoffice-writer" }, { "GIMP", "gimp" },
}
local chrome = { "Google Chrome", "Google Chrome Helper", "Google Chrome Helper (Renderer)", "chrome crashpad" }

return {
  -- exact id
  { desktop, "firefox", { 1 } }, { desktop, "google-chrome", { 2 } }, { desktop, "code", { 3 } },
  { desktop, "org.gnome.Nautilus", { 5 } }, { desktop, "libreoffice-writer", { 8 } },
  { { { "A", "x" }, { "B", "x" } }, "x", { 1, 2 } },
  { { { "Mail", "b" }, { "b", "c" } }, "b", { 1 } },
  -- exact name, in any case
  { desktop, "Firefox", { 1 } }, { desktop, "FIREFOX", { 1 } }, { desktop, "files", { 5 } },
  { desktop, "visual studio code", { 3 } }, { desktop, "  GIMP  ", { 9 } },
  { { "claude", "Claude" }, "claude", { 1, 2 } }, { { "claude", "Claude" }, "CLAUDE", { 1, 2 } },
  { { "XTerm", "XTerm", "XTerm" }, "xterm", { 1, 2, 3 } },
  { { "Ärger", "ärger" }, "ÄRGER", { 1, 2 } }, { { "Почта" }, "почта", { 1 } }, { { "Ωmega" }, "ωMEGA", { 1 } },
  { { "Note", "Notes" }, "note", { 1 } }, { { "Notes", "Note" }, "Notes", { 1 } },
  -- the beginning of a name
  { desktop, "fire", { 1 } }, { desktop, "google", { 2 } }, { desktop, "visual", { 3 } }, { desktop, "term", { 6 } },
  { desktop, "calc", { 7 } }, { desktop, "libre", { 8 } }, { desktop, "tex", { 4 } },
  -- inside a name
  { desktop, "studio", { 3 } }, { desktop, "writer", { 8 } }, { desktop, "editor", { 4 } }, { desktop, "ox", { 1 } },
  { desktop, "office", { 8 } },
  -- inside an id
  { desktop, "nautilus", { 5 } }, { desktop, "gnome.nautilus", { 5 } }, { desktop, "TextEditor", { 4 } },
  { { { "Web", "org.example.Browser" } }, "example", { 1 } },
  -- spelled wrongly: the whole name
  { desktop, "Firefix", { 1 } }, { desktop, "Fierfox", { 1 } }, { desktop, "Calculater", { 7 } },
  { desktop, "Terminl", { 6 } }, { desktop, "Termnal", { 6 } }, { desktop, "Text Editr", { 4 } },
  { desktop, "GMIP", "APP_NOT_FOUND" }, { desktop, "Fils", { 5 } }, { desktop, "Googel Chrome", { 2 } },
  { { "Ünïcode" }, "Unïcode", { 1 } },
  -- spelled wrongly: one word
  { desktop, "Chrone", { 2 } }, { desktop, "Stuido", { 3 } }, { desktop, "Writter", { 8 } },
  { desktop, "Edittor", { 4 } },
  { { "System Settings", "Settings Helper" }, "Setings", { 1 } },
  { { "Notes Helper", "Notes Viewer" }, "Nots", { 2 } },
  { { "Theme Changer", "Thene Clock" }, "Thene", { 2 } },
  -- nothing
  { desktop, "Photoshop", "APP_NOT_FOUND" }, { desktop, "zzzz", "APP_NOT_FOUND" }, { {}, "Firefox", "APP_NOT_FOUND" },
  { desktop, "Firefox Developer Edition", "APP_NOT_FOUND" }, { desktop, "%a", "APP_NOT_FOUND" },
  { desktop, ".*", "APP_NOT_FOUND" }, { desktop, "", "INVALID_ARGUMENT" }, { desktop, "   ", "INVALID_ARGUMENT" },
  { desktop, "[", "APP_NOT_FOUND" },
  -- as good as each other
  { { "Google Chrome", "Google Earth" }, "google", "AMBIGUOUS_APP_IDENTIFIER" },
  { { "Notes A", "Notes B" }, "notes", "AMBIGUOUS_APP_IDENTIFIER" },
  { { "Alpha One", "One Alpha" }, "alpha", { 1 } },
  { { "Calendar", "Calculator" }, "cal", "AMBIGUOUS_APP_IDENTIFIER" },
  { { "Calendar", "Calculator" }, "calen", { 1 } },
  { { "Mail", "Mailspring" }, "mai", { 1 } },
  { { "Mailer", "Mailed" }, "mailex", "AMBIGUOUS_APP_IDENTIFIER" },
  { { "Visual Studio Code", "Visual Studio Codium" }, "visual studio", "AMBIGUOUS_APP_IDENTIFIER" },
  { { "Visual Studio Code", "Visual Studio Codium" }, "visual studio code", { 1 } },
  -- several processes of one application are no ambiguity
  { { "XTerm", "XTerm" }, "xter", { 1, 2 } }, { { "XTerm", "xterm" }, "xte", { 1, 2 } },
  { { "XTerm", "XTerm", "Firefox" }, "xtern", { 1, 2 } },
  -- browsers and their helpers
  { chrome, "chrome", { 1 } }, { chrome, "CHROME", { 1 } }, { chrome, " Chrome ", { 1 } },
  { chrome, "google chrome", { 1 } }, { chrome, "crashpad", { 4 } },
  { { "Google Chrome Helper" }, "chrome", { 1 } },
  { { "Brave Browser", "Brave Browser Helper (GPU)" }, "brave", { 1 } },
  { { "Firefox GPU Process", "Firefox" }, "firefox", { 2 } },
  { { "Microsoft Edge", "Microsoft Edge Update Service" }, "edge", { 1 } },
  { { "Opera", "Opera Utility" }, "opera", { 1 } },
  { { "Files" }, "chrome", "APP_NOT_FOUND" }, { {}, "safari", "APP_NOT_FOUND" },
  -- process numbers; the n-th application has PID n
  { desktop, "PID:1", { 1 } }, { desktop, "pid:9", { 9 } }, { desktop, "PID: 3", { 3 } },
  { desktop, "PID:", "APP_NOT_FOUND" }, { desktop, "PID:abc", "APP_NOT_FOUND" },
  { desktop, "PID:-123", "APP_NOT_FOUND" }, { desktop, "PID:12.34", "APP_NOT_FOUND" },
  { desktop, "PID:0", "APP_NOT_FOUND" }, { desktop, "PID:999999999", "APP_NOT_FOUND" },
  { desktop, "PID:99999999999999999999", "APP_NOT_FOUND" }, { desktop, "PID:0x1", "APP_NOT_FOUND" },
}
