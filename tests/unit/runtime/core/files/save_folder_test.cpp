#include "runtime/core/files/save_folder.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "runtime/core/files/files.hpp"
#include "runtime/core/files/new_file.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime::files {
namespace {

namespace paths = std::filesystem;

// A folder of its own for one test, without links in its path; removed with all that is in it.
class Tree {
 public:
  Tree() {
    std::string pattern =
        (paths::canonical(paths::temp_directory_path()) / "peekaboo-save-XXXXXX").string();
    if (!mkdtemp(pattern.data())) std::abort();
    root_ = pattern;
    for (const char* folder : {"in", "out"}) paths::create_directory(at(folder));
  }
  ~Tree() { paths::remove_all(root_); }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  std::string at(const std::string& name) const { return root_ + "/" + name; }
  SavePlaces places() const { return {{at("in")}, {}, {}}; }
  std::set<std::string> files(const std::string& below) const {
    std::set<std::string> found;
    for (const auto& entry : paths::recursive_directory_iterator(at(below)))
      if (!entry.is_directory()) found.insert(entry.path().string());
    return found;
  }

 private:
  std::string root_;
};

// Returns "saved", or the code and the reason of the error.
std::string save(const std::string& path, const SavePlaces& places, bool replace = true) {
  const std::string text = "pixels";
  WriteOptions options;
  options.within = &places;
  options.replace = replace;
  options.lasting = false;
  try {
    write(path, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, options);
  } catch (const Error& error) {
    const std::string* reason = error.details["reason"].string();
    return error.code + " " + (reason ? *reason : "");
  }
  return "saved";
}

unsigned mode_of(const std::string& path) {
  struct stat info{};
  return lstat(path.c_str(), &info) == 0 ? info.st_mode & 07777 : 0;
}

// Sets the mask of new files for a scope.
class Umask {
 public:
  explicit Umask(mode_t mask) : before_(umask(mask)) {}
  ~Umask() { umask(before_); }
  Umask(const Umask&) = delete;
  Umask& operator=(const Umask&) = delete;

