import { expect, it } from "vitest";
import { checkHeld, type Work } from "../../../src/roles/proposer/built-files.js";

/** A module with these files, of which the branch has none. */
function written(texts: readonly string[]): Work {
  const files = texts.map((text, index) => ({ path: `src/part-${index}.ts`, text }));
  const nothing = { read: async () => undefined };
  return {
    activity: "implement",
    module: { planned: { files, test_file: "test/part.test.ts" } },
    tree: nothing,
    task: { tree: nothing },
    workspace: { changes: () => ({ files, deletions: [] }) },
  } as unknown as Work;
}

it("a hand-in keeps as many files as can be read again as one", async () => {
  expect(await checkHeld(written(Array.from({ length: 10 }, () => "x".repeat(390_000))))).toMatchObject({ ok: true });
});

it.each([
  ["together have too many characters", Array.from({ length: 11 }, () => "x".repeat(390_000))],
  ["have characters of many bytes", Array.from({ length: 4 }, () => "語".repeat(390_000))],
  ["have very many lines", Array.from({ length: 5 }, () => "x\n".repeat(195_000))],
])("a hand-in refuses files that %s, as an answer that can be mended", async (_, texts) => {
  expect(await checkHeld(written(texts))).toMatchObject({ ok: false, refusal: { code: "files-too-large" } });
});
