import { pathProtection } from "../../../domain/enforcement/protected-paths.js";
import { finding, type Validator } from "../../validator.js";

/** Danger mode requires a protected path, and only a person may set it (decisions.md#only-people-loosen-rules). */
export const dangerModeExplicit: Validator = {
  code: "DANGER_MODE_EXPLICIT",
  gate: 0,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  fix: "Switch danger mode off. Where a protected file must change, a person names it under danger_mode.paths in .factory/config.yml, or sets dangerMode in a plan whose manifest lists it.",
  check({ danger, manifest, rules }) {
    const protect = pathProtection(rules);
    const protectedPaths = manifest.files.map(({ path }) => path).filter((path) => protect(path).level !== "none");
    const details = { dangerMode: danger.enabled, setBy: danger.setBy, protectedPaths };
    if (!danger.enabled) return finding("PASSED", "Danger mode is off", { details });
    if (danger.setBy === "role") return finding("FAILED", "A role set danger mode; only a person may", { details });
    if (danger.setBy === "plan" && protectedPaths.length === 0) {
      return finding("FAILED", "Danger mode is on, and the manifest has no protected file", { details });
    }
    if (danger.setBy === "configuration" && danger.paths.length === 0) {
      return finding("FAILED", "Danger mode is on, and danger_mode.paths opens nothing", { details });
    }
    return finding("PASSED", `Danger mode is on for ${protectedPaths.length} protected file(s)`, { details });
  },
};
