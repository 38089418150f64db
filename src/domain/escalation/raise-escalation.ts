import type { EscalationId } from "../artifacts/artifact-id.js";
import type { Instant, Sha, TaskId } from "../ids.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import type { TaskStatus } from "../state/project-state.js";
import type { HaltCause } from "./causes.js";
import { checkCompleteness } from "./completeness.js";
import { type DebateTrail, Escalation, type ModuleOutcomes } from "./escalation.js";
import { minimalDecision } from "./minimal-decision.js";
import { relevantSubgraph, type TaskNode } from "./relevant-subgraph.js";
import { resolutionContext } from "./resolution-context.js";

/** What the loop knows when a task halts. */
export type Halt = {
  readonly escalationId: EscalationId;
  readonly taskId: TaskId;
  readonly taskPath: string;
  readonly now: Instant;
  readonly cause: HaltCause;
  readonly trail: DebateTrail;
  readonly modules: ModuleOutcomes;
  readonly stateSha: Sha;
  readonly tasks: ReadonlyMap<string, TaskNode<TaskStatus>>;
};

/** The escalation of a halt: sentence, recommendation and failed invariants follow from its cause. Complete, or refused. */
export function raiseEscalation(halt: Halt): Outcome<Escalation> {
  const subgraph = relevantSubgraph(halt.tasks, halt.taskId);
  if (!subgraph.ok) return subgraph;
  const { decision, recommended, failed } = minimalDecision(halt.cause);
  const escalation = Escalation.parse({
    escalation_id: halt.escalationId,
    task_id: halt.taskId,
    task_ref: halt.taskPath,
    created_at: halt.now,
    cause: halt.cause,
    debate_trail: halt.trail,
    failed_invariants: failed,
    module_outcomes: halt.modules,
    state_sha: halt.stateSha,
    state_subgraph: Object.fromEntries(subgraph.value),
    minimal_decision_required: decision,
    recommended_resolution: recommended,
    resolution_context: resolutionContext(halt.trail),
  });
  const missing = checkCompleteness(escalation);
  if (missing.length === 0) return accept(escalation);
  return refuse(
    "escalation-incomplete",
    `The escalation of ${halt.taskId} lacks what a person needs: ${missing.map(({ message }) => message).join("; ")}.`,
    { missing },
  );
}
