import { describe, expect, it } from "vitest";
import { exportsOf } from "../../../../src/languages/exports/exports.js";

const found = (files: Readonly<Record<string, string>>, entry: string) =>
  exportsOf(entry, new Map(Object.entries(files))).map(({ name, kind, file }) => `${name} ${kind} ${file}`);
const here = (text: string, path = "src/tag.py") =>
  found({ [path]: text }, path).map((line) => line.replace(` ${path}`, ""));

describe("exports of a file of Python", () => {
  it.each([
    ["a function", "def a(): pass", ["a function"]],
    ["an async function", "async def a(): pass", ["a function"]],
    ["a decorated function", "@cache\ndef a(): pass", ["a function"]],
    ["a lambda", "a = lambda: 1", ["a function"]],
    ["overloads once", "@overload\ndef a(x: int): ...\n@overload\ndef a(x: str): ...\ndef a(x): pass", ["a function"]],
    ["a class, and not its members", "class A:\n    b = 1\n    def c(self): pass", ["A class"]],
    [
      "constants, in patterns too",
      "A = 1\nB: int = 2\nc, (d, *e) = x\nf = g = 1",
      ["A const", "B const", "c const", "d const", "e const", "f const", "g const"],
    ],
    ["a type", "type A = int\ntype B[T] = list[T]", ["A type", "B type"]],
    [
      "what if, try and with declare",
      "if x:\n    def a(): pass\ntry:\n    b = 1\nexcept E:\n    b = 2\nwith c:\n    d = 1",
      ["a function", "b const", "d const"],
    ],
    ["nothing private", "_a = 1\ndef __b(): pass", []],
    ["nothing of a function", "def a():\n    b = 1\n    import c", ["a function"]],
    ["nothing that is only imported", "import os\nfrom .x import y", []],
    ["nothing of a script's own", 'if __name__ == "__main__":\n    a = 1', []],
    ["no attribute or item", "a.b = 1\nc[0] = 1", []],
    ["what __all__ names", '__all__ = ["a", "_b"]\ndef a(): pass\n_b = 1\nc = 1', ["a function", "_b const"]],
    [
      "what is added to __all__",
      '__all__ = ("a",)\n__all__ += ["b"]\n__all__.append("c")\na = b = c = d = 1',
      ["a const", "b const", "c const"],
    ],
    ["a name of __all__ from elsewhere", '__all__ = ["y"]\nfrom x import y', ["y const"]],
    ["public names where __all__ is computed", "__all__ = other.__all__ + ['a']\na = 1\n_b = 1", ["a const"]],
  ])("are %s", (_, text, exports) => {
    expect(here(text)).toEqual(exports);
  });

  it("come through a package, with the file that declares them", () => {
    const files = {
      "src/pkg/__init__.py":
        "import os\nfrom typing import Any\nfrom .tag import clean as wash, _own\nfrom .deep import *\nfrom . import line\nfrom pkg.tag import Tag\n",
      "src/pkg/tag.py": "def clean(): pass\nclass Tag: pass\ndef _own(): pass\n",
      "src/pkg/line.py": "a = 1\n",
      "src/pkg/deep/__init__.py": 'from .inner import *\nfrom ..tag import clean\n__all__ = ["LIMIT", "clean"]\n',
      "src/pkg/deep/inner.py": "LIMIT = 1\nother = 2\n",
    };
    expect(found(files, "src/pkg/__init__.py")).toEqual([
      "wash function src/pkg/tag.py",
      "line const src/pkg/__init__.py",
      "Tag class src/pkg/tag.py",
      "LIMIT const src/pkg/deep/inner.py",
      "clean function src/pkg/tag.py",
    ]);
  });

  it("end, when files import each other", () => {
    const files = {
      "pkg/__init__.py": "from .a import *\n",
      "pkg/a.py": "from . import *\nfrom . import b\nc = 1\n",
    };
    expect(found(files, "pkg/__init__.py")).toEqual(["c const pkg/a.py"]);
  });

  it("are nothing of a file that is not there", () => {
    expect(found({}, "src/none.py")).toEqual([]);
  });
});
