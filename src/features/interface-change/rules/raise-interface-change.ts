import { InterfaceChangeId } from "../../../domain/artifacts/artifact-id.js";
import type { Contract } from "../../../domain/contract/contract.js";
import { satisfiesRange } from "../../../domain/contract/dependency.js";
import { deficienciesFromZod } from "../../../domain/deficiency.js";
import { type ModuleRef, parseModuleRef } from "../../../domain/ids.js";
import { type CodeIndexEntry, entryRef, isActive } from "../../../domain/index-entries/code-index-entry.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { applyDelta, type CandidateContract } from "./apply-delta.js";
import { InterfaceChangeCall, InterfaceChangeRaiser, type InterfaceChangeRequest } from "./interface-change-request.js";

/** The raiser, and the module being built. The App provides them, never the caller (requirements.md#exception-tool). */
export type RaiseContext = {
  readonly interfaceChangeId: string;
  readonly role: string;
  readonly artifactRef: string;
  readonly runId: string;
  /** The module being built, and its dependencies. It may not have a contract yet. */
  readonly building: Pick<Contract, "module_id"> & { readonly dependencies: readonly { readonly ref: string }[] };
  /** What this task has built itself: it is not on the default branch and has no consumers yet. */
  readonly unmerged?: readonly ModuleRef[];
  /** Changes that a person rejected for this task. */
  readonly rejected?: readonly RejectedChange[];
  readonly entries: readonly CodeIndexEntry[];
  /** The contract of a shipped module; undefined if there is none. */
  readonly contractOf: (ref: ModuleRef) => Contract | undefined;
};

/** A rejected change, which must not be requested again. */
type RejectedChange = { readonly target_module: ModuleRef; readonly by: string; readonly reason: string };

/** The exception, the contract in question, and the one it would make. */
export type Raised = {
  readonly request: InterfaceChangeRequest;
  readonly shipped: Contract;
  readonly candidate: CandidateContract;
};

/** The exception, or why it may not be raised. A refusal stores nothing. */
export function raiseInterfaceChange(call: unknown, context: RaiseContext): Outcome<Raised> {
  const role = InterfaceChangeRaiser.safeParse(context.role);
  if (!role.success) {
    return refuse(
      "role-may-not-raise",
      `The ${context.role} may not raise an interface change exception; only ${InterfaceChangeRaiser.options.join(", ")} may.`,
      { role: context.role },
    );
  }
  const parsed = InterfaceChangeCall.safeParse(call);
  if (!parsed.success) {
    const problems = deficienciesFromZod(parsed.error);
    const list = problems.map(({ path, message }) => `${path}: ${message}`).join("; ");
    return refuse("interface-change-invalid", `The interface change exception is not well formed: ${list}.`, {
      problems,
    });
  }
  const target = checkTarget(parsed.data.target_module, context);
  if (!target.ok) return target;
  const { proposed_delta, compatibility, ...rest } = parsed.data;
  const candidate = applyDelta(target.value, proposed_delta, compatibility);
  if (!candidate.ok) return candidate;
  const request: InterfaceChangeRequest = {
    ...rest,
    exception_id: InterfaceChangeId.parse(context.interfaceChangeId),
    raised_by: { artifact_ref: context.artifactRef, role: role.data, run_id: context.runId },
    proposed_contract_delta: proposed_delta,
    compatibility_expectation: compatibility,
  };
  return accept({ request, shipped: target.value, candidate: candidate.value });
}

/**
 * Always upstream: a shipped module that the module being built declares, never that module itself
 * (requirements.md#who-may-raise).
 */
function checkTarget(ref: ModuleRef, context: RaiseContext): Outcome<Contract> {
  const { building, entries, contractOf, unmerged = [], rejected = [] } = context;
  if (parseModuleRef(ref).moduleId === building.module_id) {
    return refuse(
      "targets-own-module",
      `${building.module_id} is being built: its own contract is changed by revising it, not by an exception.`,
      { target_module: ref },
    );
  }
  if (!building.dependencies.some((dependency) => satisfiesRange(ref, dependency.ref))) {
    return refuse("not-a-dependency", `${ref} is not a declared dependency of ${building.module_id}.`, {
      target_module: ref,
      dependencies: building.dependencies.map((dependency) => dependency.ref),
    });
  }
  if (unmerged.includes(ref)) {
    return refuse(
      "target-not-merged",
      `${ref} was built by this very task and nobody relies on it yet: a person revises the plan instead; say in your answer what it lacks.`,
      { target_module: ref },
    );
  }
  const no = rejected.find(({ target_module }) => target_module === ref);
  if (no !== undefined) {
    return refuse(
      "change-rejected",
      `${no.by} rejected a change of ${ref}: ${no.reason} Find a way within its contract.`,
      {
        target_module: ref,
      },
    );
  }
  const entry = entries.find((candidate) => entryRef(candidate) === ref);
  const contract = contractOf(ref);
  if (entry === undefined || contract === undefined)
    return refuse("target-not-shipped", `${ref} is not in the code index; only a shipped contract can be changed.`);
  if (isActive(entry)) return accept(contract);
  const pointer = entry.superseded_by === null ? "" : `; look at ${entry.superseded_by} first`;
  return refuse("target-not-active", `${ref} is ${entry.status}${pointer}.`, {
    target_module: ref,
    status: entry.status,
  });
}
