import { describe, expect, it } from "vitest";
import { signaturesOf } from "../../../../src/languages/signatures.js";
import { summariseSource } from "../../../../src/languages/summarise-source.js";

const only = (text: string, path = "tag.py") => signaturesOf(path, text);

describe("signatures of a file of Python", () => {
  it.each([
    ["a function", "def f(a, b: int = 'X') -> str:\n    return 'X'\n", "def f(a, b: int = ...) -> str"],
    ["an async function", "async def f(): X\n", "async def f()"],
    [
      "every kind of parameter",
      "def f(a, /, b='X', *args: str, c, d=X, **rest: int): X\n",
      "def f(a, /, b=..., *args: str, c, d=..., **rest: int)",
    ],
    ["keywords only", "def f(*, a): X\n", "def f(*, a)"],
    ["type parameters", "def f[T: int](a: T) -> T: X\n", "def f[T: int](a: T) -> T"],
    [
      "an annotation in one line, without comments",
      "def f(\n    a: dict[\n        str,  # X\n        int,\n    ],\n): ...\n",
      "def f(a: dict[ str, int, ])",
    ],
    ["a computed annotation", "def f(a: Annotated[int, check('X')]): ...\n", "def f(a: (computed))"],
    ["decorators by their names", "@cache\n@app.route('X')\ndef f(): X\n", "@cache\n@app.route\ndef f()"],
    ["a constant", "LIMIT = 'X'\n", "LIMIT"],
    ["a constant with a type", "LIMIT: Final[int] = X\n", "LIMIT: Final[int]"],
    ["an annotated name without a value", "LIMIT: int\n", "LIMIT: int"],
    ["a type", "type Tags = list[str]\n", "type Tags = list[str]"],
    ["what a condition declares", "if X:\n    def f(): X\nelse:\n    def f(): X\n", "def f()"],
    ["a class without members", "class A(Exception):\n    '''X'''\n", "class A(Exception):\n    ..."],
    [
      "what a class is made with",
      "class A(Base, metaclass=abc.ABCMeta, table='X'):\n    pass\n",
      "class A(Base, metaclass=abc.ABCMeta, table=...):\n    ...",
    ],
    ["a computed parent", "class A(mixin('X')):\n    pass\n", "class A((computed)):\n    ..."],
  ])("show %s, and nothing of its inside", (_, text, signature) => {
    expect(only(text)?.[0]).toBe(signature);
    expect(only(text)?.join("")).not.toContain("X");
  });

  it("show a class by what is public of it", () => {
    const text = `@dataclass(frozen=X)
class Tag(Base, Generic[T], metaclass=Meta):
    """X"""
    limit: int = X
    shared = X
    _hidden = X

    def __init__(self, raw: str) -> None:
        self.raw = X

    @property
    def size(self) -> int:
        return X

    @size.setter
    def size(self, value: int): X

    @staticmethod
    async def load(path="X"): X

    def _helper(self): X

    class Options:
        strict: bool = X
`;
    expect(only(text)).toEqual([
      `@dataclass
class Tag(Base, Generic[T], metaclass=Meta):
    limit: int
    shared
    def __init__(self, raw: str) -> None
    @property
    def size(self) -> int
    @size.setter
    def size(self, value: int)
    @staticmethod
    async def load(path=...)
    class Options:
        strict: bool`,
    ]);
  });

  it.each([
    ["what begins with an underscore", "_a = 1\ndef _b(): pass\nclass _C: pass\n", []],
    ["what runs only as a script", 'def f(): pass\nif __name__ == "__main__":\n    args = 1\n', ["def f()"]],
    ["what __all__ does not name", '__all__ = ["b"]\ndef a(): pass\ndef b(): pass\n', ["def b()"]],
    ["what it only imports", "from .tag import clean\nimport os\n", []],
    ["what it assigns elsewhere", "os.environ = 1\na[0] = 1\n", []],
  ])("leave out %s", (_, text, signatures) => {
    expect(only(text)).toEqual(signatures);
  });

  it("show what __all__ names for all its underscore, and what it passes on", () => {
    const text = '__all__ = ["_a", "clean"]\nfrom .tag import clean, other\ndef _a(): pass\n';
    expect(only(text)).toEqual(["from .tag import clean", "def _a()"]);
  });

  it("show what a package brings together", () => {
    const text = "from .tag import clean as wash, _own\nfrom .line import *\nVERSION = '1'\n";
    expect(only(text, "pkg/__init__.py")).toEqual(["from .tag import clean as wash", "from .line import *", "VERSION"]);
  });

  it("stand in a summary instead of first lines", () => {
    expect(summariseSource("tag.py", "SECRET = 'X'\n")).toBe("tag.py exports:\nSECRET");
    expect(summariseSource("tag.py", "_secret = 'X'\n")).toBe("tag.py exports nothing");
  });

  it.each([
    ["too long", `a = 1\n${"# long\n".repeat(30_000)}`],
    ["nested too deeply", `a = ${"(".repeat(50_000)}${")".repeat(50_000)}`],
  ])("are not known of a file that is %s", (_, text) => {
    expect(only(text)).toBeUndefined();
    expect(only("a = 1\n")).toEqual(["a"]);
  });
});
