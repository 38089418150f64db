import { describe, expect, it } from "vitest";
import { openWorkspace } from "../../../src/context/workspace/workspace.js";
import type { Activity } from "../../../src/context/workspace/workspace-facts.js";
import { Config } from "../../../src/domain/config/config.js";
import { aModule, repository, workspaceFacts } from "../../support/workspace.js";

const open = (
  changes: Parameters<typeof workspaceFacts>[0] = {},
  files?: Readonly<Record<string, string>>,
  modes = {},
) => openWorkspace(workspaceFacts(changes, files, modes).facts);
const codeOf = async (outcome: Promise<{ ok: boolean; refusal?: { code: string } }>) =>
  (await outcome).refusal?.code ?? "ok";
const moduleWith = (path: string, action: "CREATE" | "MODIFY" | "DELETE" = "CREATE") => ({
  ...aModule,
  files: [...aModule.files, { path, action, reason: "a test" }],
});

describe("writing in a guarded workspace", () => {
  it("keeps changes in memory, sorted, and hands them over", async () => {
    const { facts } = workspaceFacts();
    const workspace = openWorkspace(facts);
    await workspace.write("test/tag.test.ts", "tests");
    await workspace.write("src/tag.ts", "code");
    await workspace.remove("src/old.ts");
    expect(workspace.changes()).toEqual({
      files: [
        { path: "src/tag.ts", text: "code" },
        { path: "test/tag.test.ts", text: "tests" },
      ],
      deletions: ["src/old.ts"],
    });
    expect(openWorkspace(facts).changes()).toEqual({ files: [], deletions: [] });
  });

  it.each<[Activity, string, string]>([
    ["specify", "test/tag.test.ts", "ok"],
    ["specify", "src/tag.ts", "only-tests-now"],
    ["specify", "src/index.ts", "only-tests-now"],
    ["implement", "test/tag.test.ts", "tests-locked"],
    ["implement", "src/tag.ts", "ok"],
    ["revise", "test/tag.test.ts", "ok"],
    ["revise", "src/tag.ts", "ok"],
    ["amend", "test/tag.test.ts", "ok"],
    ["amend", "src/tag.ts", "ok"],
  ])("in %s, %s is %s", async (activity, path, code) => {
    expect(await codeOf(open({ activity }).write(path, "x"))).toBe(code);
  });

  it.each<[Activity, string]>([
    ["specify", "ok"],
    ["implement", "tests-locked"],
    ["revise", "ok"],
  ])("in %s, a helper of the tests is %s, as the tests are", async (activity, code) => {
    const module = moduleWith("test/support/make-tags.ts");
    expect(await codeOf(open({ activity, module }).write("test/support/make-tags.ts", "x"))).toBe(code);
  });

  it.each([
    ["src/tag.ts", "write", "ok"],
    ["src/index.ts", "write", "ok"],
    ["src/old.ts", "write", "manifest-action"],
    ["src/index.ts", "remove", "manifest-action"],
    ["src/old.ts", "remove", "ok"],
    ["src/tag.ts", "remove", "no-such-file"],
  ] as const)("%s, %s: %s", async (path, operation, code) => {
    const workspace = open();
    expect(await codeOf(operation === "write" ? workspace.write(path, "x") : workspace.remove(path))).toBe(code);
  });

  it("does not create what is to be modified, nor delete what an earlier attempt created", async () => {
    expect(await codeOf(open({}, {}).write("src/index.ts", "x"))).toBe("manifest-action");
    expect(await codeOf(open({}, { "src/tag.ts": "x" }).remove("src/tag.ts"))).toBe("manifest-action");
    expect(await codeOf(open({}, { "src/tag.ts": "x" }).write("src/tag.ts", "y"))).toBe("ok");
  });

  it("takes back what this call created, and deletes once", async () => {
    const workspace = open();
    await workspace.write("src/tag.ts", "x");
    expect(await codeOf(workspace.remove("src/tag.ts"))).toBe("ok");
    expect(await codeOf(workspace.remove("src/old.ts"))).toBe("ok");
    expect(await codeOf(workspace.remove("src/old.ts"))).toBe("no-such-file");
    expect(workspace.changes()).toEqual({ files: [], deletions: ["src/old.ts"] });
  });

  it("is not a change to write a file as it was", async () => {
    const workspace = open();
    await workspace.write("src/index.ts", "new");
    await workspace.write("src/index.ts", repository["src/index.ts"]);
    expect(workspace.changes()).toEqual({ files: [], deletions: [] });
  });

  it.each(["src/open.ts", "README.md", "src/TAG.ts", "src/tag.ts/x", "docs/new.md"])(
    "refuses %s, which the manifest does not name",
    async (path) => {
      const workspace = open();
      expect(await workspace.write(path, "x")).toMatchObject({
        refusal: { code: "outside-manifest", message: expect.stringContaining("src/tag.ts, src/index.ts, src/old.ts") },
      });
      expect(await codeOf(workspace.remove(path))).toBe("outside-manifest");
      expect(workspace.changes()).toEqual({ files: [], deletions: [] });
    },
  );

  it("opens nothing to a role without a module", async () => {
    expect(await codeOf(open({ module: null }).write("src/tag.ts", "x"))).toBe("outside-manifest");
  });

  it("answers a change of a sealed file with the required words, even when the manifest names it", async () => {
    const workspace = open({ module: moduleWith("src/fold.ts", "MODIFY") });
    const edit = { path: "src/fold.ts", oldText: "a", newText: "b", everywhere: true };
    for (const outcome of [
      await workspace.write("src/fold.ts", "x"),
      await workspace.edit(edit),
      await workspace.remove("src/fold.ts"),
    ]) {
      expect(outcome).toMatchObject({
        refusal: { code: "sealed", message: expect.stringMatching(/^ACCESS DENIED: 'src\/fold\.ts' is/) },
      });
    }
  });

  it.each([
    ".github/workflows/ci.yml",
    ".factory/config.yml",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "AGENTS.md",
    "SPEC.md",
    ".env",
    "secrets/plan.txt",
  ])("refuses protected %s, even when the manifest names it", async (path) => {
    const config = Config.parse({ protected_paths: ["secrets"] });
    expect(await codeOf(open({ config, module: moduleWith(path) }).write(path, "x"))).toBe("path-protected");
  });

  it("opens in danger mode what a person named, and never .github or .factory", async () => {
    const config = Config.parse({ danger_mode: { enabled: true, paths: ["package.json", ".github/x.yml"] } });
    const write = (path: string) => codeOf(open({ config, module: moduleWith(path) }).write(path, "x"));
    expect(await write("package.json")).toBe("ok");
    expect(await write("tsconfig.json")).toBe("path-protected");
    expect(await write(".github/x.yml")).toBe("path-protected");
  });

  it.each([
    ["../x", "path-escapes"],
    ["/x", "path-absolute"],
    [".git/hooks/x", "path-in-git"],
    ["", "path-empty"],
  ])("refuses %j as %s", async (path, code) => {
    expect(await codeOf(open().write(path, "x"))).toBe(code);
  });

  it.each([
    ["a symbolic link", { "src/tag.ts": "x" }, { "src/tag.ts": "120000" }, "file-mode"],
    ["a submodule", { "src/tag.ts": "x" }, { "src/tag.ts": "160000" }, "file-mode"],
    ["below a symbolic link", { src: "elsewhere" }, { src: "120000" }, "path-occupied"],
    ["below a file", { SRC: "file" }, {}, "path-occupied"],
    ["where a folder is", { "src/tag.ts/x.md": "x" }, {}, "path-occupied"],
    ["beside a file that differs in case only", { "src/Tag.ts": "x" }, {}, "path-occupied"],
    ["an executable file", { "src/tag.ts": "x" }, { "src/tag.ts": "100755" }, "ok"],
  ])("judges writing over %s", async (_, files, modes, code) => {
    expect(await codeOf(open({}, files as Record<string, string>, modes).write("src/tag.ts", "y"))).toBe(code);
  });

  it.each([
    ["a null", "a\nb\0", "src/tag.ts line 2 holds U+0000, which no reader sees: write it as an escape"],
    [
      "a bidirectional override",
      "\u202e",
      "src/tag.ts line 1 holds U+202E, which no reader sees: write it as an escape",
    ],
    ["an isolate", "\u2069", "src/tag.ts line 1 holds U+2069, which no reader sees: write it as an escape"],
    ["half a character", "\ud83d", "src/tag.ts line 1 holds U+D83D, which no reader sees: write it as an escape"],
  ])("refuses a text with %s", async (_, text, message) => {
    expect(await open().write("src/tag.ts", text)).toMatchObject({ refusal: { code: "file-text-unseen", message } });
  });

  it("takes tabs, line breaks and any letter", async () => {
    expect(await codeOf(open().write("src/tag.ts", "\t\r\n\u00e9\u{1f600}"))).toBe("ok");
  });

  it.each([
    [400_000, "ok"],
    [400_001, "file-too-large"],
  ])("of a text of %i characters says %s", async (length, code) => {
    expect(await codeOf(open().write("src/tag.ts", "x".repeat(length)))).toBe(code);
  });
});

