import { Contribution } from "../../domain/artifacts/contribution.js";
import { Contract } from "../../domain/contract/contract.js";
import { AmendmentDecision, amendedContract } from "../../domain/enforcement/contract-amendment.js";
import { moduleStatePath } from "../../domain/gates/state-paths.js";
import type { TaskId } from "../../domain/ids.js";
import { orThrow } from "../../domain/refusal.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { Situation } from "../../engine/situation.js";
import { readYaml, writeYaml } from "../../yaml/yaml.js";
import { textAt } from "../gate-runs/red-lock.js";
import { amendmentDecisionPath, debatePath } from "../modules/artifacts/artifact-paths.js";
import { derivedHex } from "../modules/keys.js";
import type { TaskEvent } from "../modules/task-event.js";
import { amendmentDecision, awaitingAmendment } from "./amend-contract.js";

type Decided = Extract<TaskEvent, { kind: "amendment-accepted" | "amendment-rejected" }>;

/** The files of a decision about a contract: the record and, if it was accepted, the new contract. */
export function amendmentFiles(situation: Situation, task: TaskId, event: Decided): FileToWrite[] {
  const work = situation.state.work[task];
  const decision = work === undefined ? undefined : amendmentDecision(work, task, event);
  if (work === undefined || decision === undefined) return []; // refused: no amendment is pending any more
  const path = amendmentDecisionPath(task, decision.amendment_id);
  const record = { path, text: writeYaml(decision, AmendmentDecision) };
  if (event.kind === "amendment-rejected") return [record];
  return [record, contractFile(situation, task, work), ...contribution(situation, task, { event, path })];
}

function contractFile({ files }: Situation, task: TaskId, work: Parameters<typeof awaitingAmendment>[0]): FileToWrite {
  const waiting = awaitingAmendment(work);
  if (waiting === undefined) throw new TypeError("an accepted amendment was waiting for it");
  const { proposal } = waiting.amendment;
  const path = moduleStatePath(task, proposal.module_id, "contract.yml");
  const contract = orThrow(readYaml(path, textAt(files, path), Contract));
  return { path, text: writeYaml(orThrow(amendedContract(contract, proposal)), Contract) };
}

/** The person's line in the task's audit trail. */
function contribution(
  { stateHead }: Situation,
  task: TaskId,
  { event, path }: { readonly event: Decided; readonly path: string },
): FileToWrite[] {
  if (stateHead === null) throw new TypeError("a task is in work only when there is a state");
  const id = `CONTRIB-${derivedHex(stateHead, task, event.amendment_id, "contribution").slice(0, 8)}`;
  const entry: Contribution = {
    contribution_id: id,
    type: "CONTRACT_AMENDMENT",
    produced_by: { role: "person", run_id: `comment-${event.comment}` },
    artifact_ref: path,
    task_ref: task,
    created_at: event.at,
    context_pack_ref: null,
  };
  return [{ path: debatePath(task, "contributions", id), text: writeYaml(entry, Contribution) }];
}
