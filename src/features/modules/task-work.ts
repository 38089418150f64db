import { z } from "zod";
import { EscalationId } from "../../domain/artifacts/artifact-id.js";
import { FIRST_ROUND } from "../../domain/debate/debate-progress.js";
import { Deficiency } from "../../domain/deficiency.js";
import { type ModuleId, type ModuleRef, parseModuleRef, Sha } from "../../domain/ids.js";
import { PlanLock } from "../../domain/plan/lock.js";
import { GatesAwaited } from "../gate-runs/gates-awaited.js";
import { HaltCause } from "../halts/escalation/causes.js";
import { PackagesWork, ResolveStep } from "../packages/packages-work.js";
import { ModuleWork, QuestionNumber } from "./module-work.js";
import { PutBack } from "./put-back.js";

/** Where a task's work stands as a whole (decisions.md#phases-are-state-commits). */
export const WorkStage = z.discriminatedUnion("stage", [
  /** Branch and pull request are being made, or the branch is being restored for another attempt. */
  z.strictObject({ stage: z.literal("opening") }),
  z.strictObject({ stage: z.literal("planning"), question: QuestionNumber, attempt: z.int().positive() }),
  /** Packages that the plan declared are resolved, judged and committed before anything is built on them. */
  z.strictObject({ stage: z.literal("resolving"), at: ResolveStep }),
  z.strictObject({ stage: z.literal("building") }),
  /** Commits that a person pushed as a fix are read: what they changed since `from`, and what of that came from the base. */
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
  z.strictObject({ stage: z.literal("halted"), escalation: EscalationId, cause: HaltCause }),
]);
export type WorkStage = z.infer<typeof WorkStage>;

/** The work of one task in progress or halted. When the task ends, it is filed away with the task. */
export const TaskWork = z.strictObject({
  /** Counts how often the task was begun; every key of this attempt carries it. */
  attempt: z.int().positive(),
  stage: WorkStage,
  /** The default branch's commit that the branch was made from. */
  base: Sha.nullable(),
  /** The branch's head before any module's commit: where another attempt starts. */
  start: Sha.nullable(),
  /** The loop's own last commit. A head that is another one was pushed by somebody else. */
  head: Sha.nullable(),
  /** Numbers questions across attempts, so that an answer can never be taken for another's. */
  questions: z.int().min(0),
  /** How often each move was asked, by `<module>/<move>`. */
  asked: z.record(z.string(), z.int().positive()),
  /** Gate runs in a row that ended without a usable report. */
  lost_gates: z.int().min(0),
  /** What was wrong with the last of them; absent when none was. */
  lost_why: z.string().min(1).max(500).optional(),
  /** Why the task as a whole cannot go on; the card that asks about it is written next. */
  halting: HaltCause.nullable(),
  plan: PlanLock.nullable(),
  /** What speaks against the plan without blocking it; absent where nothing does. */
  plan_warnings: z.array(Deficiency).min(1).optional(),
  /** The halt whose resolution holds a person's own plan for this attempt. */
  plan_by_person: EscalationId.optional(),
  /** The halt by whose resolution a person kept a merge that is not what was judged. */
  merge_kept_in: EscalationId.optional(),
  /** The branch has taken up its base, or may have with a person's commits: files may be newer than when a module began. */
  base_taken_up: z.literal(true).optional(),
  /** A person keeps what is finished: before the whole is judged, one commit takes off what the other modules left there. */
  put_back: z.strictObject({ question: QuestionNumber, files: z.array(PutBack) }).optional(),
  /** The gates of the whole branch that ended last without leading to the merge. */
  integrated: GatesAwaited.optional(),
  /** A person asked for the whole suite, whatever the cadence. */
  full_suite: z.boolean().optional(),
  /** Only where the plan declares packages. */
  packages: PackagesWork.optional(),
  /** How many modules may be worked on side by side; one after the other unless the configuration said more. */
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

/** The same task begun again: nothing of the last attempt counts but the numbers it used up. */
export function begunAgain({ attempt, questions, asked, start, base, head }: TaskWork): TaskWork {
  return { ...NEW_WORK, attempt: attempt + 1, questions, asked, start, base, head };
}

/** A gate run brought what it was asked for: the next one that is lost is the first again. */
export function heardFromGates({ lost_why: _before, ...work }: TaskWork): TaskWork {
  return { ...work, lost_gates: 0 };
}

/** A module as the plan names it, before anything is done about it. */
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
