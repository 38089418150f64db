import { mayChange, type PathRules } from "../../../domain/enforcement/protected-paths.js";
import { CODE_INDEX_FOLDER, moduleFolder } from "../../../domain/index-entries/code-index-entry.js";
import type { MicroPlan } from "../../../domain/plan/micro-plan.js";
import type { TaskWork } from "../task-work.js";
import type { BranchScope } from "./branch-scope.js";

/**
 * What a task's pull request may change, computed without any report (decisions.md#reports-are-untrusted): the
 * unprotected files of its modules, the admitted manifest and lock file, and the App's own files. After the branch has
 * merged its base, only gate 3 knows the content of manifest and lock file.
 */
export function taskScope(
  { modules }: Pick<MicroPlan, "modules">,
  { packages }: Pick<TaskWork, "packages">,
  { taskPath, rules }: { readonly taskPath: string; readonly rules: PathRules },
): BranchScope {
  const built = modules.flatMap((module) => (module.reuse_decision === "CREATE_NEW" ? [module] : []));
  const files = built.flatMap((module) => module.files.map(({ path }) => path));
  const committed = packages?.committed ?? [];
  const isJoined = packages?.joined === true;
  return {
    paths: [
      taskPath,
      ...new Set(files.filter((path) => mayChange(path, rules))),
      ...(isJoined ? committed.map(({ path }) => path) : []),
    ],
    exactly: isJoined ? [] : committed,
    folders: [
      ...built.map(({ module_id, module_version }) => `${moduleFolder(module_id, module_version)}/`),
      CODE_INDEX_FOLDER,
    ],
  };
}
