import { z } from "zod";
import { AdjudicationId, EscalationId } from "../../domain/artifacts/artifact-id.js";
import { MeaningfulText } from "../../domain/contract/meaningful-text.js";
import { FIRST_ROUND } from "../../domain/debate/debate-progress.js";
import { Deficiency } from "../../domain/deficiency.js";
import { type ModuleId, ModuleRef, parseModuleRef, Sha } from "../../domain/ids.js";
import { PlanLock } from "../../domain/plan/lock.js";
import { ChangedFiles } from "../checkpoints/changed-files.js";
import { GatesAwaited } from "../gate-runs/gates-awaited.js";
import { TestWarning } from "../gate-runs/test-failures/test-warning.js";
import { HaltCause } from "../halts/escalation/causes.js";
import { ChosenAction } from "../halts/escalation/failure-of-cause.js";
import { PackagesWork, ResolveStep } from "../packages/packages-work.js";
import { FailedPlanReview, ProposedPlan } from "../planning/proposed-plan.js";
import { ModuleWork, QuestionNumber } from "./module-work.js";
import { PutBack } from "./scope/put-back.js";

/** The stage of a task's work (decisions.md#phases-are-state-commits). */
export const WorkStage = z.discriminatedUnion("stage", [
  /** Branch and pull request are being created, or the branch is being restored for another attempt. */
  z.strictObject({ stage: z.literal("opening") }),
  z.strictObject({ stage: z.literal("planning"), question: QuestionNumber, attempt: z.int().positive() }),
  /** The plan is valid, and is judged before it is locked. */
  z.strictObject({ stage: z.literal("reviewing-plan"), question: QuestionNumber, attempt: z.int().positive() }),
  /** Declared packages are resolved, judged and committed before anything is built on them. */
  z.strictObject({ stage: z.literal("resolving"), at: ResolveStep }),
  z.strictObject({ stage: z.literal("building") }),
  /**
   * Commits that a person pushed as a fix are read: what they changed since `from`, and what of that came from the
   * base.
   */
  z.strictObject({
    stage: z.literal("reading-fix"),
    question: QuestionNumber,
    from: Sha,
    fix_description: z.string().min(1),
  }),
  /** Gate 3 on the computed merge of head and base. */
  z.strictObject({
    stage: z.literal("integrating"),
    head: Sha,
    base: Sha,
    gates: GatesAwaited.nullable(),
  }),
  z.strictObject({ stage: z.literal("merging"), head: Sha, base: Sha, gates: GatesAwaited }),
  z.strictObject({
    stage: z.literal("halted"),
    escalation: EscalationId,
    cause: HaltCause,
    /** What `failure_actions` said about it; absent for a halt that is none of its failures. */
    failure: ChosenAction.optional(),
  }),
]);
export type WorkStage = z.infer<typeof WorkStage>;

/** A rejection that ended a module of an earlier attempt. */
const Rejection = z.strictObject({ module: ModuleRef, adjudication_id: AdjudicationId, rationale: MeaningfulText });

