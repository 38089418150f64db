import { expect, it } from "vitest";
import { gitBlobSha } from "../../../src/domain/hash.js";
import { moduleContext } from "../../../src/jobs/shipping/module-context.js";
import { aContract } from "../../support/contract.js";
import { PLAN } from "../../support/halted.js";

type Files = Readonly<Record<string, string>>;

function tree(files: Files) {
  const paths = Object.keys(files);
  return {
    blobs: new Map(paths.map((path) => [path, gitBlobSha(files[path] ?? "")])),
    read: async (path: string) => files[path],
    readMany: async (asked: readonly string[]) =>
      new Map(asked.flatMap((path) => (files[path] === undefined ? [] : [[path, files[path]] as const]))),
  };
}

it("what a shipped module leaves behind is the real difference and its exports, not what was planned", async () => {
  const contract = aContract({ creates: ["normaliseTag"] });
  const [module] = PLAN.modules;
  if (module?.reuse_decision !== "CREATE_NEW") throw new Error("the first module is built");
  const planned = {
    ...module,
    files: [
      ...contract.files,
      { path: "src/untouched.ts", action: "MODIFY" as const, reason: "it was not needed" },
      { path: "src/gone.ts", action: "DELETE" as const, reason: "it is replaced" },
    ],
  };
  const shared = { "src/untouched.ts": "same\n", "src/other.ts": "before\n" };
  const before = tree({ ...shared, "src/index.ts": "a\nb\n", "src/gone.ts": "1\n2\n3\n" });
  const after = tree({
    ...shared,
    "src/other.ts": "changed by another module\n",
    "src/index.ts": "a\nB\nc\n",
    "src/tag.ts": "export const normaliseTag = 1;\nexport const extra = 2;\n",
    "test/tag.test.ts": "test\n",
  });
  const context = await moduleContext(planned, contract, { before, after });
  expect(context.changes_so_far).toEqual({
    files_created: ["src/tag.ts", "test/tag.test.ts"],
    files_modified: ["src/index.ts"],
    total_additions: 5,
    total_deletions: 4,
  });
  expect(context.available_exports.map(({ name, type, file }) => [name, type, file])).toEqual([
    ["normaliseTag", "const", "src/tag.ts"],
    ["extra", "const", "src/tag.ts"],
  ]);
});
