import { describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import type { ManifestFile } from "../../../src/domain/contract/manifest.js";
import { renderImpact } from "../../../src/languages/impact.js";
import { impactOf } from "../../../src/roles/proposer/impact-of.js";
import { isBuilt, readTree } from "../../../src/roles/reading/read-task.js";
import { REPOSITORY, readerOf } from "../../support/job-ports.js";
import { aPlan } from "../../support/micro-plan.js";

const FILES = {
  "src/tag.ts": "export function tag(raw: string) {\n  return raw;\n}\n",
  "src/line.ts": 'import { tag } from "./tag.js";\n\nexport const line = () => tag("a");\n',
  "src/shipped.ts": 'import { tag } from "./tag.js";\nexport const secret = tag("b");\n',
  "README.md": "# Tags\n",
};
const seals = [{ module_ref: "MM-0001@1.0.0", files: [{ path: "src/shipped.ts", blob: "a".repeat(40) }] }];
const config = Config.parse({});
const [planned] = aPlan({ line: [] }).modules.filter(isBuilt);
const file = (path: string, action: ManifestFile["action"]): ManifestFile => ({ path, action, reason: "the module" });

async function told(
  files: ManifestFile[],
  repository: Record<string, string> = FILES,
  others: Parameters<typeof impactOf>[0]["others"] = [],
) {
  const tree = await readTree(REPOSITORY, "b".repeat(40), readerOf(repository));
  const { impact } = await impactOf({ module: null, seals, others, config }, { files }, tree);
  return impact === undefined ? undefined : renderImpact(impact);
}

describe("what a module is told before it modifies code", () => {
  it("names importers and callers with file and line", async () => {
    const words = await told([file("src/tag.ts", "MODIFY")]);
    expect(words).toContain("src/line.ts:3");
    expect(words).toContain("tag");
  });

  it("reads the sources at once, not one by one", async () => {
    const reader = readerOf(FILES);
    const asked: number[] = [];
    const tree = await readTree(REPOSITORY, "b".repeat(40), {
      ...reader,
      blob: () => Promise.reject(new Error("nothing is asked for by itself")),
      blobs: (repository, blobs) => {
        asked.push(blobs.length);
        return reader.blobs(repository, blobs);
      },
    });
    await impactOf({ module: null, seals, others: [], config }, { files: [file("src/tag.ts", "MODIFY")] }, tree);
    expect(asked).toEqual([3]);
  });

  it("counts users behind seals, and never names them", async () => {
    const words = await told([file("src/tag.ts", "DELETE")]);
    expect(words).toContain("sealed modules that use it, not named here: 1");
    expect(words).not.toContain("shipped");
  });

  it("counts what another module of the same task has created, and never names it", async () => {
    if (planned === undefined) throw new Error("the plan has a module");
    const words = await told([file("src/tag.ts", "MODIFY")], FILES, [planned]);
    expect(words).toContain("sealed modules that use it, not named here: 2");
    expect(words).not.toContain("line.ts");
  });

  it("names nothing that no workspace shows", async () => {
    const script = { ".github/scripts/count.ts": 'import { tag } from "../../src/tag.js";\ntag("c");\n' };
    const words = await told([file("src/tag.ts", "MODIFY")], { ...FILES, ...script });
    expect(words).not.toContain("count.ts");
    expect(words).toContain("src/line.ts:3");
  });

  it("is nothing for a module that only creates, or modifies no code", async () => {
    expect(await told([file("src/new.ts", "CREATE")])).toBeUndefined();
    expect(await told([file("README.md", "MODIFY")])).toBeUndefined();
  });

  it("says of a language that is not analysed here that nothing is known, and how to find out", async () => {
    const words = await told([file("src/tag.go", "MODIFY")], { "src/tag.go": "func Tag() {}\n" });
    expect(words).toContain("src/tag.go: this language is not analysed here. Look for users");
    expect(words).not.toContain("Nothing uses");
    const both = await told([file("src/tag.go", "MODIFY"), file("src/tag.ts", "MODIFY")]);
    expect(both).toContain("src/line.ts:3");
    expect(both).toContain("src/tag.go: this language is not analysed here");
  });

  it("is told about every language that can be read, each by its own reader", async () => {
    const python = { "src/fold.py": "def fold(): pass\n", "src/use.py": "from fold import fold\n\nfold()\n" };
    const words = await told([file("src/fold.py", "MODIFY"), file("src/tag.ts", "MODIFY")], { ...FILES, ...python });
    expect(words).toContain("fold (src/fold.py) - called in 1 place: src/use.py:3");
    expect(words).toContain("src/line.ts:3");
    expect(words).not.toContain("not analysed");
  });

  it("says so where there is too much to read", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 2_001 }, (_, index) => [`src/part-${index}.ts`, "export {};\n"]),
    );
    expect(await told([file("src/part-0.ts", "MODIFY")], many)).toContain("2001 sources are too many");
    const python = { "fold.py": "def fold(): pass\n", "use.py": "from fold import fold\nfold()\n" };
    const both = await told([file("src/part-0.ts", "MODIFY"), file("fold.py", "MODIFY")], { ...many, ...python });
    expect(both).toMatch(/use\.py:2[\s\S]*2001 sources are too many/);
  });
});
