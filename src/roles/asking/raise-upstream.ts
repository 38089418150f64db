import type { RaiseInterfaceChange } from "../../context/tools/interface-change-tool.js";
import { Contract } from "../../domain/contract/contract.js";
import type { ModuleRef } from "../../domain/ids.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import { affectedBy, assessChange, ChangeAssessment } from "../../features/interface-change/rules/assessment.js";
import {
  assessmentPath,
  candidatePath,
  contractDebatePath,
  interfaceChangePath,
} from "../../features/interface-change/rules/change-file-paths.js";
import { ContractProposal } from "../../features/interface-change/rules/contract-debate.js";
import { InterfaceChangeRequest } from "../../features/interface-change/rules/interface-change-request.js";
import {
  type RaiseContext,
  type Raised,
  raiseInterfaceChange,
} from "../../features/interface-change/rules/raise-interface-change.js";
import { writeYaml } from "../../yaml/yaml.js";
import type { ModuleReading } from "../reading/read-module.js";
import type { TaskReading } from "../reading/read-task.js";
import type { RoleIds } from "../reading/role-ids.js";

/** The raiser, and what it has. */
export type Raiser = {
  readonly role: "proposer" | "challenger" | "ship";
  readonly ids: RoleIds;
  readonly artifactRef: string;
};

/** Records the first valid exception of a call. */
export type UpstreamRecorder = { readonly raise: RaiseInterfaceChange; raised(): Raised | undefined };

export function upstreamRecorder(task: TaskReading, module: ModuleReading, raiser: Raiser): UpstreamRecorder {
  let heard: Raised | undefined;
  return {
    raised: () => heard,
    raise: async (call) => {
      const outcome = raiseUpstream(task, module, { ...raiser, call });
      if (!outcome.ok) return outcome;
      heard = outcome.value;
      return accept(outcome.value.request);
    },
  };
}

/** The same for a role's tool and for ship, which has no tool (requirements.md#exception-tool). */
export function raiseUpstream(
  task: TaskReading,
  module: ModuleReading,
  {
    role,
    ids,
    artifactRef,
    call,
    contractOf = contractsOf(module),
  }: Raiser & { readonly call: unknown; readonly contractOf?: RaiseContext["contractOf"] },
): Outcome<Raised> {
  return raiseInterfaceChange(call, {
    interfaceChangeId: ids.artifact("INTERFACE_CHANGE_EXCEPTION"),
    role,
    artifactRef,
    runId: ids.runId,
    building: { module_id: module.planned.module_id, dependencies: module.planned.depends_on.map((ref) => ({ ref })) },
    unmerged: unmergedOf(task),
    rejected: Object.values(task.state.interface_changes).flatMap(({ task_id, target_module, stage }) =>
      task_id === task.taskId && stage.stage === "rejected"
        ? [{ target_module, by: stage.by, reason: stage.reason }]
        : [],
    ),
    entries: task.index,
    contractOf,
  });
}

/** What this task itself has built. */
export function unmergedOf({ work }: TaskReading): ModuleRef[] {
  return work.modules.filter(({ reused }) => !reused).map(({ module_ref }) => module_ref);
}

function contractsOf({ dependencies }: ModuleReading): RaiseContext["contractOf"] {
  const contracts = new Map(dependencies.map(({ surface, contract }) => [surface.ref, contract]));
  return (ref) => contracts.get(ref);
}

/** The files of a new request: the request, its assessment, and the first proposal. */
export function interfaceChangeFiles(
  task: TaskReading,
  { request, shipped, candidate }: Raised,
  ids: RoleIds,
): FileToWrite[] {
  const { exception_id: id, target_module, reason, proposed_contract_delta } = request;
  const affected = affectedBy(target_module, task.taskId, {
    entries: task.index,
    tasks: task.state.project?.tasks ?? {},
  });
  const proposal = { proposal_id: ids.artifact("PROPOSAL"), claim: reason, proposed_delta: proposed_contract_delta };
  return [
    { path: interfaceChangePath(id), text: writeYaml(request, InterfaceChangeRequest) },
    { path: assessmentPath(id), text: writeYaml(assessChange(shipped, candidate, affected), ChangeAssessment) },
    { path: candidatePath(id, 1), text: writeYaml(candidate.contract, Contract) },
    { path: contractDebatePath(id, { round: 1 }, "proposal"), text: writeYaml(proposal, ContractProposal) },
  ];
}
