import { describe, expect, it } from "vitest";
import { SEARCH_LIMITS } from "../../../src/context/workspace/search.js";
import { type GrepQuery, openWorkspace } from "../../../src/context/workspace/workspace.js";
import { unownedCodeRef } from "../../../src/context/workspace/workspace-refs.js";
import { aProposerPack, aTree, head, workspaceFacts } from "../../support/workspace.js";

const open = (files?: Readonly<Record<string, string>>) => openWorkspace(workspaceFacts({}, files).facts);
const query = (pattern: string, changes: Partial<GrepQuery> = {}): GrepQuery => ({
  pattern,
  regex: false,
  ignoreCase: false,
  folder: "",
  glob: null,
  ...changes,
});
const places = async (workspace: ReturnType<typeof open>, asked: GrepQuery) => {
  const found = await workspace.grep(asked);
  return found.ok ? found.value.shown.map(({ path, line }) => `${path}:${line}`) : found.refusal.code;
};

describe("looking around in a guarded workspace", () => {
  it("lists files and folders, and names what is sealed with its module", async () => {
    expect(await open().list("src")).toEqual({
      ok: true,
      value: {
        shown: [
          { name: "fold.ts", kind: "file", sealed: "MM-0002@1.0.0" },
          { name: "index.ts", kind: "file" },
          { name: "old.ts", kind: "file" },
          { name: "open.ts", kind: "file" },
          { name: "sealed", kind: "folder" },
        ],
        leftOut: 0,
      },
    });
    expect(await open().list(".")).toMatchObject({
      value: { shown: [{ name: "README.md" }, { name: "package.json" }, { name: "src", kind: "folder" }] },
    });
  });

  it("tells a sealed folder from none", async () => {
    expect(await open().list("src/sealed")).toMatchObject({
      value: { shown: [{ name: "only.ts", kind: "file", sealed: "MM-0002@1.0.0" }] },
    });
    expect(await open().list("src/missing")).toEqual({
      ok: false,
      refusal: { code: "no-such-folder", message: "there is no folder src/missing" },
    });
  });

  it("lists the top of an empty repository", async () => {
    expect(await open({}).list("")).toEqual({ ok: true, value: { shown: [], leftOut: 0 } });
  });

  it("finds files by pattern, names sealed ones as such, and refuses a pattern that is none", async () => {
    expect(await open().glob("*.ts")).toEqual({
      ok: true,
      value: {
        shown: [
          { path: "src/fold.ts", sealed: "MM-0002@1.0.0" },
          { path: "src/index.ts" },
          { path: "src/old.ts" },
          { path: "src/open.ts" },
          { path: "src/sealed/only.ts", sealed: "MM-0002@1.0.0" },
        ],
        leftOut: 0,
      },
    });
    expect(await open().glob("!src")).toMatchObject({ ok: false, refusal: { code: "glob-invalid" } });
  });

  it("says how many it leaves out", async () => {
    const files = Object.fromEntries(
      Array.from({ length: SEARCH_LIMITS.entries + 2 }, (_, n) => [`docs/${n}.md`, "x"]),
    );
    expect(await open(files).list("docs")).toMatchObject({ value: { leftOut: 2 } });
    expect(await open(files).glob("docs")).toMatchObject({ value: { leftOut: 2 } });
    const found = await open(files).grep(query("x"));
    expect(found).toMatchObject({
      value: { leftOut: SEARCH_LIMITS.entries + 2 - SEARCH_LIMITS.matches, notSearched: 0 },
    });
  });

  const code = { "src/a.ts": "one\nTwo (2)\n", "src/b.md": "two\r\none", "lib/c.ts": "one" };
  it.each([
    ["a literal text", query("(2)"), ["src/a.ts:2"]],
    ["literally, not as an expression", query("T.o"), []],
    ["a regular expression", query("^T.o \\(\\d\\)$", { regex: true }), ["src/a.ts:2"]],
    ["whatever its case", query("two", { ignoreCase: true }), ["src/a.ts:2", "src/b.md:1"]],
    ["an expression whatever its case", query("^TWO$", { regex: true, ignoreCase: true }), ["src/b.md:1"]],
    ["in a folder", query("one", { folder: "src" }), ["src/a.ts:1", "src/b.md:2"]],
    ["in some files", query("one", { glob: "*.ts" }), ["lib/c.ts:1", "src/a.ts:1"]],
    ["with an expression that is none", query("(", { regex: true }), "pattern-invalid"],
    ["with a look-ahead, which has no linear engine", query("(?=a)b", { regex: true }), "pattern-invalid"],
    ["with too long a pattern", query("x".repeat(301)), "pattern-length"],
    ["with the longest pattern", query("x".repeat(300)), []],
    ["in a folder outside", query("one", { folder: "../x" }), "path-escapes"],
    ["in files that no pattern names", query("one", { glob: "../*" }), "glob-invalid"],
  ])("searches for %s", async (_, asked, expected) => {
    expect(await places(open(code), asked)).toEqual(expected);
  });

  it("is not stalled by an expression that makes other engines backtrack", async () => {
    const workspace = open({ "a.txt": `${"a".repeat(SEARCH_LIMITS.searchedCharacters)}!` });
    expect(await places(workspace, query("^(a+)+$", { regex: true }))).toEqual(["a.txt:1"]);
    expect(await places(workspace, query("^(a|a)*b$", { regex: true }))).toEqual([]);
  });

  it("never looks into sealed files", async () => {
    const { facts, tree } = workspaceFacts();
    const found = await openWorkspace(facts).grep(query("SEALED_CANARY"));
    expect(found).toMatchObject({ value: { shown: [], searched: 5, notSearched: 0 } });
    expect(tree.fetched).not.toContain(tree.blobAt("src/fold.ts"));
  });

  it("searches only what is shown in full, and says how many files that leaves", async () => {
    const pack = aProposerPack();
    const included_refs = pack.included_refs.map((included) =>
      included.ref === unownedCodeRef(head) ? { ...included, permission: "SUMMARY_ONLY" as const } : included,
    );
    const { facts } = workspaceFacts({ pack: { ...pack, included_refs } });
    expect(await openWorkspace(facts).grep(query("x"))).toMatchObject({ value: { searched: 2, notSearched: 3 } });
  });

  it("skips what is not text, and stops at a number of files", async () => {
    expect(await open({ "a.dat": "x\0" }).grep(query("x"))).toMatchObject({ value: { searched: 0, notSearched: 1 } });
    const many = Object.fromEntries(Array.from({ length: SEARCH_LIMITS.files + 3 }, (_, n) => [`${n}.md`, "y"]));
    expect(await open(many).grep(query("x"))).toMatchObject({
      value: { searched: SEARCH_LIMITS.files, notSearched: 3 },
    });
  });

  it("asks at once for all that it searches, and for nothing twice", async () => {
    const tree = aTree({ "a.md": "x", "b.md": "y", "logo.dat": "\0" });
    const questions: number[] = [];
    const workspace = openWorkspace({
      ...workspaceFacts().facts,
      entries: tree.entries,
      readBlob: () => Promise.reject(new Error("nothing is asked for by itself")),
      // GitHub says what is not text, and gives nothing of it.
      readBlobs: async (blobs) => {
        questions.push(blobs.length);
        const texts = [...(await tree.readBlobs(blobs))];
        return new Map(texts.map(([blob, text]) => [blob, text === "\0" ? null : text]));
      },
    });
    expect(await workspace.grep(query("x"))).toMatchObject({ value: { searched: 2, notSearched: 1 } });
    expect(await places(workspace, query("y"))).toEqual(["b.md:1"]);
    expect(await workspace.read("logo.dat")).toMatchObject({ value: { permission: "METADATA_ONLY" } });
    expect(questions).toEqual([3, 0]);
  });

  it("shows and searches the beginning of a long line, and marks the cut", async () => {
    const line = `${"a".repeat(SEARCH_LIMITS.lineCharacters)}bb`;
    expect(await open({ "a.txt": line }).grep(query("a"))).toMatchObject({
      value: { shown: [{ text: `${"a".repeat(SEARCH_LIMITS.lineCharacters)} [2 more characters]` }] },
    });
    const far = `${"a".repeat(SEARCH_LIMITS.searchedCharacters)}needle`;
    expect(await places(open({ "a.txt": far }), query("needle"))).toEqual([]);
  });

  it("sees what this call has written and deleted", async () => {
    const workspace = open();
    await workspace.write("src/tag.ts", "fresh");
    await workspace.remove("src/old.ts");
    expect(await workspace.glob("*.ts")).toMatchObject({
      value: {
        shown: [
          { path: "src/fold.ts", sealed: "MM-0002@1.0.0" },
          { path: "src/index.ts" },
          { path: "src/open.ts" },
          { path: "src/sealed/only.ts", sealed: "MM-0002@1.0.0" },
          { path: "src/tag.ts" },
        ],
      },
    });
    expect(await places(workspace, query("fresh"))).toEqual(["src/tag.ts:1"]);
    expect(await workspace.read("src/old.ts")).toMatchObject({ ok: false, refusal: { code: "no-such-file" } });
  });
});
