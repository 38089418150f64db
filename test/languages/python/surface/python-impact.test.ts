import { describe, expect, it } from "vitest";
import { ImpactAnalysis } from "../../../../src/domain/enforcement/impact.js";
import { renderImpact } from "../../../../src/languages/impact.js";
import "../../../../src/languages/grammars/all-loaded.js";
import { analysePythonImpact } from "../../../../src/languages/python/surface/python-impact.js";

type Files = Readonly<Record<string, string>>;

const target = "def run(): pass\n\nclass Job: pass\n\nLIMIT = 1\n\ndef _inner(): pass\n";
const PACKAGE = { "src/pkg/__init__.py": "", "src/pkg/job.py": target };

const impactOf = (files: Files, isSealed = (_: string) => false) =>
  analysePythonImpact({
    modified: ["src/pkg/job.py"],
    sources: new Map(Object.entries({ ...PACKAGE, ...files })),
    isSealed,
  });
const callersOf = async (name: string, files: Files) =>
  (await impactOf(files)).analysis.functions_affected.find((affected) => affected.name === name)?.callers;

describe("impact of a modification in Python", () => {
  it("lists what is declared there, with kinds told apart", async () => {
    const { analysis } = await impactOf({});
    expect(analysis.functions_affected.map(({ name }) => name)).toEqual(["run", "LIMIT"]);
    expect(analysis.types_affected.map(({ name }) => name)).toEqual(["Job"]);
    expect(analysis.files_affected).toEqual([]);
    expect(ImpactAnalysis.parse(analysis)).toEqual(analysis);
  });

  it.each([
    ["a call", "from pkg.job import run\n\nrun()\n", [3]],
    ["an alias", "from pkg.job import run as go\ngo()\nrun()\n", [2]],
    ["a list in brackets", "from pkg.job import (\n    LIMIT,\n    run,\n)\nrun()\n", [5]],
    ["a module", "import pkg.job\npkg.job.run()\npkg.job.other()\nother.run()\n", [2]],
    ["a module by an alias", "import pkg.job as j\nj.run()\n", [2]],
    ["a module of a package", "from pkg import job\njob.run()\n", [2]],
    ["an import in a function", "def f():\n    from pkg.job import run\n    return run()\n", [3]],
    ["an import for types", "if TYPE_CHECKING:\n    from pkg.job import run\nx: run\n", [3]],
    ["a star", "from pkg.job import *\nrun()\n_inner()\n", [2]],
    ["a callback and a decorator", "from pkg.job import run\nmap(run, x)\n@run\ndef f(): pass\n", [2, 3]],
    ["a text with a call in it", 'from pkg.job import run\nf"{run()}"\n', [2]],
    [
      "not a keyword, attribute or parameter of that name",
      "from pkg.job import run\na.run\nf(run=1)\ndef g(run, x=1): pass\nlambda run: 1\n",
      [],
    ],
    ["a default and a keyword's value", "from pkg.job import run\ndef g(x=run): pass\nf(a=run)\n", [2, 3]],
    ["not a name from elsewhere", "from other import run\nrun()\n", []],
    ["not a name that is its own", "from pkg.job import *\ndef run(): pass\nrun()\n", []],
  ])("finds %s, by line", async (_, text, lines) => {
    expect(await callersOf("run", { "src/use.py": text })).toEqual(lines.map((line) => ({ file: "src/use.py", line })));
  });

  it.each([
    ["a sibling", "src/pkg/use.py", "from .job import run\nrun()\n"],
    ["a sibling module", "src/pkg/use.py", "from . import job\njob.run()\n"],
    ["a package below", "src/pkg/deep/use.py", "from ..job import run\nrun()\n"],
    ["a package two below", "src/pkg/a/b/use.py", "from ... import job\njob.run()\n"],
    ["a test", "tests/test_job.py", "from pkg.job import run\nrun()\n"],
    ["the root", "main.py", "from src.pkg.job import run\nrun()\n"],
  ])("finds an import by %s", async (_, path, text) => {
    expect(await callersOf("run", { [path]: text })).toEqual([{ file: path, line: 2 }]);
  });

  it("finds the root of a project that is not the repository's", async () => {
    const impact = await analysePythonImpact({
      modified: ["backend/app/job.py"],
      sources: new Map([
        ["backend/app/job.py", target],
        ["backend/app/api/v1/use.py", "from app.job import run\nrun()\n"],
        ["backend/tests/test_job.py", "import app.job\napp.job.run()\n"],
      ]),
      isSealed: () => false,
    });
    expect(impact.analysis.files_affected).toEqual(["backend/app/api/v1/use.py", "backend/tests/test_job.py"]);
  });

  it("follows packages that pass it on, under whatever name", async () => {
    const files = {
      "src/pkg/__init__.py": "from .job import run as start, Job\n",
      "src/top/__init__.py": "from pkg import *\n",
      "app.py": "import pkg\nfrom top import start, Job\nstart()\nJob()\npkg.start()\n",
    };
    const { analysis } = await impactOf(files);
    expect(await callersOf("run", files)).toEqual([
      { file: "app.py", line: 3 },
      { file: "app.py", line: 5 },
    ]);
    expect(analysis.types_affected).toEqual([
      { name: "Job", file: "src/pkg/job.py", usages: [{ file: "app.py", line: 4 }] },
    ]);
    expect(analysis.files_affected).toEqual(["src/pkg/__init__.py", "app.py"]);
  });

  it("says what others use of it though it is private", async () => {
    expect(await callersOf("_inner", { "src/pkg/use.py": "from .job import _inner\n_inner()\n" })).toEqual([
      { file: "src/pkg/use.py", line: 2 },
    ]);
  });

  it.each(["import pkg.job\n", "from pkg import job\n", "from pkg.job import run\n", "from pkg.job import *\n"])(
    "counts %j as an import, used or not",
    async (text) => {
      expect((await impactOf({ "src/use.py": text })).analysis.files_affected).toEqual(["src/use.py"]);
    },
  );

  it("counts users behind seals without naming them", async () => {
    const use = "from pkg.job import run\nrun()\n";
    const impact = await impactOf({ "src/sealed.py": use, "src/open.py": use }, (path) => path === "src/sealed.py");
    expect(impact.sealedUsers).toBe(1);
    expect(JSON.stringify(impact)).not.toContain("sealed.py");
    expect(renderImpact(impact)).toMatch(/called in 1 place: src\/open\.py:2[\s\S]*not named here: 1\.$/);
  });

  it("names what it could not read, instead of saying that nothing uses it", async () => {
    const deep = `from pkg.job import run\nx = ${"(".repeat(50_000)}${")".repeat(50_000)}`;
    const impact = await impactOf({ "src/deep.py": deep, "src/secret.py": deep }, (path) => path === "src/secret.py");
    expect(renderImpact(impact)).toContain("src/deep.py: too long or too deeply nested to be analysed here. Look for");
    expect(renderImpact(impact)).not.toContain("secret");
  });

  it("does not parse what cannot lead there, so that one file of thousands is found in time", async () => {
    const deep = `x = ${"(".repeat(50_000)}${")".repeat(50_000)}`;
    const impact = await impactOf({
      "src/apart.py": `import os\n${deep}`,
      "src/use.py": "from pkg.job import run\nrun()\n",
    });
    expect(impact.unreadable).toEqual([]);
    expect(impact.analysis.files_affected).toEqual(["src/use.py"]);
  });

  it.each([
    ["continued in the next line", "from pkg \\\n    .job import run\nrun()\n", 3],
    ["of names in the next line", "from pkg.job import \\\n    run\nrun()\n", 3],
    ["behind another statement", "x = 1; from pkg.job import run\nrun()\n", 2],
    ["behind a colon", "try: from pkg.job import run\nexcept ImportError: pass\nrun()\n", 3],
    ["of the package alone", "import pkg\npkg.job.run()\n", 2],
  ])("finds an import %s", async (_, text, line) => {
    expect(await callersOf("run", { "src/use.py": text })).toEqual([{ file: "src/use.py", line }]);
  });
});
