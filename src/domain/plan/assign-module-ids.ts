import { bumpVersion, INITIAL_VERSION } from "../contract/version.js";
import { type ModuleId, type ModuleRef, moduleRef, parseModuleRef, type Version } from "../ids.js";
import type { MicroPlan, PlannedModule } from "./micro-plan.js";
import { isReused, type ModuleDraft, type ModuleKey, type PlanDraft } from "./plan-draft.js";

/** Facts of the loop that a draft must not decide. */
export type Numbering = {
  readonly microPlanId: string;
  readonly parentTaskRef: string;
  /** The first unused module number of this repository. */
  readonly nextNumber: number;
  /** Versions that an approved interface change has set, by the version they replace. All others are patches. */
  readonly approvedVersions: ReadonlyMap<ModuleRef, Version>;
};

/** The numbered plan, and the first number of the next plan. The draft must have passed validation. */
export function assignModuleIds(draft: PlanDraft, numbering: Numbering): { plan: MicroPlan; nextNumber: number } {
  const refs = new Map<ModuleKey, ModuleRef>();
  let nextNumber = numbering.nextNumber;
  const identified = draft.modules.map((module) => {
    const existing = existingRef(module, numbering.approvedVersions);
    const ref = existing ?? moduleRef(moduleIdFor(nextNumber), INITIAL_VERSION);
    if (existing === undefined) nextNumber += 1;
    refs.set(module.key, ref);
    return { module, ref };
  });
  return {
    plan: {
      micro_plan_id: numbering.microPlanId,
      parent_task_ref: numbering.parentTaskRef,
      modules: identified.map(({ module, ref }) => numbered(module, ref, refs)),
      dependencies: draft.dependencies,
    },
    nextNumber,
  };
}

export function moduleIdFor(number: number): ModuleId {
  return `MM-${String(number).padStart(4, "0")}`;
}

/**
 * A patch needs no interface change (requirements.md#versions). A larger step has an approved one, which sets the
 * version.
 */
function existingRef(module: ModuleDraft, approved: ReadonlyMap<ModuleRef, Version>): ModuleRef | undefined {
  if (isReused(module)) return module.reuse_ref;
  if (module.successor_of === null) return undefined;
  const { moduleId, version } = parseModuleRef(module.successor_of);
  return moduleRef(moduleId, approved.get(module.successor_of) ?? bumpVersion(version, "patch"));
}

function numbered(draft: ModuleDraft, ref: ModuleRef, refs: ReadonlyMap<ModuleKey, ModuleRef>): PlannedModule {
  const { moduleId, version } = parseModuleRef(ref);
  const identity = {
    module_id: moduleId,
    module_version: version,
    depends_on: draft.depends_on.map((dependency) => refs.get(dependency) ?? dependency),
  };
  if (isReused(draft)) {
    const { key: _key, reuse_ref: _reuseRef, ...rest } = draft;
    return { ...rest, ...identity, reuse_decision: "REUSE" };
  }
  const { key: _key, successor_of: _successorOf, ...rest } = draft;
  return { ...rest, ...identity };
}
