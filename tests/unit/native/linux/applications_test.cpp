#include "native/linux/applications.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/native/support/x_server.hpp"

// How windows become applications: what belongs together, and what it is called.
namespace native {
namespace {

class ListedWindows : public Windows {
 public:
  std::vector<Window> windows(Deadline) override { return listed; }
  std::optional<Window> frontmost(Deadline) override { return std::nullopt; }
  void activate(std::uint64_t, Deadline) override {}

  std::vector<Window> listed;
};

class ApplicationsTest : public testing::Test {
 protected:
  ApplicationsTest() : applications_(list_, roots()) {}

  SessionRoots roots() {
    SessionRoots roots;
    roots.proc = folder_.path() + "/proc";
    roots.environment = [this](const std::string& name) -> std::optional<std::string> {
      if (name == "XDG_DATA_HOME") return folder_.path() + "/data";
      return name == "XDG_DATA_DIRS" ? std::optional<std::string>("/nowhere") : std::nullopt;
    };
    return roots;
  }

  void entry(const std::string& id, const std::string& more) {
    folder_.write("data/applications/" + id + ".desktop",
                  "[Desktop Entry]\nType=Application\n" + more + "\n");
  }
  void process(std::int64_t pid, const std::string& executable) {
    const std::string path = folder_.write("proc/" + std::to_string(pid) + "/stat", "");
    const std::string link = path.substr(0, path.rfind('/')) + "/exe";
    ASSERT_EQ(::symlink(("/usr/bin/" + executable).c_str(), link.c_str()), 0);
  }
  Window& window(std::uint64_t id, std::int64_t pid, const std::string& app_class,
                 const std::string& instance = "") {
    Window window;
    window.id = id;
    window.pid = pid;
    window.app_class = app_class;
    window.app_instance = instance;
    window.type = "normal";
    window.on_screen = true;
    list_.listed.push_back(window);
    return list_.listed.back();
  }
  std::vector<App> apps() { return applications_.applications(Deadline::max(), nullptr); }
  App only() {
    const std::vector<App> found = apps();
    EXPECT_EQ(found.size(), 1U);
    return found.empty() ? App() : found.front();
  }

  test::Folder folder_;
  ListedWindows list_;
  WindowApplications applications_;
};

using Ids = std::vector<std::uint64_t>;

bool called(const App& app, const std::string& name) {
  return std::find(app.names.begin(), app.names.end(), name) != app.names.end();
}

TEST_F(ApplicationsTest, KeepTheirNameWhileADialogIsInFront) {
  entry("office-writer", "Name=Office Writer\nExec=office --writer\nStartupWMClass=office-writer");
  process(5, "soffice.bin");
  Window& options = window(9, 5, "Soffice", "soffice");
  options.transient_for = 3;
  options.type = "dialog";
  window(3, 5, "office-writer", "office");
  const App app = only();
  EXPECT_EQ(app.name, "Office Writer");
  EXPECT_EQ(app.bundle_id, "office-writer");
  EXPECT_EQ(app.windows, (Ids{9, 3}));
  for (const char* name : {"Soffice", "soffice", "office", "office-writer"})
    EXPECT_TRUE(called(app, name)) << name;
}

TEST_F(ApplicationsTest, WithoutEntryAreNamedAfterTheirOldestOrdinaryWindow) {
  process(5, "python3.11");
  window(12, 5, "Toplevel", "!toplevel");
  window(20, 5, "Toplevel", "!toplevel2").transient_for = 12;
  window(4, 5, "Tk", "tk");
  window(2, 5, "Splash").type = "splash";
  const App app = only();
  EXPECT_EQ(app.name, "Tk");
  EXPECT_TRUE(called(app, "Toplevel"));
  EXPECT_FALSE(called(app, "python3.11")) << "the executable stands by itself";
}

TEST_F(ApplicationsTest, OfOneProcessAreToldApartByTheirEntries) {
  entry("writer", "Name=Writer\nExec=office\nStartupWMClass=writer");
  entry("calc", "Name=Calc\nExec=office\nStartupWMClass=calc");
  window(8, 5, "dialog").transient_for = 1;
  window(1, 5, "calc").active = true;
  window(2, 5, "writer");
  window(7, 5, "other").transient_for = 8;
  const std::vector<App> found = apps();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].name, "Calc");
  EXPECT_EQ(found[0].windows, (Ids{8, 1, 7})) << "a dialog of a dialog too";
  EXPECT_TRUE(found[0].active);
  EXPECT_EQ(found[1].name, "Writer");
  EXPECT_EQ(found[1].windows, Ids{2});
}