/** The work of one task in progress or halted. It is moved to a file when the task ends. */
export const TaskWork = z.strictObject({
  /** The number of the attempt. It is part of every key of this attempt. */
  attempt: z.int().positive(),
  stage: WorkStage,
  /** The commit of the default branch that the branch was made from. */
  base: Sha.nullable(),
  /** The branch's head before any module's commit. Another attempt starts there. */
  start: Sha.nullable(),
  /** Our own last commit. Any other head was pushed by a person. */
  head: Sha.nullable(),
  /** Numbers questions across attempts, so that answers cannot be confused. */
  questions: z.int().min(0),
  /** How often each activity was asked, by `<module>/<activity>`. */
  asked: z.record(z.string(), z.int().positive()),
  /** Consecutive gate runs without a usable report. */
  lost_gates: z.int().min(0),
  /** The problem with the last of them; absent if there was none. */
  lost_why: z.string().min(1).max(500).optional(),
  /** Why the task as a whole cannot continue. Its card is written next. */
  halting: HaltCause.nullable(),
  plan: PlanLock.nullable(),
  /** The plan that is reviewed, or whose review led to the halt. */
  proposed_plan: ProposedPlan.optional(),
  /** Reviews that plans of this task did not pass, oldest first; also those of earlier attempts. */
  plan_reviews: z.array(FailedPlanReview).min(1).optional(),
  /** Warnings about the plan that do not block; absent if there are none. */
  plan_warnings: z.array(Deficiency).min(1).optional(),
  /** The halt whose resolution has a person's own plan for this attempt. */
  plan_by_person: EscalationId.optional(),
  /** The halt in whose resolution a person kept a merge that differs from what was judged. */
  merge_kept_in: EscalationId.optional(),
  /**
   * The branch has merged its base, or may have with a person's commits: files may be newer than when a module started.
   */
  base_taken_up: z.literal(true).optional(),
  /** A person keeps what is finished: one commit removes the files of other modules before the whole is judged. */
  put_back: z.strictObject({ question: QuestionNumber, files: z.array(PutBack) }).optional(),
  /** What the commits of this attempt have changed; absent before the first. */
  changed: ChangedFiles.optional(),
  /** What the last judgement of the whole branch warned of. */
  warned: TestWarning.optional(),
  /** The gates of the whole branch that ended last without leading to the merge. */
  integrated: GatesAwaited.optional(),
  /** A person requested the whole suite, whatever the cadence. */
  full_suite: z.boolean().optional(),
  /** Only if the plan declares packages. */
  packages: PackagesWork.optional(),
  /** What the Arbiter rejected in earlier attempts, for the roles of this one. */
  rejected_before: z.array(Rejection).min(1).optional(),
  /** The limit of parallel modules; one if absent. */
  side_by_side: z.int().positive().optional(),
  modules: z.array(ModuleWork),
});
export type TaskWork = z.infer<typeof TaskWork>;

export const NEW_WORK: TaskWork = {
  attempt: 1,
  stage: { stage: "opening" },
  base: null,
  start: null,
  head: null,
  questions: 0,
  asked: {},
  lost_gates: 0,
  halting: null,
  plan: null,
  modules: [],
};

/** The task restarted: its used numbers are kept, and why modules and plans of earlier attempts were refused. */
export function begunAgain(work: TaskWork): TaskWork {
  const { attempt, questions, asked, start, base, head, plan_reviews } = work;
  const rejections = rejectionsOf(work);
  const rejected = rejections.length === 0 ? {} : { rejected_before: rejections };
  const reviewed = plan_reviews === undefined ? {} : { plan_reviews };
  return { ...NEW_WORK, attempt: attempt + 1, questions, asked, start, base, head, ...rejected, ...reviewed };
}

function rejectionsOf({ modules, rejected_before = [] }: TaskWork): z.infer<typeof Rejection>[] {
  const now = modules.flatMap(({ step }) => {
    if (step.step !== "failed" || step.cause.kind !== "debate-rejected") return [];
    const { module, adjudication_id, rationale } = step.cause;
    return [{ module, adjudication_id, rationale }];
  });
  return [...rejected_before, ...now];
}

/** Resets the count of lost runs after a usable report. */
export function heardFromGates({ lost_why: _before, ...work }: TaskWork): TaskWork {
  return { ...work, lost_gates: 0 };
}

/** A module of the plan before any work. */
export function untouched(module: {
  readonly module_ref: ModuleRef;
  readonly name: string;
  readonly depends_on: readonly ModuleId[];
  readonly reused: boolean;
}): ModuleWork {
  return {
    ...module,
    depends_on: [...module.depends_on],
    step: { step: "waiting" },
    progress: FIRST_ROUND,
    base: null,
    lock: null,
    concluded: null,
    judged: null,
    failures: [],
    trail: { proposals: [], challenges: [], adjudications: [] },
  };
}

export function moduleIdOf({ module_ref }: Pick<ModuleWork, "module_ref">): ModuleId {
  return parseModuleRef(module_ref).moduleId;
}
