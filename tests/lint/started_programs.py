"""Finds the programs that the tests and the examples start, by reading their text.

Each scanner returns the words that name a program: what a call that starts processes is given first, and what stands
where a shell expects a command."""
import ast
import re

PROGRAM = re.compile(r"[a-zA-Z][\w.+-]*")
# Calls whose first argument is a command: the program's name, or a list that begins with it.
PYTHON_STARTERS = {"run", "Popen", "check_output", "check_call", "call", "start", "output", "text_of", "addCleanup",
                   "execvp", "execvpe", "run_in_background", "Resident", "which"}
NAMED_STARTERS = {"output", "text_of", "execvp", "execvpe", "run_in_background", "Resident", "which"}
# Words of the shell itself, and what only the shell's grammar puts where a command stands.
SHELL_WORDS = set("""
    . : [ [[ alias break case cd command continue declare do done echo elif else esac eval exec exit export false fi for
    function getopts hash if in jobs kill local printf pwd read readonly return select set shift shopt source test then time
    trap true type ulimit umask unset until wait while { }""".split())
# Programs that run the command that follows their own options.
RUNNERS = {"sudo", "env", "exec", "setsid", "nice", "timeout", "nohup", "command", "xargs", "unshare", "as_root", "time"}


def basename(word):
    return word.rsplit("/", 1)[-1]


def first_word(node):
    """The text that a list, a tuple or a sum of lists begins with."""
    if isinstance(node, ast.BinOp):
        return first_word(node.left)
    if isinstance(node, (ast.List, ast.Tuple)) and node.elts:
        return text_of(node.elts[0])
    return None


def text_of(node):
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def texts_of(node):
    return [text_of(part) for part in node.elts] if isinstance(node, (ast.List, ast.Tuple)) else []


def of_shell_arguments(words):
    """What a list of words runs by a shell, or lets Peekaboo open on a private display."""
    found = set()
    for before, text in zip(words, words[1:]):
        if text and (before == "-c" and words[0] in ("sh", "bash") or before == "--open"):
            found |= of_shell(text)
    return found


def of_python(text):
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in PYTHON_STARTERS:
                found |= {first_word(argument) for argument in node.args}
            if name in NAMED_STARTERS and node.args:
                found.add(text_of(node.args[0]))
        found |= of_shell_arguments(texts_of(node))
    return {word for word in found if word and PROGRAM.fullmatch(word)}


def without_quoted(text):
    """The shell's text without here-documents, comments, sums and quoted strings, in which `$(` still counts."""
    text = re.sub(r"<<-?\s*'?(\w+)'?(.*?)\n.*?\n\1\b", r"\2", text, flags=re.DOTALL)
    text = re.sub(r"(?m)(^|\s)#[^\n]*", r"\1", text)
    text = re.sub(r"\(\(.*?\)\)", "", text)
    text = re.sub(r"'[^']*'", "''", text)
    inner = re.findall(r"\$\(([^()]*)\)", text)
    return re.sub(r'"[^"]*"', '""', text) + "".join("\n" + part for part in inner)


def shell_functions(text):
    return set(re.findall(r"(?m)^\s*(\w+)\s*\(\)", text))


def of_shell(text):
    functions = shell_functions(text)
    text = without_quoted(text.replace("\\\n", " "))
    text = re.sub(r"\w+\+?=\([^)]*\)", "", text)
    found = set()
    for command in re.split(r"\n|;|\|\|?|&&?|\$\(|`|\(|\)", text):
        found |= set(command_words(command.split()))
    return {word for word in found if word not in functions and word not in SHELL_WORDS}


def command_words(words):
    """The program of one simple command, and the one that it runs in turn."""
    place = 0
    while place < len(words):
        word = words[place]
        if word in RUNNERS or re.match(r"\w+=", word) or word.startswith("-") or word.isdigit():
            if word in RUNNERS and word not in SHELL_WORDS:
                yield word
        elif word in ("if", "then", "else", "elif", "do", "while", "until", "!", "{", "time"):
            pass
        elif PROGRAM.fullmatch(word):
            yield word
            return
        elif re.fullmatch(r"/(?:usr/)?s?bin/[\w.+-]+", word):
            yield basename(word)
            return
        else:
            return
        place += 1


def of_javascript(text):
    return set(re.findall(r"\b(?:spawn|execFile)(?:Sync)?\(\s*[\"']([\w.+-]+)[\"']", text))


def of_cpp(text):
    found = set(re.findall(r"(?:\brun|start_manager|\bChild)\((?:[\w.]+, )?\{\"([\w.+-]+)\"", text))
    for command in re.findall(r"std::system\(\s*\"([^\"]*)", text):
        found |= of_shell(command)
    return found


def of_lua(text):
    found = set(re.findall(r"process\.(?:run|start|launch)\s*\(?\s*\{\s*[\"']([\w.+-]+)[\"']", text))
    for command in re.findall(r"[\"']-c[\"']\s*,\s*'([^']*)'", text) + re.findall(r"'-c'\s*,\s*\"([^\"]*)\"", text):
        found |= of_shell(command)
    return found


def of_cmake(text):
    return set(re.findall(r"find_program\(\w+ (?:NAMES )?([\w.+-]+)", text))


SCANNERS = {".py": of_python, ".sh": of_shell, "": of_shell, ".mjs": of_javascript, ".cpp": of_cpp, ".hpp": of_cpp,
            ".lua": of_lua, ".txt": of_cmake}