describe("editing in a guarded workspace", () => {
  const text = "one\ntwo\none\n";
  const edit = (oldText: string, newText: string, everywhere = false) => ({
    path: "src/index.ts",
    oldText,
    newText,
    everywhere,
  });
  const edited = async (file: string, asked: ReturnType<typeof edit>) => {
    const workspace = open({}, { "src/index.ts": file });
    const outcome = await workspace.edit(asked);
    return outcome.ok ? workspace.changes().files[0]?.text : outcome.refusal.code;
  };

  it.each([
    ["a text that occurs once", text, edit("two", "2"), "one\n2\none\n"],
    ["a text everywhere", text, edit("one", "1", true), "1\ntwo\n1\n"],
    ["a text that occurs twice", text, edit("one", "1"), "edit-ambiguous"],
    ["a text that is not there", text, edit("three", "3"), "edit-not-found"],
    ["nothing", text, edit("", "3"), "edit-nothing"],
    ["literally", "a.c abc", edit("a.c", "$&"), "$& abc"],
    ["across Windows line ends, which stay", "a\r\nb\r\n", edit("a\nb", "c\nd"), "c\r\nd\r\n"],
  ])("replaces %s", async (_, file, asked, result) => {
    expect(await edited(file, asked)).toBe(result);
  });

  it("builds on earlier edits, also when they are asked for side by side", async () => {
    const workspace = open({}, { "src/index.ts": "a b c" });
    await Promise.all(["a", "b", "c"].map((letter) => workspace.edit(edit(letter, letter.toUpperCase()))));
    expect(workspace.changes().files).toEqual([{ path: "src/index.ts", text: "A B C" }]);
  });

  it("needs the file, and sees it in full", async () => {
    expect(await codeOf(open().edit({ ...edit("a", "b"), path: "src/tag.ts" }))).toBe("no-such-file");
    expect(await codeOf(open({}, { "src/index.ts": "a\0" }).edit(edit("a", "b")))).toBe("edit-unseen");
    expect(await codeOf(open().edit({ ...edit("a", "b"), path: "src/open.ts" }))).toBe("outside-manifest");
  });

  it("checks the text that would result", async () => {
    expect(await edited("a", edit("a", "\u202e"))).toBe("file-text-unseen");
  });

  it("refuses a text that would grow without end before it is made", async () => {
    const before = process.memoryUsage().rss;
    expect(await edited("a".repeat(20_000), edit("a", "b".repeat(20_000), true))).toBe("file-too-large");
    expect(await edited("a".repeat(200_000), edit("a", "b".repeat(100_000), true))).toBe("file-too-large");
    expect(process.memoryUsage().rss - before).toBeLessThan(64_000_000);
  });

  it.each([
    ["fills a file", "b".repeat(400_000), 400_000],
    ["is one character more", "b".repeat(400_001), "file-too-large"],
  ])("takes a replacement that %s as one", async (_, text, expected) => {
    const result = await edited("a", edit("a", text));
    expect(result === "file-too-large" ? result : result?.length).toBe(expected);
  });
});
