# Writes the scripts as C++ string literals: cmake -DSCRIPTS=DIR -DOUTPUT=FILE -P embed.cmake
# Raw literals are cut into pieces, because a compiler need not take one of any length.
file(GLOB_RECURSE paths RELATIVE ${SCRIPTS} ${SCRIPTS}/*.lua)
list(SORT paths)
set(rows "")
foreach(path IN LISTS paths)
  file(READ ${SCRIPTS}/${path} text)
  string(REGEX REPLACE "\\.lua$" "" module ${path})
  string(REPLACE "/" "." module ${module})
  string(LENGTH "${text}" length)
  set(pieces "")
  set(from 0)
  while(from LESS length)
    string(SUBSTRING "${text}" ${from} 8000 piece)
    string(APPEND pieces "R\"~~~~(${piece})~~~~\"\n")
    math(EXPR from "${from} + 8000")
  endwhile()
  string(APPEND rows "    {\"${module}\", \"scripts/${path}\",\n${pieces}},\n")
endforeach()
file(WRITE ${OUTPUT}.new "// Made by runtime/app/embed.cmake from scripts/.
#include \"runtime/app/embedded_scripts.hpp\"

namespace runtime {

namespace {
constexpr EmbeddedScript kScripts[] = {
${rows}};
}  // namespace

std::span<const EmbeddedScript> embedded_scripts() { return kScripts; }

}  // namespace runtime
")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)
