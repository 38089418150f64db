import { normalisePath } from "../enforcement/normalise-path.js";
import { mayChange, type PathRules } from "../enforcement/protected-paths.js";
import type { ModuleId } from "../ids.js";
import { moduleFolder } from "../index-entries/code-index-entry.js";
import type { BuiltModule, MicroPlan } from "../plan/micro-plan.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import { moduleIdOf, type TaskWork } from "./task-work.js";

/** The two files of a module that the loop itself keeps for it; a person may mend them like its code. */
export type OwnFile = "contract.yml" | "examples.md";

export function ownFilePath({ module_id, module_version }: BuiltModule, file: OwnFile): string {
  return `${moduleFolder(module_id, module_version)}/${file}`;
}

/**
 * The module that a person's files belong to: one that failed or was being built, and when all had shipped on the
 * branch, any of them. A fix keeps to one module's manifest, and protected paths stay closed (seed 002, 17.2).
 */
export function placeFix(
  work: TaskWork,
  plan: MicroPlan,
  { paths, rules }: { readonly paths: readonly string[]; readonly rules: PathRules },
): Outcome<BuiltModule> {
  const candidates = fixable(work, plan);
  const [first] = candidates;
  if (first === undefined) return refuse("nothing-to-fix", "no module of this task can take a fix");
  const found = candidates.find((module) => strays(module, paths, rules).length === 0);
  if (found !== undefined) return accept(found);
  const fewest = candidates.reduce((best, module) =>
    strays(module, paths, rules).length < strays(best, paths, rules).length ? module : best,
  );
  const problems = strays(fewest, paths, rules);
  return refuse("fix-outside-module", problems.map(({ message }) => message).join("\n"), {
    module: fewest.module_id,
    paths: problems.map(({ path }) => path),
  });
}

function fixable({ modules }: TaskWork, plan: MicroPlan): BuiltModule[] {
  const idsWhere = (steps: readonly string[]): ModuleId[] =>
    modules.filter(({ step, reused }) => !reused && steps.includes(step.step)).map(moduleIdOf);
  const open = modules.filter(({ step, reused }) => !reused && !["waiting", "shipped"].includes(step.step));
  const ids = open.length > 0 ? open.map(moduleIdOf) : idsWhere(["shipped"]);
  return plan.modules.filter(
    (module): module is BuiltModule => module.reuse_decision === "CREATE_NEW" && ids.includes(module.module_id),
  );
}

type Stray = { readonly path: string; readonly message: string };

/** What of a fix a module cannot take, and why. */
function strays(module: BuiltModule, paths: readonly string[], rules: PathRules): Stray[] {
  const own = new Set([ownFilePath(module, "contract.yml"), ownFilePath(module, "examples.md")]);
  const manifest = new Set(module.files.map(({ path }) => path));
  return paths.flatMap((raw): Stray[] => {
    const normal = normalisePath(raw);
    if (!normal.ok) return [{ path: raw, message: normal.refusal.message }];
    if (normal.value.path !== raw) return [{ path: raw, message: `${raw} must be written ${normal.value.path}` }];
    if (own.has(raw)) return [];
    if (!mayChange(raw, rules)) return [{ path: raw, message: `${raw} is protected: a fix cannot change it` }];
    if (manifest.has(raw)) return [];
    const files = [...manifest].join(", ");
    return [{ path: raw, message: `${raw} is not a file of ${module.module_id}; its files are: ${files}` }];
  });
}
