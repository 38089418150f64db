import { pathKey } from "../../../domain/contract/repo-path.js";
import { checkFileMode } from "../../../domain/enforcement/file-mode.js";
import { normalisePath } from "../../../domain/enforcement/normalise-path.js";
import { parseModuleRef } from "../../../domain/ids.js";
import { sealViolations } from "../../../features/seals/seal-violations.js";
import { factoryFileViolations } from "../../../features/shipping/factory-files.js";
import type { ChangedFile } from "../../../languages/file-tree.js";
import type { GateContext } from "../../gate-context.js";
import { finding, type Validator } from "../../validator.js";

/** The diff is a subset of the manifest, and sealed paths are untouched (decisions.md#the-validators). */
export const diffScopeEnforcement: Validator = {
  code: "DIFF_SCOPE_ENFORCEMENT",
  gate: 2,
  hard: true,
  runTypes: ["EXECUTION"],
  part: "judge",
  fix: "Undo every change outside the manifest and to sealed files. A sealed module is changed by a new version of it, never in passing.",
  check(context) {
    const violations = scopeViolations(context);
    const details = { changedFiles: context.diff.length, violations };
    const undone = undoneIn(context);
    if (violations.length === 0 && undone.length > 0) {
      const places = undone.map(({ path, reason }) => ({ path, line: 1, message: reason }));
      return finding("FAILED", `${undone.length} file(s) of the manifest are not as it says`, {
        details: { ...details, undone },
        places,
        fix: "Write each file that the manifest says CREATE, and delete each that it says DELETE; or let the plan be changed.",
      });
    }
    if (violations.length === 0) {
      return finding("PASSED", `All ${context.diff.length} changed file(s) are in the manifest`, { details });
    }
    const places = violations.map(({ path, reason }) => ({ path, line: 1, message: reason }));
    return finding("FAILED", `Found ${violations.length} change(s) out of scope`, { details, places });
  },
};

/** What the manifest promised and the head does not show: a file never written, or never deleted. */
function undoneIn({ manifest, head }: GateContext): Violation[] {
  return manifest.files.flatMap(({ path, action }) => {
    if (action === "CREATE" && !head.has(path))
      return [{ path, reason: "The manifest says CREATE, and the file was never written" }];
    if (action === "DELETE" && head.has(path))
      return [{ path, reason: "The manifest says DELETE, and the file is still there" }];
    return [];
  });
}

type Violation = { readonly path: string; readonly reason: string };

function scopeViolations({ diff, manifest, seals, module, committedByLoop }: GateContext): Violation[] {
  const own = (change: ChangedFile) => change.blob !== null && committedByLoop.get(change.path) === change.blob;
  const roles = diff.filter((change) => !own(change));
  const building = new Set(module === null ? [] : [parseModuleRef(module).moduleId]);
  const sealed = sealViolations(roles, seals, building).map(({ path, module_ref, change }) => ({
    path,
    reason: `Sealed by ${module_ref}, and ${change}`,
  }));
  const factory = module === null ? [] : factoryFileViolations(diff, module, committedByLoop);
  const known = new Set([...sealed, ...factory].map(({ path }) => path));
  const others = roles
    .filter(({ path }) => !known.has(path))
    .flatMap((change) => outOfManifest(change, manifest.files));
  return [...sealed, ...factory, ...others];
}

function outOfManifest({ path, action, mode }: ChangedFile, files: GateContext["manifest"]["files"]): Violation[] {
  const normal = normalisePath(path);
  if (!normal.ok) return [{ path, reason: normal.refusal.message }];
  const writable = mode === null ? undefined : checkFileMode(path, mode);
  if (writable?.ok === false) return [{ path, reason: writable.refusal.message }];
  const listed = files.find((file) => file.path === path);
  if (listed === undefined) {
    const alike = files.find((file) => pathKey(file.path) === pathKey(path));
    const similar = alike === undefined ? "" : `; the manifest has ${alike.path}`;
    return [{ path, reason: `Not in the manifest${similar}` }];
  }
  // A file to create may exist already: the red commit adds the tests.
  const isAllowed = listed.action === action || (listed.action === "CREATE" && action === "MODIFY");
  return isAllowed ? [] : [{ path, reason: `The manifest says ${listed.action}, the diff does ${action}` }];
}
