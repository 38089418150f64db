import { isAbsent } from "../../../languages/language-reader.js";
import { readerFor } from "../../../languages/reader-for.js";
import type { GateContext } from "../../gate-context.js";
import { finding, type Validator } from "../../validator.js";
import { withoutPaths } from "../without-paths.js";

/** Nothing changed or required outside the manifest, and no file spoken of without its name (decisions.md#the-validators). */
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

/** Files beside the test that it imports and that nobody is going to write. */
function requiredOutside({ manifest, head, sources }: GateContext): string[] {
  const { testFile } = manifest;
  const missingFile = readerFor(testFile)?.imports.missingFile;
  if (missingFile === undefined || isAbsent(missingFile) || head.read(testFile) === undefined) return [];
  if (sources.problems(testFile).length > 0) return [];
  const promised = new Set(manifest.files.filter(({ action }) => action !== "DELETE").map(({ path }) => path));
  const tree = { has: (path: string) => promised.has(path) || head.has(path) };
  return sources.imports(testFile).flatMap(({ specifier }) => missingFile(testFile, specifier, tree) ?? []);
}

/** `etc/hosts` is a file with a name. */
const VAGUE =
  /\b(?:and|or|any|some|the)\s+(?:other|related|relevant|necessary|required|remaining)\s+files?\b|\bother files? as needed\b|\bfiles? as (?:needed|necessary|appropriate)\b|\betc\b(?!\/\w)/gi;
const PATH_ETC = /(?<![\w/-])(?:[\w-]+\/)+[\w.-]+,?\s*(?:etc\b\.?|\.\.\.|\u2026)/gi;

function vagueReferencesIn({ task, manifest }: GateContext): string[] {
  const reasons = manifest.files.map(({ reason }) => reason ?? "");
  const inReasons = reasons.flatMap((text) => withoutPaths(text).match(VAGUE) ?? []);
  const said = `${task.title}\n${task.text}`;
  const inTask = [...(said.match(VAGUE) ?? []).filter((text) => /file/i.test(text)), ...(said.match(PATH_ETC) ?? [])];
  return [...new Set([...inReasons, ...inTask])];
}
