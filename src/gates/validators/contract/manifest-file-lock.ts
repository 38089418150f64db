import type { GateContext, GateManifest } from "../../gate-context.js";
import { finding, type Validator } from "../../validator.js";

/** The manifest equals what the plan locked, and agrees with the existing files (requirements.md#plan-lock). */
export const manifestFileLock: Validator = {
  code: "MANIFEST_FILE_LOCK",
  gate: 1,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  fix: "Correct each entry named in the errors, and restore the manifest to what the plan locked, where one did: if other files are needed, that plan must be revised and locked again.",
  check(context) {
    const { manifest, lockedManifest } = context;
    const differences = lockedManifest === null ? [] : manifestDifferences(manifest, lockedManifest);
    const errors = [...differences, ...incoherences(manifest), ...contradictions(context)];
    const details = errors.length === 0 ? { files: manifest.files.length } : { files: manifest.files.length, errors };
    if (errors.length > 0)
      return finding("FAILED", `The manifest does not hold: ${errors.length} error(s)`, { details });
    const against = lockedManifest === null ? "is coherent; no plan locked it" : "equals what the plan locked";
    return finding("PASSED", `The manifest ${against}`, { details });
  },
};

function manifestDifferences(manifest: GateManifest, locked: GateManifest): string[] {
  const now = new Map(manifest.files.map(({ path, action }) => [path, action]));
  const then = new Map(locked.files.map(({ path, action }) => [path, action]));
  const files = [...new Set([...then.keys(), ...now.keys()])].flatMap((path) => {
    const [was, is] = [then.get(path), now.get(path)];
    if (was === is) return [];
    if (was === undefined) return [`${path}: not in the locked plan`];
    return is === undefined ? [`${path}: in the locked plan, but missing`] : [`${path}: locked as ${was}, now ${is}`];
  });
  return [
    ...files,
    ...(manifest.testFile === locked.testFile
      ? []
      : [`testFile: locked as ${locked.testFile}, now ${manifest.testFile}`]),
    ...(manifest.entry === locked.entry ? [] : [`entry: locked as ${locked.entry}, now ${manifest.entry}`]),
  ];
}

function incoherences({ files, testFile }: GateManifest): string[] {
  const paths = files.map(({ path }) => path);
  const repeated = paths.filter((path, index) => paths.indexOf(path) !== index);
  return [
    ...(paths.includes(testFile) ? [] : [`testFile: ${testFile} is not one of the manifest's files`]),
    ...repeated.map((path) => `${path}: listed twice`),
  ];
}

/** At the base, files to create must not exist and files to change must. A later run has a later base. */
function contradictions({ runType, manifest, base }: GateContext): string[] {
  if (runType !== "CONTRACT") return [];
  return manifest.files.flatMap(({ path, action }) => {
    if (action === "CREATE") return base.has(path) ? [`${path}: is to be created, but exists`] : [];
    return base.has(path)
      ? []
      : [`${path}: is to be ${action === "MODIFY" ? "modified" : "deleted"}, but does not exist`];
  });
}
