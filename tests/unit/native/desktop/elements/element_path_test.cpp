#include "native/desktop/elements/element_path.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace native {
namespace {

using Places = std::vector<std::size_t>;

struct Row {
  const char* role;
  const char* name;
  int parent;
};

ElementTree tree_of(const std::vector<Row>& rows) {
  ElementTree tree;
  for (const Row& row : rows) {
    Element element;
    element.role = row.role;
    element.name = row.name;
    element.parent = row.parent;
    tree.elements.push_back(element);
  }
  write_paths(tree);
  return tree;
}

const std::vector<Row> kForm = {
    {"frame", "Order Form", -1}, {"filler", "", 0},     {"button", "Save", 1},
    {"panel", "Address", 1},     {"filler", "", 3},     {"button", "Save", 4},
    {"button", "Same", 1},       {"button", "Same", 1}, {"text", "", 4},
};

TEST(ElementPath, NamesTheWindowAndNamedAncestors) {
  const ElementTree tree = tree_of(kForm);
  EXPECT_EQ(tree.elements[0].path, R"(frame "Order Form")");
  EXPECT_EQ(tree.elements[1].path, R"(frame "Order Form"/filler)");
  EXPECT_EQ(tree.elements[2].path, R"(frame "Order Form"/button "Save")");
  EXPECT_EQ(tree.elements[5].path, R"(frame "Order Form"/panel "Address"/button "Save")");
  EXPECT_EQ(tree.elements[6].path, R"(frame "Order Form"/button "Same"[1])");
  EXPECT_EQ(tree.elements[7].path, R"(frame "Order Form"/button "Same"[2])");
}

TEST(ElementPath, EachPathMeansItsElement) {
  const ElementTree tree = tree_of(kForm);
  for (std::size_t place = 0; place < tree.elements.size(); ++place)
    EXPECT_EQ(find_path(tree, tree.elements[place].path), Places{place}) << place;
}

TEST(ElementPath, ShorterPathsMeanAllThatTheyLeadTo) {
  const ElementTree tree = tree_of(kForm);
  EXPECT_EQ(find_path(tree, R"(button "Save")"), (Places{2, 5}));
  EXPECT_EQ(find_path(tree, R"(panel/button "Save")"), (Places{5}));
  EXPECT_EQ(find_path(tree, R"("Address"/text)"), (Places{8}));
  EXPECT_EQ(find_path(tree, R"(button "Save"[2])"), (Places{5}));
  EXPECT_EQ(find_path(tree, R"(button "Save"[3])"), Places{});
  EXPECT_EQ(find_path(tree, R"(frame "Order Form" / button "Same")"), (Places{6, 7}));
  EXPECT_EQ(find_path(tree, R"(button "save")"), Places{});
  EXPECT_EQ(find_path(tree, R"(button "Save"/panel)"), Places{});
}

TEST(ElementPath, TakesAnyName) {
  const std::string longest(5000, 'x');
  const ElementTree tree = tree_of({{"frame", R"(a "b" \c/d[1])", -1},
                                    {"button", "ü/ö", 0},
                                    {"button", longest.c_str(), 0},
                                    {"frame", "", -1}});
  EXPECT_LT(tree.elements[2].path.size(), 300U);
  for (std::size_t place = 0; place < tree.elements.size(); ++place)
    EXPECT_EQ(find_path(tree, tree.elements[place].path), Places{place})
        << tree.elements[place].path;
}

TEST(ElementPath, StaysShortInDeepTrees) {
  std::vector<Row> rows{{"frame", "top", -1}};
  for (int depth = 0; depth < 500; ++depth) rows.push_back({"panel", "each", depth});
  const ElementTree tree = tree_of(rows);
  EXPECT_LT(tree.elements.back().path.size(), 300U);
  EXPECT_EQ(find_path(tree, tree.elements.back().path), Places{500});
}

TEST(ElementPath, RefusesWhatIsNoPath) {
  const ElementTree tree = tree_of(kForm);
  for (const char* text : {"", "/", "button/", "button \"Save", "button[0]", "button[x]",
                           "button[1", "button[1]/text", "button \"Save\" x"}) {
    try {
      find_path(tree, text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code, "INVALID_ARGUMENT") << text;
      EXPECT_FALSE(error.hint.empty());
    }
  }
}

}  // namespace
}  // namespace native
