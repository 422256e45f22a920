"""Which of the notebook's code an item depends on, so that only what has changed is run and checked again.

Read from the text, statement by statement, before anything runs.  Where the text doesn't say it for certain, more is
taken to be needed rather than less: a call that is given a list may have changed it, and who calls ``exec`` may have
done anything.  What isn't seen is a function that is changed by another cell's call (``patch(attention)``).
"""

from __future__ import annotations

import ast
import functools
import hashlib
import re
import symtable
import textwrap
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from grader.model import Cell
from grader.model.python_source import syntax_tree
from grader.own_work.sources import without_magics

__all__ = ["Code", "Statement", "statements"]

# Stands for the state of all random generators, as a name that no notebook can have.
RANDOM = "random numbers"
_SEEDS = re.compile(r"seed|set_state|set_rng_state")
# A call for its effect on settings, or on what is in a container: `torch.set_default_dtype`, `losses.append`.
_SETS = re.compile(
    r"(set|use_|enable_|disable_|filterwarnings|simplefilter|register|append|insert|extend|update|pop|remove|clear|add)"
)
# Who calls these may read or write any name.
_ANYTHING = frozenset({"exec", "eval", "globals", "get_ipython", "__import__", "reload"})
# Magics that leave names as they are; of cell magics, the body is read as any other cell.
_HARMLESS = re.compile(
    r"\s*(%{1,2}(matplotlib|load_ext|config|time|timeit|capture|prun|pip|conda|grade)\b|!|\?|[\w.]+\?)"
)
_MAGIC = re.compile(r"^\s*(?:[%!?]|[\w.]+\?{1,2}\s*$).*$", re.M)
# What a cell that Python can't read would have defined.
_WOULD_BIND = re.compile(r"^(?:\s*(?:async\s+)?(?:def|class)\s+(\w+)|(\w+)\s*=(?!=))", re.M)

_Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(frozen=True)
class Statement:
    """One at a cell's top.  `binds` are the names that it gives a value, `reads` those that it, or the functions in
    it, look up; it `changes` what stands behind a name, or may change what it is `given` to a call.

    What it `defines`, a function, a class or an import, doesn't change by being handed around.
    """

    code: str
    binds: frozenset[str] = frozenset()
    reads: frozenset[str] = frozenset()
    changes: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()
    defines: bool = False
    imports: bool = False
    anything: bool = False


@dataclass(frozen=True)
class Code:
    """The code of a notebook's cells."""

    cells: tuple[Cell, ...]
    statements: tuple[tuple[int, Statement], ...] = field(init=False)
    bound: frozenset[str] = field(init=False)
    data: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        made = tuple(_imported_once([(cell.number, one) for cell in self.cells for one in statements(cell.source)]))
        object.__setattr__(self, "statements", made)
        object.__setattr__(self, "bound", frozenset().union(*(one.binds for _, one in made)))
        object.__setattr__(self, "data", frozenset().union(*(one.binds for _, one in made if not one.defines)))

    def needed(self, names: Collection[str], *, whole_cells: bool = False) -> tuple[frozenset[int], frozenset[str]]:
        """The indices of the statements that `names` depend on, and all names that these look up.

        With `whole_cells`, a cell of which one statement is needed is needed as a whole: it's run as one.
        """
        wanted, chosen = set(names), set[int]()
        everything = False
        while True:
            more = [
                index
                for index, (_, one) in enumerate(self.statements)
                if index not in chosen and (everything or self._is_needed(one, wanted))
            ]
            if not more:
                return frozenset(chosen), frozenset(wanted)
            if whole_cells:
                cells = {self.statements[index][0] for index in more}
                more = [index for index, (cell, _) in enumerate(self.statements) if cell in cells]
            chosen.update(more)
            for index in more:
                wanted |= self.statements[index][1].reads
            everything = everything or "exec" in wanted

    def _is_needed(self, one: Statement, wanted: Collection[str]) -> bool:
        touched = one.binds | one.changes | (one.given & self.data)
        return one.anything or not touched.isdisjoint(wanted)

    def fingerprint(self, names: Collection[str]) -> str:
        """The same as long as the code that `names` depend on stays the same."""
        chosen, _ = self.needed(names)
        parts = [self.statements[index][1].code for index in sorted(chosen)]
        return hashlib.sha256("\0".join(parts).encode(errors="replace")).hexdigest()

    def cells_for(self, names: Collection[str]) -> frozenset[int]:
        """The numbers of the cells that must be run for `names` to be what they are at the end."""
        chosen, _ = self.needed(names, whole_cells=True)
        return frozenset(self.statements[index][0] for index in chosen)

    def cell_of(self, name: str) -> int | None:
        """The last cell that gives `name` a value."""
        return next((cell for cell, one in reversed(self.statements) if name in one.binds), None)


