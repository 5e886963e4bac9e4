-- Familiar names of applications that are not in any of their files. Each row is one application: `names` that people
-- type and that its windows or desktop entries may have, `ids` of its packages (desktop entry or program), and
-- `instead`, other rows that may stand in while it is not running, which the answer then mentions.
local M = {
  firefox = { names = { "Firefox", "Mozilla Firefox", "Firefox Web Browser", "Firefox ESR" },
    ids = { "firefox", "firefox-esr", "firefox-bin", "org.mozilla.firefox", "firefox_firefox" } },
  chrome = { names = { "Google Chrome", "Chrome" }, instead = { "chromium" },
    ids = { "google-chrome", "google-chrome-stable", "com.google.Chrome" } },
  chromium = { names = { "Chromium", "Chromium Browser", "Chromium Web Browser" },
    ids = { "chromium", "chromium-browser", "org.chromium.Chromium", "chromium_chromium" } },
  edge = { names = { "Microsoft Edge", "MS Edge", "Edge" },
    ids = { "microsoft-edge", "microsoft-edge-stable", "com.microsoft.Edge" } },
  thunderbird = { names = { "Thunderbird", "Mozilla Thunderbird", "Thunderbird Mail" },
    ids = { "thunderbird", "thunderbird-bin", "org.mozilla.Thunderbird", "thunderbird_thunderbird" } },
  vscode = { names = { "Visual Studio Code", "VS Code" }, instead = { "vscodium" },
    ids = { "code", "com.visualstudio.code", "visual-studio-code", "code_code" } },
  vscodium = { names = { "VSCodium", "VS Codium" }, ids = { "codium", "com.vscodium.codium" } },
  emacs = { names = { "Emacs", "GNU Emacs" },
    ids = { "emacs", "emacs-gtk", "emacs-lucid", "emacs-x11", "org.gnu.emacs" } },
  gimp = { names = { "GIMP", "The GIMP", "GNU Image Manipulation Program", "The GNU Image Manipulation Program" },
    ids = { "gimp", "gimp-2.10", "gimp-3.0", "org.gimp.GIMP" } },
  libreoffice = { names = { "LibreOffice", "Libre Office" },
    ids = { "libreoffice", "soffice", "soffice.bin", "org.libreoffice.LibreOffice" } },
  files = { names = { "GNOME Files", "Nautilus" }, ids = { "org.gnome.Nautilus", "nautilus" } },
  gvim = { names = { "GVim", "gVim", "Vim (GUI)" }, ids = { "gvim", "vim-gtk3", "vim.gtk3", "org.vim.Vim" } },
}

return M
