import type { NamedText } from "../../context/sections/role-facts.js";
import type { VerdictBinding } from "../../domain/debate/verdict-binding.js";
import type { Sha } from "../../domain/ids.js";
import { moduleFolder } from "../../domain/index-entries/code-index-entry.js";
import { lineChanges } from "../../domain/line-changes.js";
import type { BuiltModule } from "../../domain/plan/micro-plan.js";
import { servesTests } from "../../languages/test-reading/serves-tests.js";
import type { Tree } from "../reading/read-task.js";

type Files = Pick<BuiltModule, "files" | "test_file">;

/** The files of a module that serve its tests: its test file, and helpers and data that the plan puts beside it. */
function testPaths({ files, test_file }: Files): string[] {
  const support = files.map(({ path }) => path).filter((path) => path !== test_file && servesTests(path));
  return [test_file, ...support];
}

/** The test files word for word, as they are at the branch's head. */
export async function testFilesOf({ tree }: { readonly tree: Tree }, module: Files): Promise<NamedText[]> {
  const files: NamedText[] = [];
  for (const path of testPaths(module)) {
    const text = await tree.read(path);
    if (text !== undefined) files.push({ name: path, text });
  }
  return files;
}

/**
 * What changed since the last verdict, which names the content that it was about: contract, examples and test files
 * line by line, other files by name, because a reviewer sees no source. Null if there was no verdict.
 */
export async function changesSince(
  { tree, blob }: { readonly tree: Tree; readonly blob: (sha: Sha) => Promise<string> },
  planned: BuiltModule,
  judged: VerdictBinding | undefined,
): Promise<NamedText[] | null> {
  if (judged === undefined) return null;
  const folder = moduleFolder(planned.module_id, planned.module_version);
  const shown = new Map<string, Sha | null>([
    [`${folder}/contract.yml`, judged.contract_blob],
    [`${folder}/examples.md`, judged.examples_blob],
    ...testPaths(planned).map((path) => [path, judged.manifest_blobs[path] ?? null] as const),
    [planned.test_file, judged.test_blob],
  ]);
  const changes: NamedText[] = [];
  for (const [path, before] of shown) {
    if (before === (tree.blobs.get(path) ?? null)) continue;
    const old = before === null ? "" : await blob(before);
    changes.push({ name: path, text: lineChanges(old, (await tree.read(path)) ?? "") });
  }
  const others = Object.entries(judged.manifest_blobs)
    .filter(([path, before]) => !shown.has(path) && before !== (tree.blobs.get(path) ?? null))
    .map(([path]) => path);
  const name = "files whose content is not shown";
  if (others.length > 0) return [...changes, { name, text: `changed: ${others.join(", ")}` }];
  const tests = new Set(testPaths(planned));
  return changes.some((change) => tests.has(change.name)) ? [...changes, { name, text: SAME_CODE }] : changes;
}

const SAME_CODE = "unchanged: the code that passes these tests is the code of the round before";
