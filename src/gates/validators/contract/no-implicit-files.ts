import { unnamedFilesIn, unnamedFilesInTask } from "../../../domain/clarity/unnamed-files.js";
import { withoutPaths } from "../../../domain/clarity/without-paths.js";
import { createSourceReader } from "../../../languages/create-source-reader.js";
import { isAbsent } from "../../../languages/language-reader.js";
import { readerFor } from "../../../languages/reader-for.js";
import type { GateContext } from "../../gate-context.js";
import { finding, type Validator } from "../../validator.js";

/**
 * Nothing outside the manifest is changed or required, and every mentioned file is named (decisions.md#the-validators).
 */
export const noImplicitFiles: Validator = {
  code: "NO_IMPLICIT_FILES",
  gate: 1,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  fix: 'Add each file to the manifest through the plan, or do without it. Name files; "other files" or "etc." names none.',
  check(context) {
    const changed = changedOutside(context);
    const required = requiredOutside(context);
    const vagueReferences = vagueReferencesIn(context);
    const details = { changedFiles: changed, requiredFiles: required, vagueReferences };
    const problems = [
      ...changed.map((path) => `${path} is changed, but not in the manifest`),
      ...required.map((path) => `${path} is required by the tests, but neither exists nor is in the manifest`),
      ...vagueReferences.map((text) => `"${text}" names no file`),
    ];
    if (problems.length === 0) return finding("PASSED", "Every file is in the manifest", { details });
    return finding("FAILED", `Found ${problems.length} implicit file(s): ${problems.join("; ")}`, { details });
  },
};

function changedOutside({ diff, manifest, committedByLoop }: GateContext): string[] {
  const listed = new Set(manifest.files.map(({ path }) => path));
  return diff
    .filter(({ path, blob }) => !listed.has(path) && (blob === null || committedByLoop.get(path) !== blob))
    .map(({ path }) => path);
}

/** Files beside the test that it imports but that nobody will write. What was missing at the base already is not meant. */
function requiredOutside({ manifest, base, head, sources }: GateContext): string[] {
  const { testFile } = manifest;
  const missingFile = readerFor(testFile)?.imports.missingFile;
  if (missingFile === undefined || isAbsent(missingFile) || head.read(testFile) === undefined) return [];
  if (sources.problems(testFile).length > 0) return [];
  const promised = new Set(manifest.files.filter(({ action }) => action !== "DELETE").map(({ path }) => path));
  const tree = { ...head, has: (path: string) => promised.has(path) || head.has(path) };
  const missing = sources.imports(testFile).flatMap(({ specifier }) => missingFile(testFile, specifier, tree) ?? []);
  if (missing.length === 0 || base.read(testFile) === undefined) return missing;
  const before = createSourceReader(base).imports(testFile);
  const known = new Set(before.flatMap(({ specifier }) => missingFile(testFile, specifier, base) ?? []));
  return missing.filter((path) => !known.has(path) || base.has(path));
}

function vagueReferencesIn({ task, manifest }: GateContext): string[] {
  const reasons = manifest.files.map(({ reason }) => reason ?? "");
  const inReasons = reasons.flatMap((text) => unnamedFilesIn(withoutPaths(text)));
  const inTask = unnamedFilesInTask(`${task.title}\n${task.text}`);
  return [...new Set([...inReasons, ...inTask])];
}