 private:
  mode_t before_;
};

// Names as strangers write them: any byte but "/" and NUL, also no UTF-8.
rc::Gen<std::string> any_name() {
  const auto byte = rc::gen::map(rc::gen::inRange(1, 256), [](int value) {
    return value == '/' ? '_' : static_cast<char>(value);
  });
  const auto name = rc::gen::mapcat(rc::gen::inRange<std::size_t>(1, 40), [byte](std::size_t size) {
    return rc::gen::container<std::string>(size, byte);
  });
  return rc::gen::suchThat(name,
                           [](const std::string& text) { return text != "." && text != ".."; });
}

rc::Gen<std::vector<std::string>> any_names(std::size_t least, std::size_t most) {
  return rc::gen::mapcat(rc::gen::inRange<std::size_t>(least, most + 1), [](std::size_t count) {
    return rc::gen::container<std::vector<std::string>>(count, any_name());
  });
}

std::string joined(const std::string& base, const std::vector<std::string>& names) {
  std::string path = base;
  for (const std::string& name : names) path += "/" + name;
  return path;
}

// Feature: mcp-screenshot, Property 15: missing folders are made with the permissions 700
RC_GTEST_PROP(SaveFolderProperty, MissingFoldersAreTheOwnersAlone, ()) {
  const Tree tree;
  const auto names = *any_names(1, 6);
  const auto mask = *rc::gen::element<mode_t>(0, 0022, 0002, 0027, 0077);
  const Umask umask(mask);
  const std::string path = joined(tree.at("in"), names) + "/shot.png";
  RC_ASSERT(save(path, tree.places()) == "saved");
  RC_ASSERT(mode_of(path) == 0600U);
  std::string folder = tree.at("in");
  for (const std::string& name : names) {
    folder += "/" + name;
    RC_ASSERT(mode_of(folder) == 0700U);
  }
}

// Feature: mcp-screenshot, Property 17: a saved file has an absolute path and all its bytes
RC_GTEST_PROP(SaveFolderProperty, ASavedFileIsWhereItWasAskedForAndWhole, ()) {
  const Tree tree;
  const auto names = *any_names(1, 4);
  const auto bytes = *rc::gen::arbitrary<std::vector<std::uint8_t>>();
  const SavePlaces places = tree.places();
  WriteOptions options;
  options.within = &places;
  options.lasting = false;
  const std::string path = joined(tree.at("in"), names);
  write(path, bytes, options);
  RC_ASSERT(path[0] == '/');
  RC_ASSERT(status(path).size == bytes.size());
  RC_ASSERT(tree.files("in") == std::set<std::string>{path});
}

// Each leads from the folder `in` to the folder `out`, if it were followed.
std::vector<std::string> ways_out(const Tree& tree) {
  const std::string self = "/proc/self/cwd";
  paths::create_directory_symlink(tree.at("out"), tree.at("in/absolute"));
  paths::create_directory_symlink("../out", tree.at("in/relative"));
  paths::create_directory_symlink("absolute", tree.at("in/chain"));
  paths::create_directory_symlink("/proc/self/cwd", tree.at("in/magic"));
  paths::create_directory_symlink("/proc/self/root", tree.at("in/root"));
  paths::create_directory_symlink(tree.at("gone"), tree.at("in/dangling"));
  paths::create_directory_symlink("loop", tree.at("in/loop"));
  const std::string out = tree.at("out");
  return {out,
          tree.at("in/../out"),
          tree.at("in/./..//out"),
          tree.at("in/absolute"),
          tree.at("in/relative"),
          tree.at("in/chain"),
          tree.at("in/magic"),
          tree.at("in/root") + out,
          tree.at("in/dangling"),
          tree.at("in/loop"),
          tree.at("in/missing/../../out"),
          tree.at("in/absolute/../out"),
          self,
          "/proc/self/root" + out,
          "/proc/self/fd/3",
          "/dev/fd/3",
          "/proc/thread-self/cwd",
          tree.at("inside"),
          tree.at("in\n"),
          "/",
          "/etc"};
}

// Feature: mcp-screenshot, Property 16: a path outside the allowed folders is rejected
RC_GTEST_PROP(SaveFolderProperty, NoPathLeadsOut, ()) {
  const Tree tree;
  const std::string way = *rc::gen::elementOf(ways_out(tree));
  const auto names = *any_names(0, 3);
  const std::string path = joined(way, names) + "/shot.png";
  const std::string outcome = save(path, tree.places());
  RC_ASSERT(outcome == "INVALID_PATH outside");
  RC_ASSERT(tree.files("out").empty());
  RC_ASSERT(!paths::exists(tree.at("gone")));
  RC_ASSERT(!paths::exists(tree.at("inside")));
  RC_ASSERT(!paths::exists(tree.at("in/missing")));
  bool checked_alike = false;
  try {
    check_save_path(path, tree.places());
    // A link that leads nowhere is seen only when its folder would be made.
    checked_alike = way == tree.at("in/dangling");
  } catch (const Error& error) {
    checked_alike = error.code == "INVALID_PATH";
  }
  RC_ASSERT(checked_alike);
}

// Feature: mcp-screenshot, Property 22: a restricted path is a security error
RC_GTEST_PROP(SaveFolderProperty, RestrictedPathsAreRefused, ()) {
  const Tree tree;
  const auto restricted = *any_names(1, 3);
  const auto names = *any_names(0, 3);
  const bool exists = *rc::gen::arbitrary<bool>();
  const bool allowed = *rc::gen::arbitrary<bool>();
  const auto way = *rc::gen::inRange(0, 4);
  const std::string base = tree.at(allowed ? "in" : "out");
  const std::string secret = joined(base, restricted);
  if (exists) paths::create_directories(secret);
  SavePlaces places = tree.places();
  places.restricted = {secret + (*rc::gen::arbitrary<bool>() ? "/" : "")};
  std::string folder = secret;
  if (way == 1) folder = base + "/./" + secret.substr(base.size());
  if (way == 2) folder = tree.at("in/..") + secret.substr(tree.at("").size() - 1);
  if (way == 3) {
    paths::create_directory_symlink(secret, tree.at("alias"));
    folder = exists ? tree.at("alias") : secret;
  }
  RC_ASSERT(save(joined(folder, names) + "/shot.png", places) == "POLICY_DENIED restricted path");
  RC_ASSERT(tree.files("in").empty());
  RC_ASSERT(tree.files("out").empty());
}

// Feature: mcp-screenshot, Property 25: files are saved in allowed folders only
RC_GTEST_PROP(SaveFolderProperty, ExactlyTheAllowedFoldersAreWrittenTo, ()) {
  const Tree tree;
  const auto few = rc::gen::element<std::string>("a", "b", "ab", ".a");
  const auto folder_names = rc::gen::container<std::vector<std::string>>(few);
  const auto folders = *rc::gen::container<std::vector<std::vector<std::string>>>(folder_names);
  const auto target = *folder_names;
  const auto restricted = *folder_names;
  const std::string base = tree.at("in");
  SavePlaces places;
  for (const auto& folder : folders) places.allowed.push_back(joined(base, folder));
  if (!restricted.empty()) places.restricted.push_back(joined(base, restricted));
  places.without_hidden = {base};
  const auto begins = [](const std::vector<std::string>& all,
                         const std::vector<std::string>& first) {
    return first.size() <= all.size() && std::equal(first.begin(), first.end(), all.begin());
  };
  const bool hidden = !target.empty() && target[0][0] == '.';
  const bool allowed = std::any_of(folders.begin(), folders.end(), [&](const auto& folder) {
    return begins(target, folder) && (!hidden || !folder.empty());
  });
  const bool denied = !restricted.empty() && begins(target, restricted);
  const std::string outcome = save(joined(base, target) + "/shot.png", places);
  RC_ASSERT(outcome == (denied    ? "POLICY_DENIED restricted path"
                        : allowed ? "saved"
                                  : "INVALID_PATH outside"));
  RC_ASSERT(tree.files("in").size() == (outcome == "saved" ? 1U : 0U));
}

TEST(SaveFolder, RefusesNamesThatCannotBeFiles) {
  const Tree tree;
  const SavePlaces places = tree.places();
  for (const char* end : {"", ".", ".."})
    EXPECT_EQ(save(tree.at("in/") + end, places), "FILE_IO_ERROR other") << end;
  EXPECT_EQ(save(tree.at("in/") + std::string(256, 'x'), places), "FILE_IO_ERROR too_long");
  EXPECT_EQ(save(tree.at("in/") + std::string(300, 'x') + "/shot.png", places),
            "FILE_IO_ERROR too_long");
  std::string deep = tree.at("in");
  while (deep.size() < 5000) deep += "/folder";
  EXPECT_EQ(save(deep + "/shot.png", places), "FILE_IO_ERROR too_long");
  EXPECT_EQ(save(std::string("in\0/x", 5), places), "INVALID_ARGUMENT ");
  EXPECT_EQ(save("in/shot.png", places), "INVALID_PATH outside");
}

TEST(SaveFolder, AFileInPlaceOfAFolderIsNoWayOn) {
  const Tree tree;
  std::ofstream(tree.at("in/file")) << "x";
  EXPECT_EQ(save(tree.at("in/file/shot.png"), tree.places()), "FILE_IO_ERROR no_folder");
}

TEST(SaveFolder, ReplacesALinkAndNotWhatItLeadsTo) {
  const Tree tree;
  std::ofstream(tree.at("out/precious")) << "precious";
  paths::create_symlink(tree.at("out/precious"), tree.at("in/shot.png"));
  EXPECT_EQ(save(tree.at("in/shot.png"), tree.places()), "saved");
  EXPECT_EQ(status(tree.at("out/precious")).size, 8U);
  EXPECT_FALSE(paths::is_symlink(tree.at("in/shot.png")));
}

TEST(SaveFolder, FollowsLinksThatStayInAllowedFolders) {
  const Tree tree;
  paths::create_directory(tree.at("in/real"));
  paths::create_directory_symlink(tree.at("in/real"), tree.at("in/link"));
  paths::create_directory_symlink(tree.at("in"), tree.at("alias"));
  EXPECT_EQ(save(tree.at("in/link/one.png"), tree.places()), "saved");
  EXPECT_EQ(save(tree.at("alias/two.png"), tree.places()), "saved");
  EXPECT_EQ(save(tree.at("in/real/three.png"), {{tree.at("alias")}, {}, {}}), "saved");
  EXPECT_EQ(tree.files("in/real").size(), 2U);
}

TEST(SaveFolder, TheProgramsOwnFolderIsAlwaysAllowedAndNeverNamed) {
  const Tree tree;
  paths::create_directory(tree.at("own"));
  SavePlaces places = tree.places();
  EXPECT_EQ(save(tree.at("own/shot.png"), places).substr(0, 12), "INVALID_PATH");
  places.own = tree.at("own");
  EXPECT_EQ(save(tree.at("own/shot.png"), places), "saved");
  try {
    check_save_path(tree.at("out/shot.png"), places);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.hint.find("own"), std::string::npos) << error.hint;
  }
  places.restricted = {tree.at("own")};
  EXPECT_EQ(save(tree.at("own/shot.png"), places), "POLICY_DENIED restricted path");
}

