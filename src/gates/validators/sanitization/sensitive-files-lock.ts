import { mayChange, type Protection, pathProtection } from "../../../domain/enforcement/protected-paths.js";
import type { GateContext } from "../../gate-context.js";
import { finding, type Validator } from "../../validator.js";

/** No protected path unless danger mode opens it; `.github/` and `.factory/` never (decisions.md#protected-paths). */
export const sensitiveFilesLock: Validator = {
  code: "SENSITIVE_FILES_LOCK",
  gate: 0,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  fix: "Take the protected files out of the manifest and leave them as they are. If one must change, a person opens it by danger_mode in .factory/config.yml; nothing opens .github/ or .factory/.",
  check(context) {
    const protectedFiles = touchedPaths(context)
      .map((path) => ({ path, protection: pathProtection(context.rules)(path) }))
      .filter(({ path, protection }) => !isOpen(path, protection, context))
      .map(({ path, protection }) => ({ path, why: protection.level === "none" ? "" : protection.why }));
    const details = { protectedFiles };
    if (protectedFiles.length === 0) return finding("PASSED", "No protected file is touched", { details });
    const names = protectedFiles.map(({ path, why }) => `${path} (${why})`).join(", ");
    const places = protectedFiles.map(({ path, why }) => ({ path, line: 1, message: `Protected: ${why}` }));
    return finding("FAILED", `${protectedFiles.length} protected file(s) touched: ${names}`, { details, places });
  },
};

/** The paths of the manifest and of the diff, without the loop's own commits. */
function touchedPaths({ manifest, diff, committedByLoop }: GateContext): string[] {
  const changed = diff.filter(({ path, blob }) => blob === null || committedByLoop.get(path) !== blob);
  return [...new Set([...manifest.files, ...changed].map(({ path }) => path))];
}

function isOpen(path: string, protection: Protection, { rules, danger }: GateContext): boolean {
  if (protection.level !== "danger-mode") return protection.level === "none";
  if (danger.setBy === "plan") return danger.enabled;
  return danger.setBy === "configuration" && mayChange(path, { ...rules, danger_mode: danger });
}
