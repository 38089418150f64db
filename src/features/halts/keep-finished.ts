import { pathKey } from "../../domain/contract/repo-path.js";
import type { ModuleId, Sha } from "../../domain/ids.js";
import { indexEntryPath, moduleFolder } from "../../domain/index-entries/code-index-entry.js";
import { type BuiltModule, type MicroPlan, plannedRef } from "../../domain/plan/micro-plan.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { ModuleWork } from "../modules/module-work.js";
import type { PutBack } from "../modules/scope/put-back.js";
import { moduleIdOf, type TaskWork } from "../modules/task-work.js";

/** The rest of a halted task if a person keeps what is finished on its branch. */
export type Kept = {
  /** The built modules that ship. */
  readonly finished: readonly BuiltModule[];
  /** Those and the ones they reuse, in the plan's order. */
  readonly modules: MicroPlan["modules"];
  readonly back: readonly PutBack[];
};

type Work = Pick<TaskWork, "modules" | "base_taken_up">;

/**
 * The finished modules, and what removes the traces of the others; or why they cannot be separated. Modules are built
 * one after the other, so the files before an unfinished one are known.
 */
export function keepFinished(work: Work, plan: Pick<MicroPlan, "modules">): Outcome<Kept> {
  const built = plan.modules.filter(isBuilt);
  const hasShipped = (id: ModuleId) => workOf(work, id)?.step.step === "shipped";
  const finished = built.filter(({ module_id }) => hasShipped(module_id));
  const dropped = built.filter(({ module_id }) => !hasShipped(module_id));
  if (finished.length === 0) {
    return refuse("nothing-finished", "No module of it is finished on its branch, so there is nothing to keep.");
  }
  if (dropped.length === 0) {
    return refuse("all-finished", "All its modules are finished: it is the whole that halted, and there is no rest.");
  }
  const problems = [
    ...finished.flatMap((module) => resting(work, module, dropped)),
    ...dropped.flatMap(replacing),
    ...dropped.flatMap((module) => renewed(work, module)),
    ...shared(work, { finished, dropped }),
  ];
  if (problems.length > 0) {
    return refuse("not-separable", `What is finished cannot be kept without the rest: ${problems.join("; ")}.`, {
      problems,
    });
  }
  const needed = new Set(finished.flatMap(({ depends_on }) => depends_on));
  const modules = plan.modules.filter(
    (module) => (isBuilt(module) && finished.includes(module)) || (!isBuilt(module) && needed.has(plannedRef(module))),
  );
  return accept({ finished, modules, back: traces(work, dropped) });
}

function isBuilt(module: MicroPlan["modules"][number]): module is BuiltModule {
  return module.reuse_decision === "CREATE_NEW";
}

function workOf({ modules }: Work, id: ModuleId): ModuleWork | undefined {
  return modules.find((module) => moduleIdOf(module) === id);
}

/** A module that was reopened after others had been built on it. */
function resting({ modules }: Work, module: BuiltModule, dropped: readonly BuiltModule[]): string[] {
  const needs = modules.find((candidate) => moduleIdOf(candidate) === module.module_id)?.depends_on ?? [];
  return dropped
    .filter(({ module_id }) => needs.includes(module_id))
    .map((unfinished) => `${plannedRef(module)} needs ${plannedRef(unfinished)}`);
}

/** If it had shipped here once, the index has marked the version before as superseded, and that cannot be undone. */
function replacing(module: BuiltModule): string[] {
  return module.module_version === "1.0.0" ? [] : [`${plannedRef(module)} takes the place of the version before it`];
}

/** Existing files that it changed may have been updated since. Restoring them would lose newer work. */
function renewed({ modules, base_taken_up }: Work, module: BuiltModule): string[] {
  if (base_taken_up === undefined || startOf(modules, module) === null) return [];
  const changed = module.files.filter(({ action }) => action !== "CREATE").map(({ path }) => path);
  if (changed.length === 0) return [];
  return [`the branch has taken up its base since ${plannedRef(module)} changed ${changed.join(", ")}`];
}

/** A file that both changed is restored to before the unfinished module, if that is what the finished one wrote. */
function shared(
  { modules }: Work,
  { finished, dropped }: { readonly finished: readonly BuiltModule[]; readonly dropped: readonly BuiltModule[] },
): string[] {
  const started = dropped.filter((module) => startOf(modules, module) !== null);
  return started.flatMap((unfinished) => {
    const own = new Set(unfinished.files.map(({ path }) => pathKey(path)));
    return finished.flatMap((module) => {
      const both = module.files.map(({ path }) => path).filter((path) => own.has(pathKey(path)));
      if (both.length === 0 || wasThereFirst(modules, module, unfinished)) return [];
      return [`${plannedRef(unfinished)} and ${plannedRef(module)} both change ${both.join(", ")}`];
    });
  });
}

/** Whether the last commit of one module was there when the other one started. */
function wasThereFirst(modules: Work["modules"], finished: BuiltModule, unfinished: BuiltModule): boolean {
  const written = modules.find((module) => moduleIdOf(module) === finished.module_id)?.written_in;
  const began = modules.find((module) => moduleIdOf(module) === unfinished.module_id)?.began_after;
  return written !== undefined && began !== undefined && written <= began;
}

function startOf(modules: Work["modules"], { module_id }: BuiltModule): Sha | null {
  return modules.find((module) => moduleIdOf(module) === module_id)?.base ?? null;
}

const RECORDS = ["contract.yml", "examples.md", "ship.yml", "execution-log.yml"];

/** Every file that an unfinished module may have changed, as it was before the first of them. */
function traces({ modules }: Work, dropped: readonly BuiltModule[]): PutBack[] {
  // Not in the plan's order: a module that depends on one that a person fixed started after all others.
  const began = ({ module_id }: BuiltModule) =>
    modules.find((module) => moduleIdOf(module) === module_id)?.began_after ?? 0;
  const inOrder = dropped.toSorted((a, b) => began(a) - began(b));
  const back = new Map<string, Sha>();
  for (const module of inOrder) {
    const at = startOf(modules, module);
    if (at === null) continue; // never started
    const folder = moduleFolder(module.module_id, module.module_version);
    const paths = [
      ...module.files.map(({ path }) => path),
      ...RECORDS.map((file) => `${folder}/${file}`),
      indexEntryPath(plannedRef(module)),
    ];
    for (const path of paths) if (!back.has(path)) back.set(path, at);
  }
  return [...back].map(([path, at]) => ({ path, at }));
}
