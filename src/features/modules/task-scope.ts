import { mayChange, type PathRules } from "../../domain/enforcement/protected-paths.js";
import { CODE_INDEX_FOLDER, moduleFolder } from "../../domain/index-entries/code-index-entry.js";
import type { MicroPlan } from "../../domain/plan/micro-plan.js";
import type { BranchScope } from "./branch-scope.js";
import type { TaskWork } from "./task-work.js";

/**
 * What the pull request of a task may change, as the loop knows it by itself, whatever a report says
 * (decisions.md#reports-are-untrusted): the files of its modules that no protection closes, the manifest and lock file
 * that were admitted, and what the loop writes. What those two hold once the branch has taken up its base, gate 3 alone
 * has seen.
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
