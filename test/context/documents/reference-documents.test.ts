import { describe, expect, it } from "vitest";
import { namedPaths } from "../../../src/context/documents/named-paths.js";
import {
  DOCUMENT_LIMITS,
  documentsNamedIn,
  referenceDocuments,
} from "../../../src/context/documents/reference-documents.js";
import { Config } from "../../../src/domain/config/config.js";
import type { TreeEntry } from "../../../src/engine/ports.js";

const entry = (path: string, changes: Partial<TreeEntry> = {}): TreeEntry => ({
  path,
  blob: "a".repeat(40),
  size: 10,
  mode: "100644",
  ...changes,
});
const config = Config.parse({});

describe("what a request names", () => {
  it.each([
    ["a link", "See [the format](docs/format.md)."],
    ["a link into the middle", "See [the format](docs/format.md#tabs)."],
    ["a link from here", "[format](./docs/format.md)"],
    ["a link from the root", "[format](/docs/format.md)"],
    ["a link with a title", '[format](docs/format.md "The format")'],
    ["a definition", "[format]: docs/format.md"],
    ["inline code", "as `docs/format.md` says"],
    ["a word", "as docs/format.md says"],
    ["the end of a sentence", "It is in docs/format.md."],
    ["a detour", "docs/old/../format.md"],
  ])("is a path as %s", (_, text) => {
    expect(namedPaths(text)).toContain("docs/format.md");
  });

  it.each([
    ["in angle brackets", "[f](<docs/the format.md>)"],
    ["in an address", "[f](docs/the%20format.md)"],
    ["in code", "`docs/the format.md`"],
  ])("may hold a blank %s", (_, text) => {
    expect(namedPaths(text)).toContain("docs/the format.md");
  });

  it.each([
    ["an address elsewhere", "https://example.com/docs/format.md"],
    ["a path out of the repository", "[f](../docs/format.md)"],
    ["what a comment hides from people", "<!-- docs/format.md -->"],
    ["an escape that is no text", "docs/%00format.md"],
  ])("is not %s", (_, text) => {
    expect(namedPaths(text)).not.toContain("docs/format.md");
  });

  it("is named once, in the order of the text", () => {
    expect(namedPaths("`b.md` a.md b.md")).toEqual(["b.md", "a.md"]);
  });
});

describe("the documents of a request", () => {
  it.each([
    ["a document that is there", entry("docs/format.md"), true],
    ["data", entry("docs/rates.json"), true],
    ["source", entry("src/main.ts"), false],
    ["a picture", entry("docs/a.png"), false],
    ["a symbolic link", entry("docs/format.md", { mode: "120000" }), false],
    ["the factory's own file", entry(".factory/config.yml"), false],
    ["a workflow", entry(".github/workflows/ci.yml"), false],
    ["SPEC.md itself", entry("SPEC.md"), false],
    ["a secret", entry(".env.json"), false],
  ])("are asked about %s", (_, named, isDocument) => {
    expect(documentsNamedIn(`See \`${named.path}\`.`, [named, entry("README.md")])).toEqual(isDocument ? [named] : []);
  });

  it("leave out what a shipped module has closed", () => {
    const seals = [{ module_ref: "MM-0001@1.0.0", files: [{ path: "data/words.txt", blob: "a".repeat(40) }] }];
    const named = [entry("data/words.txt"), entry("a.md")];
    expect(referenceDocuments(named, { seals, config })).toEqual({ readable: [entry("a.md")], leftOut: [] });
  });

  it("name what is too large and what is one too many, and say why", () => {
    const many = Array.from({ length: DOCUMENT_LIMITS.count + 1 }, (_, index) => entry(`docs/${index}.md`));
    const large = entry("docs/large.md", { size: DOCUMENT_LIMITS.bytes + 1 });
    const { readable, leftOut } = referenceDocuments([large, ...many], { seals: [], config });
    expect(readable).toEqual(many.slice(0, -1));
    expect(leftOut).toEqual([
      { path: "docs/large.md", why: "100001 bytes; at most 100000 can be read" },
      { path: "docs/20.md", why: "at most 20 documents can be read" },
    ]);
  });
});
