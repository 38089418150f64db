import type { Config } from "../../../domain/config/config.js";
import { patternMatcher } from "../../../domain/config/path-pattern.js";
import { normalisePath } from "../../../domain/enforcement/normalise-path.js";
import { mayChange, type PathRules } from "../../../domain/enforcement/protected-paths.js";
import { moduleStatePath } from "../../../domain/gates/state-paths.js";
import type { ModuleId, TaskId } from "../../../domain/ids.js";
import { moduleFolder } from "../../../domain/index-entries/code-index-entry.js";
import type { BuiltModule, MicroPlan } from "../../../domain/plan/micro-plan.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import type { FileToWrite } from "../../../engine/effects/effect-parts.js";
import { examplesStatePath } from "../../modules/artifacts/artifact-paths.js";
import { moduleIdOf, type TaskWork } from "../../modules/task-work.js";

/** The two files that the App keeps for a module. A person may fix them like its code. */
export type OwnFile = "contract.yml" | "examples.md";

export function ownFilePath({ module_id, module_version }: BuiltModule, file: OwnFile): string {
  return `${moduleFolder(module_id, module_version)}/${file}`;
}

/** What red judges and locks. Every record of a module's files has these three. */
export function specifiedPaths(planned: BuiltModule): string[] {
  return [planned.test_file, ownFilePath(planned, "contract.yml"), ownFilePath(planned, "examples.md")];
}

/** Those of the two that a fix has, at the paths where the App and the gates read them. */
export function ownFilesInState(
  task: TaskId,
  planned: BuiltModule,
  textOf: (path: string) => string | undefined,
): FileToWrite[] {
  const contract = textOf(ownFilePath(planned, "contract.yml"));
  const examples = textOf(ownFilePath(planned, "examples.md"));
  return [
    ...(contract === undefined
      ? []
      : [{ path: moduleStatePath(task, planned.module_id, "contract.yml"), text: contract }]),
    ...(examples === undefined ? [] : [{ path: examplesStatePath(task, planned.module_id), text: examples }]),
  ];
}

/** The configuration's rules about files. */
type FixRules = PathRules & Pick<Config, "ignore_patterns">;

/**
 * The module that a person's files belong to: one that failed or was being built, or any if all had shipped on the
 * branch. A fix keeps to one module's manifest, and must not touch protected or excluded paths
 * (requirements.md#resolutions).
 */
export function placeFix(
  work: TaskWork,
  plan: MicroPlan,
  { paths, rules }: { readonly paths: readonly string[]; readonly rules: FixRules },
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

/** The files of a fix that a module must not have, and why. */
function strays(module: BuiltModule, paths: readonly string[], rules: FixRules): Stray[] {
  const isIgnored = patternMatcher(rules.ignore_patterns);
  const own = new Set([ownFilePath(module, "contract.yml"), ownFilePath(module, "examples.md")]);
  const manifest = new Set(module.files.map(({ path }) => path));
  return paths.flatMap((raw): Stray[] => {
    const normal = normalisePath(raw);
    if (!normal.ok) return [{ path: raw, message: normal.refusal.message }];
    if (normal.value.path !== raw) return [{ path: raw, message: `${raw} must be written ${normal.value.path}` }];
    if (own.has(raw)) return [];
    if (isIgnored(raw)) {
      const message = `${raw} stays out of every commit (ignore_patterns in .factory/config.yml): leave it out`;
      return [{ path: raw, message }];
    }
    if (!mayChange(raw, rules)) return [{ path: raw, message: `${raw} is protected: a fix cannot change it` }];
    if (manifest.has(raw)) return [];
    const files = [...manifest].join(", ");
    return [{ path: raw, message: `${raw} is not a file of ${module.module_id}; its files are: ${files}` }];
  });
}
