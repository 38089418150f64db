import { z } from "zod";
import { manifestIsCoherent } from "../contract/manifest.js";
import { ModuleRef } from "../ids.js";
import { DeclaredDependencies } from "./declared-dependency.js";
import { builtModuleFields, plannedModuleFields } from "./planned-module.js";

/**
 * A module's name inside one draft. The loop assigns the numbers (requirements.md#artifact-ids), so a draft cannot use
 * a wrong one.
 */
export const ModuleKey = z.string().regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, "must be a key such as parse-tag");
export type ModuleKey = z.infer<typeof ModuleKey>;

/** Another module of this draft by key, or a shipped one by reference. */
const DraftDependency = z.union([ModuleKey, ModuleRef], {
  error: "must be the key of a module of this plan, or a shipped module such as MM-0001@1.0.0",
});

const draftFields = { key: ModuleKey, ...plannedModuleFields, depends_on: z.array(DraftDependency) };

/** A shipped module that the task uses unchanged: no build, no debate (decisions.md#reuse-builds-nothing). */
export const ReusedDraft = z.strictObject({
  ...draftFields,
  reuse_decision: z.enum(["REUSE", "REUSE_EXISTING"]),
  reuse_ref: ModuleRef,
});
export type ReusedDraft = z.infer<typeof ReusedDraft>;

/** A module to build: a new one, or the next version of a shipped one. */
export const BuiltDraft = z
  .strictObject({ ...draftFields, ...builtModuleFields, successor_of: ModuleRef.nullable() })
  .superRefine(manifestIsCoherent);
export type BuiltDraft = z.infer<typeof BuiltDraft>;

export const ModuleDraft = z.discriminatedUnion("reuse_decision", [ReusedDraft, BuiltDraft]);
export type ModuleDraft = z.infer<typeof ModuleDraft>;

/** A micro plan as a planner or a person writes it, before the loop numbers it. */
export const PlanDraft = z.strictObject({
  modules: z.array(ModuleDraft).min(1, "must hold at least one module"),
  dependencies: DeclaredDependencies,
});
export type PlanDraft = z.infer<typeof PlanDraft>;

export function isReused(module: ModuleDraft): module is ReusedDraft {
  return module.reuse_decision !== "CREATE_NEW";
}
