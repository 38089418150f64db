import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gitBlobSha } from "../../../src/domain/hash.js";
import { moduleFolder } from "../../../src/domain/index-entries/code-index-entry.js";
import { BuiltModule } from "../../../src/domain/plan/micro-plan.js";
import { readTree } from "../../../src/roles/reading/read-task.js";
import { changesSince, testFilesOf } from "../../../src/roles/reviewers/reviewed-files.js";
import { gitReader } from "../../support/git-reader.js";
import { REPOSITORY } from "../../support/job-ports.js";
import { aPlan } from "../../support/micro-plan.js";
import { createTempRepository, type TempRepository } from "../../support/temp-repository.js";

const [first] = aPlan({ tag: [] }).modules;
const own = BuiltModule.parse(first);
const helper = { path: "test/tag-cases.json", action: "CREATE", reason: "its cases" } as const;
const planned = { ...own, files: [...own.files, helper] };
const folder = moduleFolder(own.module_id, own.module_version);
const source = own.files.map(({ path }) => path).find((path) => path !== own.test_file) ?? "";
const TEST = 'it("takes spaces", () => {\n  expect(tag("a   b")).toBe("a-b");\n});\n';
const BEFORE = {
  [own.test_file]: TEST,
  [helper.path]: "[]\n",
  [source]: "export const a = 1;\n",
  [`${folder}/contract.yml`]: "purpose: a\n",
  [`${folder}/examples.md`]: "# Examples\n",
};

const stage: { repository?: TempRepository } = {};
beforeAll(() => {
  stage.repository = createTempRepository();
});
afterAll(() => stage.repository?.remove());

async function at(files: Readonly<Record<string, string>>) {
  const { repository } = stage;
  if (repository === undefined) throw new Error("there is no repository yet");
  const reader = gitReader(repository);
  const tree = await readTree(REPOSITORY, repository.commit(files), reader);
  return { tree, blob: (sha: string) => reader.blob(REPOSITORY, sha) };
}

/** What a verdict about these files names. */
function judged(files: Readonly<Record<string, string>>) {
  const sha = (path: string) => gitBlobSha(files[path] ?? "");
  return {
    module_ref: "MM-0001@1.0.0",
    fingerprint: "f".repeat(64),
    contract_blob: sha(`${folder}/contract.yml`),
    test_blob: sha(own.test_file),
    examples_blob: sha(`${folder}/examples.md`),
    manifest_blobs: Object.fromEntries(planned.files.map(({ path }) => [path, sha(path)])),
  };
}

describe("what a reviewer is shown of a module's files", () => {
  it("is its test file and what serves it, word for word, and no source", async () => {
    const files = await testFilesOf(await at(BEFORE), planned);
    expect(files).toEqual([
      { name: own.test_file, text: TEST },
      { name: helper.path, text: "[]\n" },
    ]);
  });

  it("is what changed since the last verdict, line by line, with source by name alone", async () => {
    const after = {
      ...BEFORE,
      [own.test_file]: TEST.replace("a   b", "a b"),
      [source]: "export const secret = 2;\n",
    };
    expect(await changesSince(await at(after), planned, judged(BEFORE))).toEqual([
      {
        name: own.test_file,
        text: '@@ line 2\n-   expect(tag("a   b")).toBe("a-b");\n+   expect(tag("a b")).toBe("a-b");',
      },
      { name: "files whose content is not shown", text: `changed: ${source}` },
    ]);
  });

  it("says of new tests for the same code that the code was so before", async () => {
    const after = { ...BEFORE, [own.test_file]: `${TEST}// more\n` };
    expect((await changesSince(await at(after), planned, judged(BEFORE)))?.at(-1)).toEqual({
      name: "files whose content is not shown",
      text: "unchanged: the code that passes these tests is the code of the round before",
    });
  });

  it("tells a first review from one in which nothing changed", async () => {
    expect(await changesSince(await at(BEFORE), planned, undefined)).toBeNull();
    expect(await changesSince(await at(BEFORE), planned, judged(BEFORE))).toEqual([]);
  });
});