TEST_F(ApplicationsTest, OfAnUnknownProcessAreToldApartByTheirClass) {
  window(1, 0, "One");
  window(2, 0, "Two");
  window(3, 0, "Dialog").transient_for = 2;
  const std::vector<App> found = apps();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[1].windows, (Ids{2, 3}));
}

TEST_F(ApplicationsTest, TheDesktopIsOneThatCanBeNamed) {
  entry("files", "Name=Files\nExec=files %U");
  process(5, "files");
  window(2, 5, "Files", "files");
  window(1, 5, "Files", "files").type = "desktop";
  const std::vector<App> found = apps();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].name, "Desktop");
  EXPECT_EQ(found[0].bundle_id, "");
  EXPECT_EQ(found[0].windows, Ids{1});
  EXPECT_EQ(found[1].name, "Files");
}

TEST_F(ApplicationsTest, APanelIsNotNamedAfterItsSettings) {
  entry("panel-preferences",
        "Name=Panel\nExec=big-panel --preferences\nCategories=GTK;Settings;DesktopSettings;");
  entry("panel-handler", "Name=Create\nExec=big-panel --add=launcher %f\nNoDisplay=true");
  entry("editor", "Name=Editor\nExec=editor --new-window %F\nCategories=Utility;");
  process(5, "big-panel");
  process(6, "editor");
  window(1, 5, "Big-panel", "big-panel").type = "dock";
  window(2, 6, "editor", "editor");
  const std::vector<App> found = apps();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].name, "Big-panel");
  EXPECT_EQ(found[0].bundle_id, "");
  EXPECT_EQ(found[1].name, "Editor");
}

TEST_F(ApplicationsTest, HaveTheNamesOfTheirEntryInAllLanguages) {
  entry("org.x.Nautilus",
        "Name=Files\nName[de]=Dateien\nName[fr]=Files\nGenericName=File Manager\n"
        "GenericName[de]=Dateiverwaltung\nExec=/usr/bin/nautilus --new-window\n"
        "Categories=GNOME;TerminalEmulator;\n[Desktop Action new]\nName=New Window");
  process(5, "nautilus");
  window(1, 5, "Org.x.Nautilus");
  const App app = only();
  EXPECT_EQ(app.names, (std::vector<std::string>{"Files", "Dateien", "Nautilus", "nautilus",
                                                 "Org.x.Nautilus"}));
  EXPECT_EQ(app.generic_names,
            (std::vector<std::string>{"File Manager", "Dateiverwaltung", "Terminal"}));
}

TEST_F(ApplicationsTest, HaveNamesWithoutWhatBuildsHangOnThem) {
  process(5, "glxgears.x86_64-linux-gnu");
  process(6, "wine64-preloader");
  process(7, "oosplash");
  window(1, 5, "");
  window(2, 6, "notepad.exe", "notepad.exe");
  Window& splash = window(3, 7, "");
  splash.type = "splash";
  splash.title = "Big Office";
  const std::vector<App> found = apps();
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].name, "Big Office");
  EXPECT_EQ(found[0].executable, "oosplash");
  EXPECT_EQ(found[1].name, "glxgears");
  EXPECT_EQ(found[1].executable, "glxgears.x86_64-linux-gnu");
  EXPECT_EQ(found[2].name, "notepad");
  EXPECT_TRUE(called(found[2], "notepad.exe"));
}

TEST(ProgramName, LosesEndingsOnly) {
  for (const auto& [file, name] :
       std::vector<std::pair<std::string, std::string>>{{"soffice.bin", "soffice"},
                                                        {"firefox-bin", "firefox"},
                                                        {"NOTEPAD.EXE", "NOTEPAD"},
                                                        {".gimp-wrapped", "gimp"},
                                                        {"glxgears.x86_64-linux-gnu", "glxgears"},
                                                        {"tool.arm-linux-gnueabihf", "tool"},
                                                        {"python3.11", "python3.11"},
                                                        {".exe", ".exe"},
                                                        {"", ""}}) {
    EXPECT_EQ(program_name(file), name);
  }
}

}  // namespace
}  // namespace native