def _imported_once(found: Sequence[tuple[int, Statement]]) -> Iterator[tuple[int, Statement]]:
    """`found`, where an import that was made before in the same words gives nothing a value: many cells begin so."""
    otherwise = frozenset().union(*(one.binds for _, one in found if not one.imports))
    seen: set[str] = set()
    for cell, one in found:
        known = one.imports and one.code in seen and otherwise.isdisjoint(one.binds)
        yield cell, replace(one, binds=frozenset()) if known else one
        seen.add(one.code)


@functools.lru_cache(maxsize=1024)
def statements(source: str) -> tuple[Statement, ...]:
    """Those of a cell."""
    if not source.strip():
        return ()
    # As IPython does, which takes a cell that is indented as a whole.
    indented = textwrap.dedent(source)
    unknown = any(not _HARMLESS.match(line) for line in _MAGIC.findall(source))
    for text in (source, indented, without_magics(indented)):
        try:
            made = tuple(_statement(node, text) for node in syntax_tree(text).body)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        is_python = text in (source, indented)
        return made if is_python or not unknown else (*made, Statement(source, anything=True))
    names = {name for pair in _WOULD_BIND.findall(source) for name in pair if name}
    return (Statement(source, frozenset(names), frozenset(re.findall(r"\w+", source)), anything=unknown),)


def _statement(node: ast.stmt, text: str) -> Statement:
    code = "\n".join(ast.get_source_segment(text, part) or "" for part in (*getattr(node, "decorator_list", ()), node))
    binds, reads = _names(symtable.symtable(ast.unparse(node), "cell", "exec"))
    changes, given = set[str](), set[str]()
    anything = not reads.isdisjoint(_ANYTHING) and not isinstance(node, ast.FunctionDef | ast.ClassDef)
    # What they call makes a function of another (`@torch.no_grad()`), and draws nothing.
    decorators = {part for one in getattr(node, "decorator_list", ()) for part in ast.walk(one)}
    calls = False
    for part in _at_the_top(node):
        if isinstance(part, ast.Attribute | ast.Subscript) and not isinstance(part.ctx, ast.Load):
            changes.add(_root(part))
        elif isinstance(part, ast.ImportFrom):
            anything = anything or part.names[0].name == "*"
        elif isinstance(part, ast.Call):
            calls = calls or part not in decorators
            given |= {name.id for name in ast.walk(part) if isinstance(name, ast.Name)}
        elif isinstance(part, ast.Expr) and isinstance(part.value, ast.Call):
            changes |= _changed_by(part.value)
    # Numbers are drawn while a statement runs, and not when a function is defined.
    reads |= {RANDOM} if calls else set()
    # What an import finds may hang on these.
    reads |= {"sys", "os"} if isinstance(node, ast.Import | ast.ImportFrom) else set()
    # Any name may be meant.
    reads |= {"exec"} if not reads.isdisjoint(_ANYTHING) else set()
    imports = isinstance(node, ast.Import | ast.ImportFrom)
    defines = imports or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    return Statement(
        code,
        frozenset(binds),
        frozenset(reads),
        frozenset(changes - {""}),
        frozenset(given),
        defines,
        imports,
        anything,
    )


def _names(scope: symtable.SymbolTable) -> tuple[set[str], set[str]]:
    """What a statement binds in the notebook's namespace and looks up there, in all of its functions too."""
    top = scope.get_type() == "module"
    binds: set[str] = set()
    reads: set[str] = set()
    for symbol in scope.get_symbols():
        is_global = top or symbol.is_global()
        # A class's body finds a name of its own only once it has one.
        if symbol.is_referenced() and (is_global or scope.get_type() == "class"):
            reads.add(symbol.get_name())
        if (symbol.is_assigned() or symbol.is_imported()) and (top or symbol.is_declared_global()):
            binds.add(symbol.get_name())
    for inner in scope.get_children():
        more_binds, more_reads = _names(inner)
        binds |= more_binds
        reads |= more_reads
    return binds, reads


def _at_the_top(node: ast.AST) -> Iterator[ast.AST]:
    """What runs when the statement does: all but the bodies of functions."""
    yield node
    if isinstance(node, _Scope):
        inside = [*node.args.defaults, *filter(None, node.args.kw_defaults), *getattr(node, "decorator_list", ())]
    else:
        inside = list(ast.iter_child_nodes(node))
    for child in inside:
        yield from _at_the_top(child)


def _changed_by(call: ast.Call) -> set[str]:
    """What a call changes, of which nobody uses the result: told by what it is called."""
    if isinstance(call.func, ast.Name):
        given = call.func.id in ("setattr", "delattr") and call.args
        return {_root(call.args[0])} if given else set()
    if not isinstance(call.func, ast.Attribute):
        return set()
    if _SEEDS.search(call.func.attr):
        return {RANDOM}
    return {_root(call.func)} if _SETS.match(call.func.attr) else set()


def _root(node: ast.expr) -> str:
    """``a`` of ``a.b[0].c``."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