TEST(SaveFolder, ARestrictedLinkIsRestrictedAtBothEnds) {
  const Tree tree;
  std::ofstream(tree.at("in/target.png")) << "x";
  paths::create_symlink(tree.at("in/target.png"), tree.at("in/link.png"));
  SavePlaces places = tree.places();
  places.restricted = {tree.at("in/link.png")};
  EXPECT_EQ(save(tree.at("in/link.png"), places), "POLICY_DENIED restricted path");
  EXPECT_EQ(save(tree.at("in/target.png"), places), "POLICY_DENIED restricted path");
  EXPECT_EQ(save(tree.at("in/other.png"), places), "saved");
}

TEST(SaveFolder, AnotherNameMayBeRestrictedToo) {
  const Tree tree;
  SavePlaces places = tree.places();
  places.restricted = {tree.at("in/shot_2.png")};
  WriteOptions options;
  options.within = &places;
  NewFile file(tree.at("in/shot.png"), options);
  EXPECT_THROW(file.finish("shot_2.png"), Error);
  EXPECT_NO_THROW(file.finish("shot_3.png"));
  EXPECT_EQ(tree.files("in"), std::set<std::string>{tree.at("in/shot_3.png")});
}

TEST(SaveFolder, MakesAnAllowedFolderThatIsMissing) {
  const Tree tree;
  EXPECT_EQ(save(tree.at("in/new/folder/shot.png"), {{tree.at("in/new")}, {}, {}}), "saved");
  EXPECT_EQ(mode_of(tree.at("in/new")), 0700U);
}

TEST(SaveFolder, KnowsHiddenFoldersFromAboveAndFromInside) {
  const Tree tree;
  const std::string hidden = tree.at("in/.config");
  const SavePlaces from_above{{tree.at("")}, {tree.at("in")}, {}};
  EXPECT_EQ(save(hidden + "/shot.png", from_above), "INVALID_PATH outside");
  EXPECT_EQ(save(tree.at("in/.shot.png"), from_above), "saved");
  EXPECT_EQ(save(tree.at(".hidden/shot.png"), from_above), "saved");
  const SavePlaces named{{tree.at("in"), hidden}, {tree.at("in")}, {}};
  EXPECT_EQ(save(hidden + "/shot.png", named), "saved");
  EXPECT_EQ(save(tree.at("in/.cache/shot.png"), named), "INVALID_PATH outside");
}

TEST(SaveFolder, AFolderThatIsMovedAwayGetsNothing) {
  const Tree tree;
  const SavePlaces places = tree.places();
  WriteOptions options;
  options.within = &places;
  paths::create_directory(tree.at("in/folder"));
  NewFile file(tree.at("in/folder/shot.png"), options);
  paths::rename(tree.at("in/folder"), tree.at("out/folder"));
  paths::create_directory(tree.at("in/folder"));
  try {
    file.finish();
    FAIL() << "the file was finished outside";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "INVALID_PATH");
  }
  EXPECT_TRUE(tree.files("out").empty());
  EXPECT_TRUE(tree.files("in").empty());
}

TEST(SaveFolder, AFolderThatIsRemovedMeanwhileIsRefused) {
  const Tree tree;
  const SavePlaces places = tree.places();
  WriteOptions options;
  options.within = &places;
  paths::create_directory(tree.at("in/folder"));
  NewFile file(tree.at("in/folder/shot.png"), options);
  paths::remove(tree.at("in/folder"));
  EXPECT_THROW(file.finish(), Error);
}

TEST(SaveFolder, AFolderMayBeNamedAsRemovedOnesAre) {
  const Tree tree;
  paths::create_directory(tree.at("in/folder (deleted)"));
  EXPECT_EQ(save(tree.at("in/folder (deleted)/a.png"), tree.places()), "saved");
}

// While another thread swaps a folder for a link out and back, no save ends outside.
TEST(SaveFolder, SwapsDuringSavesLeadNowhere) {
  const Tree tree;
  const SavePlaces places = tree.places();
  paths::create_directory(tree.at("in/swapped"));
  paths::create_directory_symlink(tree.at("out"), tree.at("link"));
  std::atomic<bool> over = false;
  std::atomic<int> swaps = 0;
  std::thread swapper([&] {
    while (!over) {
      renameat2(AT_FDCWD, tree.at("link").c_str(), AT_FDCWD, tree.at("in/swapped").c_str(),
                RENAME_EXCHANGE);
      ++swaps;
    }
  });
  int saved = 0, refused = 0;
  constexpr int kSaves = 2000, kMost = 200'000;
  for (int i = 0; i < kMost && (i < kSaves || saved == 0 || refused == 0); ++i) {
    const std::string outcome = save(tree.at("in/swapped/shot.png"), places);
    saved += outcome == "saved";
    refused += outcome != "saved";
  }
  over = true;
  swapper.join();
  EXPECT_GT(saved, 0);
  EXPECT_GT(refused, 0);
  EXPECT_GT(swaps, 0);
  EXPECT_TRUE(tree.files("out").empty());
}

}  // namespace
}  // namespace runtime::files
